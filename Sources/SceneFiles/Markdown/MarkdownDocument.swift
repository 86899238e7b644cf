/// A Markdown document with scenes, in code blocks that are marked `marbled`, and with pictures of scenes.
///
/// ~~~markdown
/// ```yaml marbled
/// rows:
///   ints: { marbles: "1-2-3|" }
///   sums: { apply: "ints.reductions(+)", expect: "1-3-6|" }
/// ```
///
/// ![Sums](pictures/sums.svg)
/// ~~~
public struct MarkdownDocument: Sendable {
  /// The path as given, for messages.
  public let path: String
  /// The text of the document, unchanged.
  public let text: String
  /// The code blocks that are marked `marbled`, in order.
  public let scenes: [MarkdownScene]
  /// The images that belong to scenes, in order.
  public let figures: [MarkdownFigure]

  private let bytes: [UInt8]

  /// Whether the document has scenes, or pictures of scenes.
  public var hasScenes: Bool { !scenes.isEmpty || !figures.isEmpty }

  /// The maximum number of bytes that are read for all scenes: the YAML of each scene is as long as the document.
  static let maximumBytes = 256 << 20

  /// Finds the scenes and the pictures of a document.
  ///
  /// - Throws: ``SceneFileError`` when the document is too long for the number of its scenes.
  public init(parsing text: String, path: String) throws(SceneFileError) {
    let bytes = Array(text.utf8)
    var scanner = MarkdownScanner(bytes)
    scanner.scan()
    if let last = scanner.scenes.last, scanner.scenes.count > Self.maximumBytes / max(bytes.count, 1) {
      throw SceneFileError(
        path: path, line: last.line, column: 1,
        message: "the document is too long for its \(scanner.scenes.count) scenes", source: "",
        help: "split it into several documents")
    }
    (self.path, self.text, self.bytes) = (path, text, bytes)
    (scenes, figures) = (scanner.scenes, scanner.figures)
  }

  /// The endings of Markdown documents, without dots.
  package static let endings = ["md", "markdown"]

  /// Whether the file at `path` is a Markdown document, by its name.
  public static func isDocument(_ path: String) -> Bool { endings.contains { path.hasSuffix(".\($0)") } }

  /// The document up to the end of a scene, with blanks in place of everything else.
  ///
  /// So each character of the scene has the line, the column and the offset that it has in the document.
  package func yaml(of scene: MarkdownScene) -> String {
    var yaml = bytes[..<scene.end].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    for line in scene.lines {
      for offset in line { yaml[offset] = bytes[offset] }
    }
    return String(decoding: yaml, as: UTF8.self)
  }
}

/// A code block of a document that is marked `marbled`.
public struct MarkdownScene: Hashable, Sendable {
  /// The number of the scene in its document, from 1.
  public let number: Int
  /// The line of the opening fence, from 1.
  public let line: Int
  /// The UTF-8 offsets of its lines, without what quotes and lists put before them.
  package let lines: [Range<Int>]
  /// The UTF-8 offset after its last line.
  let end: Int
}
