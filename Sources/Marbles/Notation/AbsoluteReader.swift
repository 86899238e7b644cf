/// Reads the absolute form, in which every token has its time: `1@0 'long'@2.5 |@8`.
struct AbsoluteReader {
  private let source: DiagramSource
  private var offset = 0
  private var hasCancellation = false
  private var hasZero = false

  private(set) var marks: [DiagramMark] = []

  init(source: DiagramSource) { self.source = source }

  /// The latest time in the text.
  var latest: SceneTime { marks.map(\.time).max() ?? .zero }

  mutating func read() throws(DiagramError) {
    while offset < source.characters.count {
      if source.isBlank(offset) {
        offset += 1
        continue
      }
      let start = offset
      let kind = try readKind()
      guard source.token(offset) == .at else { throw noTime(of: start) }
      offset += 1
      let time = try readTime()
      try checkOnce(kind, at: start)
      marks.append(DiagramMark(kind: kind, time: time, offset: start))
    }
  }

  private mutating func readKind() throws(DiagramError) -> DiagramMark.Kind {
    let start = offset
    if source.token(start) == .quote {
      let close = try source.closingQuote(of: start)
      offset = close + 1
      let text = String(source.characters[(start + 1)..<close])
      return .value(Value(quoted: text, dialect: source.dialect))
    }
    while !source.isBlank(offset), source.token(offset) != .at, source.token(offset) != .quote { offset += 1 }
    if offset == start + 1, source.token(offset) == .at, let kind = try source.kind(of: source.token(start), at: start)
    {
      return kind
    }
    guard offset > start else {
      throw source.error(
        at: start, found: "`@` without a value", expected: "a value or an end before it",
        suggestion: "for the value write `'@'`")
    }
    let text = String(source.characters[start..<offset])
    let value = Value(quoted: text, dialect: source.dialect)
    switch value {
    case .int, .double: return .value(value)
    default: break
    }
    // A token of the grid form cannot be part of an unquoted value, except in a number, `-1e-5`.
    if let mixed = (start..<offset).first(where: { source.token($0) != nil }) {
      if source.token(offset) != .at { throw noTime(of: start) }
      throw source.error(
        at: mixed, found: "\(source.quoted(mixed..<mixed + 1)) in a diagram with `@` times",
        expected: "only values and ends with their times, `a@1 |@8`",
        suggestion: "if it is part of a value, put the value in quotes; if `@` is a value, write `'@'`")
    }
    return .value(value)
  }

  private mutating func readTime() throws(DiagramError) -> SceneTime {
    let start = offset
    while !source.isBlank(offset) { offset += 1 }
    let problem: DurationNotation.Problem
    do throws(DurationNotation.Problem) {
      return try DurationNotation.parse(String(source.characters[start..<offset]))
    } catch {
      problem = error
    }
    let text = source.quoted(start..<offset)
    if problem == .tooLong {
      throw source.error(at: start, found: "the time \(text), which \(problem)", expected: "an earlier time")
    }
    guard start < offset else {
      throw source.error(at: start - 1, found: "`@` without a time", expected: "a time after it, such as `@2.5`")
    }
    if source.token(start) == .step {
      throw source.error(at: start, found: "the time \(text)", expected: "0 or later: time starts at 0")
    }
    throw source.error(
      at: start, found: "the time \(text)", expected: "seconds or a number with a unit, such as `2.5` or `900ms`")
  }

  private mutating func checkOnce(_ kind: DiagramMark.Kind, at start: Int) throws(DiagramError) {
    switch kind {
    case .cancel where hasCancellation, .zero where hasZero:
      throw source.second(at: start)
    case .cancel: hasCancellation = true
    case .zero: hasZero = true
    default: break
    }
  }

  private func noTime(of start: Int) -> DiagramError {
    var end = offset
    while !source.isBlank(end), source.token(end) != .at { end += 1 }
    return source.error(
      at: start, found: "\(source.quoted(start..<end)) without a time",
      expected: "`@` and a time right after each value",
      suggestion: "a diagram is wholly with `@` times or wholly without")
  }
}
