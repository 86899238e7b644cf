public import Marbles
internal import Scenes

extension Narration {
  /// How sentences are put.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// To be read: `2.5 s: zip emits (2, b)`.
    case written
    /// To be heard, with units spelled out and no signs of ours: `At 2.5 seconds, zip emits (2, b)`.
    case spoken
  }

  /// How many characters of a value are shown.
  static let valueLength = 40
  /// How many characters of an error's message are shown.
  static let messageLength = 120

  /// What a sentence begins with.
  func opening(_ time: SceneTime) -> String { style == .written ? "\(span(time)): " : "At \(span(time)), " }

  /// A time, or how long something took, with its unit.
  public func span(_ time: SceneTime) -> String {
    let time = time.inMilliseconds
    return switch style {
    case .written: "\(time) s"
    case .spoken: time == .seconds(1) ? "1 second" : "\(time) seconds"
    }
  }

  /// `what`, which happened at `time`; nothing is said about the time when that is `now`.
  func dated(_ what: String, _ time: SceneTime, now: SceneTime) -> String {
    guard time != now else { return what }
    return style == .written ? "\(what) (\(span(time)))" : "\(what) at \(span(time))"
  }

  /// A value, safe and short: objects by what they are called, and what is not one word between quotes.
  func shown(_ value: Value) -> String {
    if case .string(let text) = value { return quoted(text) }
    if case .array = value { return shown(value.told(within: Self.valueLength, quotes: quoted)) }
    if value.title != nil { return value.told(quotes: quoted) }
    return shortened(value.told(quotes: quoted), to: Self.valueLength)
  }

  private func quoted(_ text: String) -> String {
    let short = shortened(text, to: Self.valueLength)
    return text.isEmpty || text.contains { $0.isWhitespace || $0 == "\"" } ? "\"\(short)\"" : short
  }

  /// A message or a name, safe and short.
  func shown(_ text: String) -> String { shortened(text, to: Self.messageLength) }

  private func shortened(_ text: String, to limit: Int) -> String {
    var short = DisplayText.shortened(text, to: limit)
    if style == .spoken, short.hasSuffix("…"), text.count > limit {
      short.removeLast()
      short += " and so on"
    }
    return short
  }

  /// The row's name, as it is shown.
  func name(ofRow row: Int) -> String { shown(recording.rows[row].name) }
}

/// `a`, `a and b`, `a, b and c`.
func listed(_ items: [String]) -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " and " + last
}
