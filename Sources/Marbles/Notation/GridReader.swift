/// Reads the grid form, in which one character is one time step.
struct GridReader {
  private struct Group {
    let open: Alphabet
    let offset: Int
    var members = 0
    // Blanks outside quotes have no width, as in RxJS.
    var width: Int64 = 1
  }

  private let source: DiagramSource
  private var step: Int64 { source.step.nanoseconds }
  private var now: Int64
  private var offset = 0
  private var group: Group?
  private var end: Int?
  private var hasCancellation = false
  private var hasZero = false
  /// Offsets before this one are known not to start a number with a unit.
  private var numberEnd = 0

  private(set) var marks: [DiagramMark] = []
  /// The tokens that only pass time.
  private(set) var pauses: [DiagramSourceMap.Tick] = []

  init(source: DiagramSource) {
    self.source = source
    // AsyncSequenceValidation's clock starts one step before the first character.
    now = source.dialect == .asv ? source.step.nanoseconds : 0
  }

  /// The current time.
  var time: SceneTime { SceneTime(nanoseconds: now) }

  mutating func read() throws(DiagramError) {
    while offset < source.characters.count {
      let token = source.token(offset)
      if token == .blank {
        offset += 1
        continue
      }
      if let end, source.dialect != .asv, !(group != nil && (token == .closeStep || token == .closeWide)) {
        throw source.afterEnd(offset, end: end)
      }
      try read(token)
    }
    if let group, let closing = group.open.closing {
      throw source.error(
        at: group.offset, found: "\(Self.name(group.open)) that is never closed",
        expected: "`\(closing.rawValue)` after its values")
    }
  }

  private mutating func read(_ token: Alphabet?) throws(DiagramError) {
    if let kind = try source.kind(of: token, at: offset) {
      return try place(kind, upTo: offset + 1)
    }
    switch token {
    case .step:
      guard group == nil else { throw unexpectedInGroup("`-`") }
      pauses.append(DiagramSourceMap.Tick(time: time, offset: offset))
      try advance(by: 1)
      offset += 1
    case .openStep?, .openWide?: try openGroup(token ?? .openStep)
    case .closeStep?, .closeWide?: try closeGroup(token ?? .closeStep)
    case .quote:
      let close = try source.closingQuote(of: offset)
      let text = String(source.characters[(offset + 1)..<close])
      try place(.value(Value(quoted: text, dialect: source.dialect)), upTo: close + 1)
    default:
      if try readSpan() { return }
      try place(.value(Value(bare: source.characters[offset], dialect: source.dialect)), upTo: offset + 1)
    }
  }

  private mutating func place(_ kind: DiagramMark.Kind, upTo next: Int) throws(DiagramError) {
    if let end, source.isExpectation, !kind.isOfConsumer { throw source.afterEnd(offset, end: end) }
    if end == nil || (source.isExpectation && kind.isOfConsumer) {
      switch kind {
      case .finish, .error: end = offset
      case .cancel:
        guard !hasCancellation else { throw source.second(at: offset) }
        hasCancellation = true
      case .zero:
        guard !hasZero else { throw source.second(at: offset) }
        hasZero = true
      case .value, .withhold: break
      }
      marks.append(DiagramMark(kind: kind, time: time, offset: offset))
    }
    if group != nil {
      group?.members += 1
      group?.width += Int64(next - offset)
    } else {
      try advance(by: 1)
    }
    offset = next
  }

  private mutating func advance(by steps: Int64) throws(DiagramError) {
    try advance(byNanoseconds: step.multipliedSaturated(by: steps), at: offset..<offset + 1)
  }

  private mutating func advance(byNanoseconds span: Int64, at range: Range<Int>) throws(DiagramError) {
    now = now.addingSaturated(span)
    guard time <= .longestReadable else {
      throw source.error(
        at: range.lowerBound, found: "\(source.quoted(range)), which leads past 100 years",
        expected: "less time or a smaller step")
    }
  }
}

extension GridReader {
  private static func name(_ open: Alphabet) -> String { "a group `\(open.rawValue)`" }

  private func unexpectedInGroup(_ found: String) -> DiagramError {
    let open = group?.open ?? .openStep
    let close = open.closing ?? .closeStep
    return source.error(
      at: offset, found: "\(found) inside `\(open.rawValue)…\(close.rawValue)`",
      expected: "a value or `\(close.rawValue)`")
  }

  private mutating func openGroup(_ open: Alphabet) throws(DiagramError) {
    guard group == nil else { throw unexpectedInGroup("`\(open.rawValue)`") }
    group = Group(open: open, offset: offset)
    offset += 1
  }

  private mutating func closeGroup(_ close: Alphabet) throws(DiagramError) {
    guard let group else {
      let open: Alphabet = close == .closeStep ? .openStep : .openWide
      throw source.error(
        at: offset, found: "`\(close.rawValue)` without a group", expected: "`\(open.rawValue)` before it",
        suggestion: "for the value write `'\(close.rawValue)'`")
    }
    guard group.open.closing == close else { throw unexpectedInGroup("`\(close.rawValue)`") }
    guard group.members > 0 else {
      throw source.error(
        at: group.offset, found: "an empty group", expected: "values in it",
        suggestion: "for a step in which nothing happens write `-`")
    }
    try advance(by: close == .closeStep ? 1 : group.width + 1)
    self.group = nil
    offset += 1
  }
}

extension GridReader {
  /// Reads a time span; false if there is none here.
  ///
  /// - Throws: when a number and a unit touch other characters, which RxJS would silently read as values.
  private mutating func readSpan() throws(DiagramError) -> Bool {
    guard offset >= numberEnd, let (number, unit) = numberAndUnit() else { return false }
    let isSeparate = (offset == 0 || source.isBlank(offset - 1)) && source.isBlank(unit)
    guard group == nil else {
      // Time cannot pass in a group, so only an unmistakable span is an error.
      if isSeparate && unit < source.characters.count {
        throw unexpectedInGroup("the time span \(source.quoted(offset..<unit))")
      }
      numberEnd = number
      return false
    }
    let text = source.quoted(offset..<unit)
    guard isSeparate else {
      let values = source.characters[number..<unit].map { "'\($0)'" }.joined()
      let digits = DisplayText.shortened(source.characters[offset..<number], to: 24)
      throw source.error(
        at: offset, found: "the time span \(text) touching other characters", expected: "a space on both sides of it",
        suggestion: "for a pause write ` \(text.dropFirst().dropLast()) `; for the values write `\(digits)\(values)`")
    }
    guard let span = try? DurationNotation.parse(String(source.characters[offset..<unit])) else {
      throw source.error(at: offset, found: "the time span \(text)", expected: "whole nanoseconds, up to 100 years")
    }
    pauses.append(DiagramSourceMap.Tick(time: time, offset: offset))
    try advance(byNanoseconds: span.nanoseconds, at: offset..<unit)
    offset = unit
    return true
  }

  /// The offsets after the number and after the unit that start here; nil unless both are present.
  private mutating func numberAndUnit() -> (number: Int, unit: Int)? {
    func digits(from start: Int) -> Int {
      var end = start
      while end < source.characters.count, isDigit(source.characters[end]) { end += 1 }
      return end
    }
    var number = digits(from: offset)
    guard number > offset else { return nil }
    if number < source.characters.count, source.characters[number] == "." {
      let fraction = digits(from: number + 1)
      if fraction > number + 1 { number = fraction }
    }
    let following = source.characters[number..<min(number + 2, source.characters.count)]
    if let unit = DurationNotation.units.first(where: { following.starts(with: $0.name) }) {
      return (number, number + unit.name.count)
    }
    numberEnd = number
    return nil
  }

  private func isDigit(_ character: Character) -> Bool { character.isASCII && character.isWholeNumber }
}
