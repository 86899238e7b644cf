/// A parsed diagram: the timeline, and the marks for its consumer and its clock.
///
/// ```swift
/// try Diagram.parse("-a-b|", row: "letters").timeline       // a at 1 s, b at 3 s, finished at 4 s
/// try Diagram.parse("1@0 'long'@2.5 |@8", row: "mixed")     // the absolute form
/// ```
public struct Diagram: Hashable, Sendable {
  /// The events and the end.
  public var timeline: Timeline
  /// When the consumer is cancelled: `;`, only in ``Dialect/asv``.
  public var cancellation: SceneTime?
  /// When the consumer requests no value: each `,`, only in ``Dialect/asv``.
  public var withheld: [SceneTime]
  /// When the consumer requests values, in order, if only this diagram controls its demand; only in ``Dialect/asv``.
  ///
  /// It requests one at zero and one at each mark; a `,` postpones the next request by one step.
  public var demand: [SceneTime]
  /// The offset of time zero from the start of the text: `^` of a hot row, only in ``Dialect/rx``.
  public var zero: SceneTime?

  /// Creates a diagram of a timeline, with the marks of a dialect.
  public init(
    timeline: Timeline, cancellation: SceneTime? = nil, withheld: [SceneTime] = [], demand: [SceneTime] = [],
    zero: SceneTime? = nil
  ) {
    self.timeline = timeline
    self.cancellation = cancellation
    self.withheld = withheld
    self.demand = demand
    self.zero = zero
  }

  /// Reads a diagram: in the absolute form when an `@` stands outside quotes, else in the grid form.
  ///
  /// - A quoted value is JSON when its text is a JSON value, else a string. An unquoted value of the grid form is one
  ///   character; a digit is an int. In the absolute form it may be longer: `12@3` is the number 12, `abc@1` the string
  ///   abc. Tokens of the absolute form may come in any order; those at one instant keep theirs.
  /// - With ``Dialect/rx``, everything before `^` happens before time zero and is left out.
  /// - With ``Dialect/asv``, the clock starts one step before the first character of the grid form, so the first
  ///   character is at one step; without an end, the row finishes at its last character. An expectation of an output is
  ///   read literally: without an end it stays open, and anything after the end is an error.
  ///
  /// - Parameters:
  ///   - text: the diagram.
  ///   - row: the name of its row, for errors.
  ///   - step: the duration of one character, more than 0.
  ///   - dialect: the dialect to read.
  ///   - color: the colour of every event.
  ///   - isExpectation: whether the diagram is the expectation of an output, rather than an input.
  /// - Throws: ``DiagramError`` with the column of the first thing that cannot be read.
  public static func parse(
    _ text: String, row: String = "diagram", step: SceneTime = .seconds(1), dialect: Dialect = .marbled,
    color: MarbleColor = .green, isExpectation: Bool = false
  ) throws(DiagramError) -> Diagram {
    let source = DiagramSource(text: text, row: row, step: step, dialect: dialect, isExpectation: isExpectation)
    return try source.diagram(of: source.marks(), color: color).diagram
  }
}

/// One mark of a diagram, and the offset of its character.
struct DiagramMark {
  enum Kind {
    case value(Value)
    case finish, error, zero, cancel, withhold

    /// Whether the mark concerns the consumer rather than the row.
    var isOfConsumer: Bool {
      switch self {
      case .cancel, .withhold: true
      default: false
      }
    }
  }

  var kind: Kind
  var time: SceneTime
  var offset: Int
}

/// All marks of a diagram, in the order of its text.
struct DiagramMarks {
  var form: DiagramSourceMap.Form
  var marks: [DiagramMark]
  /// The characters of the grid form at which nothing happens.
  var pauses: [DiagramSourceMap.Tick] = []
  /// The time after the last character of the grid form; the latest time of the absolute form.
  var limit: SceneTime
  /// When an input of dialect `asv` without an end finishes.
  var implicitEnd: SceneTime
}

/// The text of a diagram as characters, shared by its two readers.
struct DiagramSource {
  let text: String
  let row: String
  let step: SceneTime
  let dialect: Dialect
  let isExpectation: Bool
  let characters: [Character]

  init(text: String, row: String, step: SceneTime, dialect: Dialect, isExpectation: Bool) {
    self.text = text
    self.row = row
    self.step = step
    self.dialect = dialect
    self.isExpectation = isExpectation
    characters = Array(text)
  }

  /// Whether anything after the end is ignored, because it is never reached.
  var endsSilently: Bool { dialect == .asv && !isExpectation }

  /// The token at `offset`; nil for a value and past the end of the text.
  func token(_ offset: Int) -> Alphabet? { offset < characters.count ? Alphabet(characters[offset]) : nil }

  /// Whether the character at `offset` is white space; also true past the end of the text.
  func isBlank(_ offset: Int) -> Bool { offset >= characters.count || token(offset) == .blank }

  /// Whether an `@` stands outside quotes.
  var isAbsolute: Bool {
    var isQuoted = false
    for character in characters {
      let token = Alphabet(character)
      if token == .quote { isQuoted.toggle() }
      if token == .at && !isQuoted { return true }
    }
    return false
  }

  /// The offset of the quote that closes the one at `start`.
  func closingQuote(of start: Int) throws(DiagramError) -> Int {
    var offset = start + 1
    while offset < characters.count {
      if token(offset) == .quote { return offset }
      offset += 1
    }
    throw error(at: start, found: "a quote that is never closed", expected: "`'` after the value")
  }

  /// The meaning of a mark in this dialect; nil when `token` is not a mark.
  ///
  /// - Throws: when `token` belongs to another dialect.
  func kind(of token: Alphabet?, at offset: Int) throws(DiagramError) -> DiagramMark.Kind? {
    switch token {
    case .finish: return .finish
    case .hash: return .error
    case .error: return dialect == .rx ? .zero : .error
    case .cancel, .withhold:
      guard dialect == .asv else {
        throw error(
          at: offset, found: "\(quoted(offset..<offset + 1)), a token of dialect asv",
          expected: "one of dialect \(dialect.rawValue)",
          suggestion: "choose `dialect: asv`, or for the value write `'\(characters[offset])'`")
      }
      return token == .cancel ? .cancel : .withhold
    default: return nil
    }
  }

  /// The characters in `range` in backquotes, shortened.
  func quoted(_ range: Range<Int>) -> String {
    "`\(DisplayText.shortened(characters[range.clamped(to: 0..<characters.count)], to: 24))`"
  }

  func error(at offset: Int, found: String, expected: String, suggestion: String? = nil) -> DiagramError {
    DiagramError(
      row: row, column: offset + 1, diagram: text, found: found, expected: expected, suggestion: suggestion)
  }

  /// Reads the text, in the absolute form when an `@` stands outside quotes.
  func marks() throws(DiagramError) -> DiagramMarks {
    guard step > .zero else {
      throw error(at: 0, found: "a time step of \(DurationNotation.print(step))", expected: "one longer than 0s")
    }
    if isAbsolute {
      var reader = AbsoluteReader(source: self)
      try reader.read()
      let latest = reader.latest
      return DiagramMarks(form: .absolute, marks: reader.marks, limit: latest, implicitEnd: latest)
    }
    var reader = GridReader(source: self)
    try reader.read()
    return DiagramMarks(
      form: .grid, marks: reader.marks, pauses: reader.pauses, limit: reader.time,
      implicitEnd: max(.zero, reader.time - step))
  }

  /// Sorts marks by time and makes the diagram.
  ///
  /// - Returns: the diagram, and the offsets of its events and of its end.
  func diagram(
    of read: DiagramMarks, color: MarbleColor
  ) throws(DiagramError) -> (diagram: Diagram, events: [Int], end: Int?) {
    let ordered = read.marks.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    var zero: SceneTime?
    for (_, mark) in ordered { if case .zero = mark.kind { zero = mark.time } }
    var events: [Event] = []
    var end: (end: Timeline.End, mark: DiagramMark)?
    var diagram = Diagram(timeline: Timeline(end: .open), zero: zero)
    var offsets: [Int] = []
    for (_, mark) in ordered {
      let time = mark.time - (zero ?? .zero)
      if let end, isEnd(mark.kind) || mark.time > end.mark.time {
        if endsSilently || mark.kind.isOfConsumer { continue }
        throw afterEnd(mark.offset, end: end.mark.offset)
      }
      switch mark.kind {
      case .value(let value):
        if time < .zero { continue }
        events.append(Event(time: time, value: value, color: color))
        offsets.append(mark.offset)
      case .finish: end = (.finish(time), mark)
      case .error: end = (.error(time, message: Timeline.defaultErrorMessage), mark)
      case .cancel: diagram.cancellation = time
      case .withhold: diagram.withheld.append(time)
      case .zero: break
      }
    }
    diagram.timeline = Timeline(events: events, end: end?.end ?? (endsSilently ? .finish(read.implicitEnd) : .open))
    if dialect == .asv { diagram.demand = demand(of: ordered.map(\.element)) }
    return (diagram, offsets, end?.mark.offset)
  }

  /// When a consumer requests values that a diagram controls: the rule of AsyncSequenceValidation's test driver.
  private func demand(of marks: [DiagramMark]) -> [SceneTime] {
    var times = [SceneTime.zero]
    for mark in marks {
      if case .withhold = mark.kind {
        times[times.count - 1] = mark.time + step
      } else {
        times.append(mark.time)
      }
    }
    return times
  }

  private func isEnd(_ kind: DiagramMark.Kind) -> Bool {
    switch kind {
    case .finish, .error: true
    default: false
    }
  }

  /// The error for a repeated mark at `offset` that a row may have only once.
  func second(at offset: Int) -> DiagramError {
    error(at: offset, found: "a second \(quoted(offset..<offset + 1))", expected: "at most one in a row")
  }

  /// The error for a character at `offset` that comes after the end mark at `end`.
  func afterEnd(_ offset: Int, end: Int) -> DiagramError {
    error(
      at: offset, found: "\(quoted(offset..<offset + 1)) after the end `\(characters[end])`", expected: "nothing more")
  }
}
