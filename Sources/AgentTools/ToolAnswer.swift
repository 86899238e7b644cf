internal import Marbles

/// The answer of a tool: texts, the first of which is for everybody.
public struct ToolAnswer: Hashable, Sendable {
  /// The parts, in their order.
  public var parts: [String]
  /// Whether the tool failed; the first part says why.
  public var isError = false

  /// An answer.
  init(_ parts: [String]) { self.parts = parts }

  /// Says why a tool has no answer.
  public init(failure: String) {
    parts = [failure]
    isError = true
  }

  /// The result of the request.
  func value(_ limits: AgentLimits) -> Value {
    let texts = parts.map { part in
      // An SVG is whole or not there, see the tool.
      part.hasPrefix("<svg") ? part : Self.cut(part, to: limits.answerCharacters)
    }
    return .object([
      "content": .array(texts.map { .object(["type": "text", "text": .string($0)]) }), "isError": .bool(isError),
    ])
  }

  /// The first lines of a text that is too long, and how many are left out.
  static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit, text.count > limit else { return text }
    let kept = text.prefix(limit)
    let whole = kept.lastIndex(of: "\n").map { kept[...$0] } ?? kept
    let rest = text[whole.endIndex...]
    let lines = max(1, rest.split(separator: "\n").count)
    return whole + (whole.last == "\n" ? "" : "\n")
      + "… cut here: \(lines) more line\(lines == 1 ? "" : "s") with \(rest.count) characters. Ask for less, "
      + "or run `marbled` in a shell.\n"
  }
}
