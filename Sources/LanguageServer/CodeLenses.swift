internal import Marbles
internal import SceneFiles

/// The commands above a scene: `run` and `check` of a file, and `check` of a document, above each of its scenes.
enum CodeLenses {
  /// The maximum number of lenses of a document.
  private static let most = 200

  /// The answer to `textDocument/codeLens`.
  static func value(of document: TextDocument) -> Value {
    guard !document.isTooLong else { return .array([]) }
    if document.isMarkdown {
      let scenes = (try? MarkdownDocument(parsing: document.text, path: document.path))?.scenes ?? []
      return .array(scenes.prefix(most).map { lens("check", LanguageServer.checkCommand, document, line: $0.line - 1) })
    }
    guard SceneFile.mayBeScene(document.text) else { return .array([]) }
    return .array([
      lens("run", "marbled.run", document, line: 0), lens("check", LanguageServer.checkCommand, document, line: 0),
    ])
  }

  private static func lens(_ title: String, _ command: String, _ document: TextDocument, line: Int) -> Value {
    let start = Position(line: line, character: 0).value
    return .object([
      "range": .object(["start": start, "end": start]),
      "command": .object([
        "title": .string(title), "command": .string(command), "arguments": .array([.string(document.path)]),
      ]),
    ])
  }
}

/// Addresses of documents.
enum DocumentAddress {
  /// The path of a `file:` address; other addresses, such as that of a document without a file, stay as they are.
  static func path(of uri: String) -> String {
    guard uri.hasPrefix("file://") else { return uri }
    let rest = uri.dropFirst("file://".count)
    // A host may stand before the path.
    return decoded(rest[(rest.firstIndex(of: "/") ?? rest.startIndex)...])
  }

  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var (decoded, index): ([UInt8], Int) = ([], 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
