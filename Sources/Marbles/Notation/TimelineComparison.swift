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
  /// Whether a person predicts what the row does, so that its values are judged by their letters, and the words say so.
  package let isPrediction: Bool
  /// The time through which the reader sees what the row does: what came later, and was not expected, is counted without
  /// its value and its time. Nil for everything.
  package let known: SceneTime?

  /// Whether everything came as expected.
  package var agrees: Bool { marks.allSatisfy { $0.verdict == .right } }

  /// Compares a row with what is expected of it, in a time linear in both but for sorting.
  ///
  /// - Parameters:
  ///   - expected: the timeline of the expectation.
  ///   - actual: the timeline of the row.
  ///   - dialect: the dialect of the expectation; with ``Dialect/asv`` values are compared as text.
  ///   - isPrediction: whether a person predicts what the row does; see ``Timeline/read(as:dialect:)``.
  ///   - known: the time through which that person sees what the row does; nil for everything.
  package init(
    expected: Timeline, actual: Timeline, dialect: Dialect = .marbled, isPrediction: Bool = false,
    known: SceneTime? = nil
  ) {
    (self.isPrediction, self.known) = (isPrediction, known)
    let read = isPrediction ? expected.read(as: actual, dialect: dialect) : expected
    var groups: [Key: (expected: [Moment], actual: [Moment])] = [:]
    // A mark has the value as it was written.
    for (moment, meant) in zip(expected.happenings, read.happenings) {
      groups[Key(meant.happening, dialect), default: ([], [])].expected.append(moment)
    }
    for moment in actual.happenings {
      groups[Key(moment.happening, dialect), default: ([], [])].actual.append(moment)
    }
    marks = groups.values.flatMap { Self.paired($0.expected, $0.actual) }
      .sorted { $0.precedes($1) }
  }

  private typealias Moment = (time: SceneTime, happening: Difference.Happening)

  /// What is compared as equal.
  struct Key: Hashable {
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
  private static func paired(_ expected: [Moment], _ actual: [Moment]) -> [Mark] {
    var marks: [Mark] = []
    var (moved, other) = ([Moment](), [Moment]())
    var (left, right) = (expected[...], actual[...])
    while let first = left.first, let second = right.first {
      if first.time == second.time {
        marks.append(Mark(first, second))
        (left, right) = (left.dropFirst(), right.dropFirst())
      } else if first.time < second.time {
        moved.append(first)
        left = left.dropFirst()
      } else {
        other.append(second)
        right = right.dropFirst()
      }
    }
    moved += left
    other += right
    let both = min(moved.count, other.count)
    return marks + zip(moved, other).map { Mark($0, $1) } + moved.dropFirst(both).map { Mark($0, nil) }
      + other.dropFirst(both).map { Mark(nil, $0) }
  }
}

extension TimelineComparison.Mark {
  func precedes(_ other: Self) -> Bool { (time, order, text) < (other.time, other.order, other.text) }

  /// The order of marks of one instant: values before ends, and what was expected before what was not.
  fileprivate var order: Int {
    (isValue ? 0 : 2) + (expected == nil ? 1 : 0)
  }

  /// Whether it is a value, and not an end.
  package var isValue: Bool { if case .value = happening { true } else { false } }

  /// What it is, for sentences.
  var name: String {
    switch happening {
    case .value(let value): DisplayText.shortened(value.description, to: 60)
    case .finish: "the end"
    case .error: "the error"
    }
  }

  /// Values of one instant are in the order of their texts.
  fileprivate var text: String { if case .value(let value) = happening { value.token() } else { "" } }
}

extension TimelineComparison.Mark {
  /// - Parameters: what was expected, and what came; not both are nil.
  fileprivate init(
    _ expected: (time: SceneTime, happening: Difference.Happening)?,
    _ actual: (time: SceneTime, happening: Difference.Happening)?
  ) {
    self.init(
      happening: expected?.happening ?? actual?.happening ?? .finish, expected: expected?.time, actual: actual?.time)
  }
}

extension TimelineComparison {
  /// Whether a mark is of something that was not expected, and that the reader does not see yet.
  package func isHidden(_ mark: Mark) -> Bool {
    guard let known, mark.expected == nil, let actual = mark.actual else { return false }
    return actual > known
  }

  /// The verdict as a sentence without a stop: `2 came at 5 s, 1.5 s too early`, or for a prediction
  /// `2 came at 5 s, 1.5 s earlier than predicted`.
  package func sentence(of mark: Mark) -> String {
    let name = mark.name
    switch (mark.expected, mark.actual) {
    case (let expected?, let actual?):
      if mark.verdict == .right { return "\(name) came at \(actual) s, as \(verb)" }
      let isEarly = actual < expected
      let apart = isEarly ? expected - actual : actual - expected
      // Of a guess, it is not the marble that was too early.
      let how = isPrediction ? (isEarly ? "earlier" : "later") + " than predicted" : "too \(mark.verdict.rawValue)"
      return "\(name) came at \(actual) s, \(apart) s \(how)"
    case (let expected?, nil): return "\(name) did not come at \(expected) s"
    case (nil, let actual?): return "\(name) came at \(actual) s, and was not \(verb)"
    case (nil, nil): return name
    }
  }

  private var verb: String { isPrediction ? "predicted" : "expected" }
}
