internal import Layout
internal import Marbles
internal import Terminal

/// Draws sentences below the rows, within the available lines.
struct CaptionPainter {
  /// The rows of cells for the caption.
  let lines: Range<Int>
  /// The number of columns for text; there is a margin on both sides.
  let columns: Int
  let palette: CellPalette
  /// The lines of the last picture.
  var memory = FrameMemory()
  /// The most lines with a story; more only for the newest instant. Nil for all lines.
  var most: Int?

  /// Draws the sentences of the newest instant, and above them as much of the story as fits.
  func draw(_ caption: Caption, on surface: inout Surface) {
    let dim = Style(foreground: palette.theme.muted)
    let contents = Contents(caption: caption, width: width, lines: lines.count, most: most, ellipsis: ellipsis)
    for (row, line) in zip(lines, memory.caption.value(of: contents) { lines(of: caption) }) {
      // In a drawn picture, marks around code are noise.
      let text = surface.recordsElements ? line.text.replacing("`", with: "") : line.text
      surface.put(text, column: 2, row: row, style: line.isStory ? dim : .plain)
    }
  }

  /// What determines the lines.
  struct Contents: Hashable {
    fileprivate let caption: Caption
    fileprivate let width: Int
    fileprivate let lines: Int
    fileprivate let most: Int?
    fileprivate let ellipsis: Character
  }

  /// A line of a caption.
  struct Line {
    fileprivate let text: String
    /// Whether it tells about an earlier instant.
    fileprivate let isStory: Bool
  }

  private func lines(of caption: Caption) -> [Line] {
    let newest = caption.ending.isEmpty ? newestLines(of: caption) : endingLines(of: caption)
    let story = storyLines(of: caption, limit: (most ?? lines.count) - newest.count)
    return story.map { Line(text: $0, isStory: true) } + newest.map { Line(text: $0, isStory: false) }
  }

  /// As many of the last sentences of the story as fit, each as a whole; if not even the last one fits, its beginning.
  private func storyLines(of caption: Caption, limit: Int) -> [String] {
    var story: [String] = []
    for sentence in caption.story.reversed() where story.count < limit {
      let lines = Self.wrapped(sentence, width: width, lines: .max, ellipsis)
      guard story.count + lines.count <= limit else {
        guard story.isEmpty else { return story }
        return most == nil ? Self.wrapped(sentence, width: width, lines: limit, ellipsis) : lines
      }
      story = lines + story
    }
    return story
  }

  /// As many paragraphs as fit, from the first on; the last one may be cut, and names the key that shows the rest.
  private func endingLines(of caption: Caption) -> [String] {
    let all = caption.ending.flatMap { Self.wrapped($0, width: width, lines: .max, ellipsis) }
    guard all.count > lines.count, !lines.isEmpty else { return all }
    let last = all[lines.count - 1]
    let end = caption.more.map { " \(ellipsis) \($0)" } ?? " \(ellipsis)"
    let words = Self.words(of: last)
    let kept = words.indices.reversed().map { words[...$0].joined(separator: " ") }
      .first { DisplayWidth.of($0) + DisplayWidth.of(end) <= width }
    return all.prefix(lines.count - 1) + [(kept ?? "") + end]
  }

  /// The lines of some paragraphs.
  static func lines(of paragraphs: [String], columns: Int, ellipsis: Character) -> Int {
    paragraphs.reduce(0) { $0 + wrapped($1, width: columns - margins, lines: .max, ellipsis).count }
  }

  /// The blank columns on both sides.
  private static let margins = 4

  private var width: Int { columns - Self.margins }
  private var ellipsis: Character { palette.glyphs.ellipsis }

  /// Each sentence on its own lines if there is room, else all of them as one paragraph, which names the time once.
  private func newestLines(of caption: Caption) -> [String] {
    let whole = caption.newest.flatMap { Self.wrapped($0, width: width, lines: lines.count, ellipsis) }
    if whole.count <= lines.count { return whole }
    guard let first = caption.newest.first, let time = first.firstRange(of: ": ") else { return [] }
    let opening = first[..<time.upperBound]
    let rest = caption.newest.dropFirst().map { $0.hasPrefix(opening) ? String($0.dropFirst(opening.count)) : $0 }
    return Self.wrapped(([first] + rest).joined(separator: " "), width: width, lines: lines.count, ellipsis)
  }

  /// `text` broken between words into at most `lines` lines; an ellipsis replaces the rest.
  static func wrapped(_ text: String, width: Int, lines: Int, _ ellipsis: Character) -> [String] {
    var wrapped: [String] = []
    var rest = words(of: text)[...]
    while !rest.isEmpty, wrapped.count < lines {
      if wrapped.count == lines - 1 {
        wrapped.append(shortened(rest, width: width, ellipsis))
        break
      }
      var line = DisplayWidth.shortened(rest.removeFirst(), width: width, ellipsis: ellipsis)
      while let word = rest.first, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
        line += " " + word
        rest.removeFirst()
      }
      wrapped.append(line)
    }
    return wrapped
  }

  /// The words of a text; a number and its unit stay together, as in `(2.5 s)`.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if word.first == "s", word.dropFirst().allSatisfy(\.isPunctuation), words.last?.last?.isNumber == true {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
    }
    return words
  }

  /// The words, or as many as fit with an ellipsis; at least a part of the first.
  private static func shortened(_ words: ArraySlice<String>, width: Int, _ ellipsis: Character) -> String {
    let text = words.joined(separator: " ")
    guard DisplayWidth.of(text) > width else { return text }
    var kept = ""
    for word in words {
      let next = kept.isEmpty ? word : kept + " " + word
      guard DisplayWidth.of(next) + 2 <= width else { break }
      kept = next
    }
    return kept.isEmpty ? DisplayWidth.shortened(text, width: width, ellipsis: ellipsis) : "\(kept) \(ellipsis)"
  }
}
