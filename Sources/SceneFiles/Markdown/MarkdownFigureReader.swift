/// Collects the images that directly follow scenes and comments.
struct MarkdownFigureReader {
  /// The figures found so far.
  private(set) var figures: [MarkdownFigure] = []

  /// What the next paragraph shows if it begins with an image.
  private enum Subject {
    case scene
    case comment(words: [String], line: Int)
  }

  private var subject: Subject?
  /// The number of the last scene.
  private var scene: Int?
  /// The lines of the open paragraph of images.
  private var lines: [MarkdownLine] = []

  /// Reads the end of a scene, by its number.
  mutating func readScene(_ number: Int) {
    finish()
    (scene, subject) = (number, .scene)
  }

  /// Reads a comment, without its marks.
  ///
  /// - Parameter line: the first line of the comment, from 1.
  mutating func readComment(_ text: String, line: Int) {
    // The text begins with the last two characters of `<!--`.
    let words = text.dropFirst(2).split(whereSeparator: \.isWhitespace)
    guard let first = words.first, first.hasPrefix(Self.mark) else { return }
    finish()
    let rest = [first.dropFirst(Self.mark.count)].filter { !$0.isEmpty } + words.dropFirst()
    subject = .comment(words: rest.map(String.init), line: line)
  }

  private static let mark = "marbled:"

  /// Reads a line of a paragraph or of HTML.
  mutating func readText(_ line: MarkdownLine) {
    if !lines.isEmpty || subject != nil && Self.beginsWithImage(line) {
      lines.append(line)
    } else {
      finish()
    }
  }

  /// Whether a line begins with an image, with a link around an image, or with HTML, which may contain one.
  private static func beginsWithImage(_ line: MarkdownLine) -> Bool {
    ["![", "[![", "<"].contains { line.text.starts(with: $0.utf8) }
  }

  /// Ends the open paragraph of images; without one, images may still follow.
  mutating func endParagraph() {
    if !lines.isEmpty { finish() }
  }

  /// Ends the figure: what follows belongs to nothing above.
  mutating func finish() {
    defer { (subject, lines) = (nil, []) }
    let pictures = MarkdownImageScanner.images(in: lines).compactMap { destination, offset in
      MarkdownFigure.Picture.path(of: destination).map { picture($0, at: offset) }
    }
    switch subject {
    case .comment(let words, let line):
      figures.append(MarkdownFigure(options: words, scene: scene, line: line, pictures: pictures))
    case .scene:
      guard let first = pictures.first else { return }
      figures.append(MarkdownFigure(options: nil, scene: scene, line: first.line, pictures: pictures))
    case nil: break
    }
  }

  private func picture(_ path: String, at offset: Int) -> MarkdownFigure.Picture {
    let line = lines.last { $0.start <= offset } ?? lines[0]
    let before = String(decoding: line.bytes[line.start..<offset], as: UTF8.self)
    return MarkdownFigure.Picture(path: path, line: line.number, column: before.count + 1)
  }
}
