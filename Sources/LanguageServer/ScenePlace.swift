internal import Marbles
internal import SceneFiles

/// A place in a scene of a document.
struct ScenePlace {
  let document: TextDocument
  let offset: Int
  let cursor: SceneCursor
  /// The text with the scene; in a Markdown document, all else is blank in it.
  let bytes: [UInt8]

  /// Finds a place; nil outside of scenes.
  init?(in document: TextDocument, at offset: Int) {
    guard !document.isTooLong else { return nil }
    if document.isMarkdown {
      guard let markdown = try? MarkdownDocument(parsing: document.text, path: document.path),
        let scene = markdown.scenes.first(where: {
          $0.lines.contains { $0.lowerBound <= offset && offset <= $0.upperBound }
        })
      else { return nil }
      bytes = Array(markdown.yaml(of: scene).utf8)
    } else {
      bytes = document.bytes
    }
    (self.document, self.offset) = (document, offset)
    cursor = SceneCursor(in: bytes, at: offset)
  }
}
