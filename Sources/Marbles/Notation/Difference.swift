/// The first difference, in order of time, between a row and its expectation.
///
/// The comparison covers times, kinds (a value, the end, an error, or an open end) and values as they are printed. It
/// ignores the notation of the expectation, ids, colours and error messages.
public struct Difference: Hashable, Sendable {
  /// A value or an end.
  public enum Happening: Hashable, Sendable {
    /// A value.
    case value(Value)
    /// The row finishes.
    case finish
    /// The row fails; an expected error has no message.
    case error(message: String?)
  }

  /// The name of the row.
  public var row: String
  /// When the rows differ.
  public var time: SceneTime
  /// The expected events at that time, after the matching ones.
  public var expected: [Happening]
  /// The actual events at that time; not both lists are empty.
  public var actual: [Happening]
  /// The number of values that match before the difference.
  public var agreed: Int

  /// The next event on the side where `expected` or `actual` is empty; nil when that side stays open.
  private var next: (time: SceneTime, happening: Happening)? {
    if let nextTime, let nextHappening { (nextTime, nextHappening) } else { nil }
  }
  private var nextTime: SceneTime?
  private var nextHappening: Happening?
  /// When a moved value is expected, or when it came.
  private var otherTime: SceneTime?
  /// The index of the expected event at `otherTime`, if the row emits that value at another time.
  private var otherIndex: Int?

  /// Compares a row with its expectation; nil when they match.
  ///
  /// - Parameters:
  ///   - row: the name of the row.
  ///   - expected: the timeline of the expectation's diagram.
  ///   - actual: the timeline of the row.
  ///   - dialect: the dialect of the diagram; with ``Dialect/asv`` values are compared as text.
  public init?(row: String, expected: Timeline, actual: Timeline, dialect: Dialect = .marbled) {
    let sides = (expected: expected.happenings, actual: actual.happenings)
    func isSame(_ left: Happening, _ right: Happening) -> Bool {
      switch (left, right) {
      case (.value(let left), .value(let right)): left.prints(as: right, dialect: dialect)
      case (.finish, .finish), (.error, .error): true
      default: false
      }
    }
    var agreed = 0
    while agreed < min(sides.expected.count, sides.actual.count),
      sides.expected[agreed].time == sides.actual[agreed].time,
      isSame(sides.expected[agreed].happening, sides.actual[agreed].happening)
    { agreed += 1 }
    let rest = (expected: sides.expected[agreed...], actual: sides.actual[agreed...])
    guard let time = [rest.expected.first?.time, rest.actual.first?.time].compactMap({ $0 }).min() else { return nil }

    self.row = row
    self.time = time
    self.agreed = agreed
    self.expected = rest.expected.prefix { $0.time == time }.map(\.happening)
    self.actual = rest.actual.prefix { $0.time == time }.map(\.happening)
    // Equal events at the end of that instant are not part of the difference.
    while self.expected.count > 1, self.actual.count > 1, let last = self.expected.last, let other = self.actual.last,
      isSame(last, other)
    {
      self.expected.removeLast()
      self.actual.removeLast()
    }
    let following = self.expected.isEmpty ? rest.expected : self.actual.isEmpty ? rest.actual : []
    nextTime = following.first?.time
    nextHappening = following.first?.happening

    // A value that only moved is reported as such: it is searched among later events that the other side lacks.
    guard let moved = self.expected.isEmpty ? self.actual.first : self.expected.first, case .value = moved else {
      return
    }
    guard self.expected.count + self.actual.count == 1 else { return }
    let others = (self.expected.isEmpty ? rest.actual : rest.expected).prefix(Self.reach)
    let index = following.prefix(Self.reach).firstIndex { candidate in
      func count(_ side: some Sequence<(time: SceneTime, happening: Happening)>) -> Int {
        side.count { $0.time == candidate.time && isSame($0.happening, candidate.happening) }
      }
      return isSame(candidate.happening, moved) && count(following.prefix(Self.reach)) > count(others)
    }
    otherTime = index.map { following[$0].time }
    otherIndex = self.expected.isEmpty ? index : nil
  }

  /// How many following events are searched for a moved value.
  private static let reach = 1000

  /// The place in a picture of the expected diagram above the actual one.
  public var place: DiagramComparison.Place { expected.isEmpty ? .lower(agreed) : .upper(agreed) }

  /// The offset, from 0, of the first wrong character in the text of the expectation; the length of the text for a
  /// difference after its end.
  public func offset(in places: DiagramSourceMap) -> Int {
    func token(_ index: Int) -> Int? { index < places.events.count ? places.events[index] : places.end }
    if !expected.isEmpty { return token(agreed) ?? places.offset(at: time) }
    // A wrong time step has its own character; a wrong time belongs to its token.
    if places.form == .absolute {
      if let otherIndex { return token(otherIndex) ?? places.offset(at: time) }
      if isEnd(actual.first), isEnd(nextHappening) { return token(places.events.count) ?? places.offset(at: time) }
    }
    return places.offset(at: time)
  }

  private func isEnd(_ happening: Happening?) -> Bool {
    switch happening {
    case .finish, .error: true
    case .value, nil: false
    }
  }
}

extension Difference: CustomStringConvertible {
  /// The difference as a sentence: `zip: at 2.5 s expected (2, c), got (2, b)`.
  public var description: String { "\(DisplayText.shortened(row, to: 60)): \(sentence)" }

  /// The difference without the name of the row: `at 2.5 s expected (2, c), got (2, b)`.
  public var sentence: String {
    let (now, then) = ("at \(time) s ", next.map { " at \($0.time) s" } ?? "")
    if expected.isEmpty, let end = actual.first.flatMap(ending), actual.count == 1 {
      let wanted = next.map { "\(names([$0.happening]))\(then)" } ?? "it to stay open"
      return "expected \(wanted), \(end.verb) at \(time) s\(end.reason)"
    }
    if expected.isEmpty {
      let moved = otherTime.map { ", which is expected at \($0) s" } ?? ""
      return now + "expected nothing, got \(names(actual))\(moved)"
    }
    if actual.isEmpty, expected.count == 1, ending(expected[0]) != nil {
      let wanted = now + "expected \(names(expected)), "
      guard let next else { return wanted + "it stayed open" }
      if let end = ending(next.happening) { return wanted + end.verb + then + end.reason }
      return wanted + "got \(names([next.happening]))\(then)"
    }
    if actual.isEmpty {
      let moved = otherTime.map { ", which came at \($0) s" } ?? ""
      return now + "expected \(names(expected)), got nothing\(moved)"
    }
    if actual.count == 1, let end = ending(actual[0]) {
      return now + "expected \(names(expected)), \(end.verb)\(end.reason)"
    }
    return now + "expected \(pair.expected), got \(pair.actual)"
  }

  /// Distinguishable texts for the expected and the actual events: an int and a string, or long values, may look alike.
  private var pair: (expected: String, actual: String) {
    let plain = (names(expected), names(actual))
    if plain.0 != plain.1 { return plain }
    let json = (names(expected, asJSON: true), names(actual, asJSON: true))
    if json.0 != json.1 { return json }
    guard case .value(let left)? = expected.first, case .value(let right)? = actual.first else { return json }
    let common = zip(left.json, right.json).prefix { $0 == $1 }.count
    return (Self.tail(of: left.json, from: common), Self.tail(of: right.json, from: common))
  }

  private static func tail(of text: String, from index: Int) -> String {
    "…" + DisplayText.shortened(text.dropFirst(max(0, index - 20)), to: 60)
  }

  private func ending(_ happening: Happening) -> (verb: String, reason: String)? {
    switch happening {
    case .value: nil
    case .finish: ("it finished", "")
    case .error(let message):
      ("it failed", message.map { ": \(DisplayText.shortened($0, to: 120))" } ?? "")
    }
  }

  /// `a, b and the end`; at most four events.
  private func names(_ happenings: [Happening], asJSON: Bool = false) -> String {
    let limit = 4
    var names = happenings.prefix(happenings.count > limit ? limit - 1 : limit).map { happening in
      switch happening {
      case .value(let value): Self.name(value, asJSON: asJSON)
      case .finish: "the end"
      case .error: "an error"
      }
    }
    if happenings.count > limit { names.append("\(happenings.count - limit + 1) more") }
    let last = names.removeLast()
    return names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)"
  }

  private static func name(_ value: Value, asJSON: Bool) -> String {
    let text = value.description
    let isPlain = !text.isEmpty && text.first != " " && text.last != " "
    return DisplayText.shortened(asJSON || !isPlain ? value.json : text, to: 60)
  }
}

extension Timeline {
  /// The events, then the end if there is one.
  var happenings: [(time: SceneTime, happening: Difference.Happening)] {
    let values = events.map { ($0.time, Difference.Happening.value($0.value)) }
    return switch end {
    case .finish(let time): values + [(time, .finish)]
    case .error(let time, let message): values + [(time, .error(message: message))]
    case .open: values
    }
  }
}
