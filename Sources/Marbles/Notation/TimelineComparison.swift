/// Everything in which a row differs from what was expected of it: a verdict for each value and for the end.
///
/// It compares like ``Difference``, which is the first of these differences, and pairs what came at another time with what
/// was expected: equal values in the order of their times.
package struct TimelineComparison: Hashable, Sendable {
  /// What became of something that was expected, or that came.
  package enum Verdict: String, Hashable, Sendable {
    /// It came when it was expected.
    case right
    /// It came before it was expected.
    case early
    /// It came after it was expected.
    case late
    /// It was expected and did not come.
    case missing
    /// It came and was not expected.
    case unexpected
  }

  /// A value or an end, with its verdict.
  package struct Mark: Hashable, Sendable {
    /// The value or the end.
    package var happening: Difference.Happening
    /// When it was expected; nil if it was not.
    package var expected: SceneTime?
    /// When it came; nil if it did not.
    package var actual: SceneTime?

    /// The verdict.
    package var verdict: Verdict {
      guard let expected else { return .unexpected }
      guard let actual else { return .missing }
      return actual == expected ? .right : actual < expected ? .early : .late
    }

    /// The earlier of its times.
    package var time: SceneTime { min(expected ?? .distantFuture, actual ?? .distantFuture) }
  }

  /// The marks, in order of time.
  package var marks: [Mark]

  /// Whether everything came as expected.
  package var agrees: Bool { marks.allSatisfy { $0.verdict == .right } }

  /// Compares a row with what is expected of it, in a time linear in both but for sorting.
  ///
  /// - Parameters:
  ///   - expected: the timeline of the expectation.
  ///   - actual: the timeline of the row.
  ///   - dialect: the dialect of the expectation; with ``Dialect/asv`` values are compared as text.
  package init(expected: Timeline, actual: Timeline, dialect: Dialect = .marbled) {
    var groups: [Key: (happening: Difference.Happening, expected: [SceneTime], actual: [SceneTime])] = [:]
    for (time, happening) in expected.happenings {
      groups[Key(happening, dialect), default: (happening, [], [])].expected.append(time)
    }
    for (time, happening) in actual.happenings {
      groups[Key(happening, dialect), default: (happening, [], [])].actual.append(time)
    }
    marks = groups.values.flatMap { group in
      Self.paired(group.expected, group.actual).map {
        Mark(happening: group.happening, expected: $0.expected, actual: $0.actual)
      }
    }
    .sorted { ($0.time, $0.order, $0.text) < ($1.time, $1.order, $1.text) }
  }

  /// What is compared as equal.
  private struct Key: Hashable {
    let kind: Int
    let text: String

    init(_ happening: Difference.Happening, _ dialect: Dialect) {
      switch happening {
      case .finish: (kind, text) = (0, "")
      case .error: (kind, text) = (1, "")
      case .value(let value) where dialect == .asv: (kind, text) = (2, value.description)
      // A whole number is not the string of its digits, whose token may be the same.
      case .value(.int(let int)): (kind, text) = (3, String(int))
      case .value(let value): (kind, text) = (2, value.token())
      }
    }
  }

  /// Pairs of equal times first, then what is left over, in order.
  private static func paired(
    _ expected: [SceneTime], _ actual: [SceneTime]
  ) -> [(expected: SceneTime?, actual: SceneTime?)] {
    var pairs: [(expected: SceneTime?, actual: SceneTime?)] = []
    var (moved, other) = ([SceneTime](), [SceneTime]())
    var (left, right) = (expected[...], actual[...])
    while let first = left.first, let second = right.first {
      if first == second {
        pairs.append((first, second))
        (left, right) = (left.dropFirst(), right.dropFirst())
      } else if first < second {
        moved.append(first)
        left = left.dropFirst()
      } else {
        other.append(second)
        right = right.dropFirst()
      }
    }
    moved += left
    other += right
    for index in 0..<max(moved.count, other.count) {
      pairs.append((index < moved.count ? moved[index] : nil, index < other.count ? other[index] : nil))
    }
    return pairs
  }
}

extension TimelineComparison.Mark {
  /// The order of marks of one instant: values before ends, and what was expected before what was not.
  fileprivate var order: Int {
    let isEnd = if case .value = happening { 0 } else { 2 }
    return isEnd + (expected == nil ? 1 : 0)
  }

  /// Values of one instant are in the order of their texts.
  fileprivate var text: String { if case .value(let value) = happening { value.token() } else { "" } }
}

extension TimelineComparison.Mark: CustomStringConvertible {
  /// The verdict as a sentence without a stop: `2 came at 5 s, 1.5 s too early`.
  package var description: String {
    let name =
      switch happening {
      case .value(let value): DisplayText.shortened(value.description, to: 60)
      case .finish: "the end"
      case .error: "the error"
      }
    switch (expected, actual) {
    case (let expected?, let actual?):
      let apart = actual < expected ? expected - actual : actual - expected
      let verdict = verdict == .right ? "as expected" : "\(apart) s too \(verdict.rawValue)"
      return "\(name) came at \(actual) s, \(verdict)"
    case (let expected?, nil): return "\(name) did not come at \(expected) s"
    case (nil, let actual?): return "\(name) came at \(actual) s, and was not expected"
    case (nil, nil): return name
    }
  }
}

extension TimelineComparison: CustomStringConvertible {
  /// The number of verdicts, and the first that is not right: `3 of 4 are right: 2 came at 5 s, 1.5 s too early`.
  package var description: String {
    let wrong = marks.filter { $0.verdict != .right }
    guard let first = wrong.first else {
      return marks.isEmpty ? "nothing, as expected" : "all \(marks.count) are right"
    }
    return "\(marks.count - wrong.count) of \(marks.count) are right: \(first)"
  }
}
