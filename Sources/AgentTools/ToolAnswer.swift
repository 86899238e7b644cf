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
      part.hasPrefix("<svg") ? part : Self.cut(part, to: limits.answerBytes)
    }
    return .object([
      "content": .array(texts.map { .object(["type": "text", "text": .string($0)]) }), "isError": .bool(isError),
    ])
  }

  /// The first lines of a text that is too long, and how much is left out.
  ///
  /// - Parameter limit: the maximum length of what is kept, in bytes of UTF-8: a character may have any number of them.
  static func cut(_ text: String, to limit: Int) -> String {
    let bytes = text.utf8
    guard bytes.count > limit else { return text }
    var end = bytes.index(bytes.startIndex, offsetBy: limit)
    if let line = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")) {
      end = bytes.index(after: line)
    } else {
      // Never within a scalar.
      while bytes[end] & 0xC0 == 0x80 { bytes.formIndex(before: &end) }
    }
    let (kept, rest) = (bytes[..<end], bytes[end...])
    let lines = max(1, rest.split(separator: UInt8(ascii: "\n")).count)
    return String(Substring(kept)) + (kept.last == UInt8(ascii: "\n") ? "" : "\n")
      + "… cut here: \(lines) more line\(lines == 1 ? "" : "s") with \(rest.count) bytes. Ask for less, "
      + "or run `marbled` in a shell.\n"
  }
}
