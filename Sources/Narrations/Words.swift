public import Marbles
internal import Scenes

extension Narration {
  /// The style of sentences.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// For reading: `2.5 s: zip emits (2, b)`.
    case written
    /// For listening, with units spelled out and without special characters: `At 2.5 seconds, zip emits (2, b)`.
    case spoken

    /// A time or a duration with its unit.
    func span(_ time: SceneTime) -> String {
      let time = time.inMilliseconds
      return switch self {
      case .written: "\(time) s"
      case .spoken: time == .seconds(1) ? "1 second" : "\(time) seconds"
      }
    }
  }

  /// The maximum length of a value, in characters.
  static let valueLength = 40
  /// The maximum length of an error message, in characters.
  static let messageLength = 120

  /// The beginning of a sentence.
  func opening(_ time: SceneTime) -> String { style == .written ? "\(span(time)): " : "At \(span(time)), " }

  /// A time or a duration with its unit.
  public func span(_ time: SceneTime) -> String { style.span(time) }

  /// `what` with its time, which is left out if it is `now`.
  func dated(_ what: String, _ time: SceneTime, now: SceneTime) -> String {
    guard time != now else { return what }
    return style == .written ? "\(what) (\(span(time)))" : "\(what) at \(span(time))"
  }

  /// A value without control characters, shortened: objects by their name, and texts of several words in quotes.
  func shown(_ value: Value) -> String {
    if case .string(let text) = value { return quoted(text) }
    if case .array = value { return shown(value.summary(maxLength: Self.valueLength, quotes: quoted)) }
    if value.title != nil { return value.summary(quotes: quoted) }
    return shortened(value.summary(quotes: quoted), to: Self.valueLength)
  }

  private func quoted(_ text: String) -> String {
    // Only what is shown, as a text may be very long.
    let start = text.prefix(Self.valueLength)
    let short = shortened(text, to: Self.valueLength)
    return start.isEmpty || start.contains { $0.isWhitespace || $0 == "\"" } ? "\"\(short)\"" : short
  }

  /// A message or a name without control characters, shortened.
  func shown(_ text: String) -> String { shortened(text, to: Self.messageLength) }

  private func shortened(_ text: String, to limit: Int) -> String {
    var short = DisplayText.shortened(text, to: limit)
    if style == .spoken, short.hasSuffix("…"), !text.dropFirst(limit).isEmpty {
      short.removeLast()
      short += " and so on"
    }
    return short
  }

  /// A value of a row in a sentence. The written style uses backquotes, so that the value stands out.
  func setOff(_ value: Value) -> String {
    let text = shown(value)
    return style == .written && !text.hasPrefix("\"") ? "`\(text)`" : text
  }

  /// The same, of a value that may have a label in its row.
  func setOff(_ value: Value, ofRow row: Int) -> String { setOff(named(value, in: row)) }

  /// `2` from ints
  func named(_ value: Value, ofRow row: Int) -> String { "\(setOff(value, ofRow: row)) from \(name(ofRow: row))" }

  /// `row a`, `rows a and b`: so that no name is read as an article.
  func rows(_ rows: [Int]) -> String {
    "\(rows.count == 1 ? "row" : "rows") \(listed(rows.map { name(ofRow: $0) }))"
  }

  /// The name of a row without control characters.
  func name(ofRow row: Int) -> String { shown(recording.rows[row].name) }
}
