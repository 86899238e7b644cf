/// Finds the scenes and the pictures in a Markdown text.
///
/// It follows CommonMark as far as that decides where code blocks begin and end: quotes, list items, fences, indented
/// code and HTML comments.
struct MarkdownScanner {
  /// The scenes found so far.
  private(set) var scenes: [MarkdownScene] = []
  /// The figures found so far.
  var figures: [MarkdownFigure] { reader.figures }

  /// The block without other blocks in it that the next line may continue.
  private enum Leaf: Hashable {
    case none, paragraph, comment, verbatim
    case code(MarkdownFence, line: Int)
  }

  /// The maximum nesting of quotes and list items; what is deeper is text.
  private static let maximumDepth = 100

  private let bytes: [UInt8]
  private var containers: [MarkdownLine.Container] = []
  private var leaf = Leaf.none
  /// The lines of the open code block, if it is a scene.
  private var code: [Range<Int>] = []
  /// The offset after the opening fence, or after the last line, of the open code block.
  private var codeEnd = 0
  /// The open comment, and its first line.
  private var comment: (text: [UInt8], line: Int) = ([], 0)
  private var reader = MarkdownFigureReader()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads all lines.
  mutating func scan() {
    var number = 1
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while offset < bytes.count {
      let line = MarkdownLine(bytes, number: number, start: offset)
      read(line)
      (number, offset) = (number + 1, line.next)
    }
    closeLeaf()
    reader.finish()
  }

  private mutating func read(_ line: MarkdownLine) {
    var line = line
    var depth = 0
    while depth < containers.count, line.enter(containers[depth]) { depth += 1 }
    if depth < containers.count {
      if leaf == .paragraph, line.continuesParagraph { return reader.readText(line) }
      closeLeaf()
      reader.endParagraph()
      containers.removeSubrange(depth...)
    }
    switch leaf {
    case .code(let fence, _):
      if fence.isClosed(by: line) { return closeLeaf() }
      return readCode(line, fence)
    case .comment: return readComment(line)
    case .verbatim:
      if line.endsVerbatim { leaf = .none }
      return
    case .none, .paragraph: break
    }
    while containers.count < Self.maximumDepth, let container = line.open(isInParagraph: leaf == .paragraph) {
      leaf = .none
      reader.endParagraph()
      containers.append(container)
    }
    begin(line)
  }

  /// Reads a line that is not inside of a code block or of HTML.
  private mutating func begin(_ line: MarkdownLine) {
    if line.isBlank {
      leaf = .none
      reader.endParagraph()
    } else if let fence = MarkdownFence(line) {
      reader.finish()
      leaf = .code(fence, line: line.number)
      (code, codeEnd) = ([], line.next)
    } else if line.beginsComment {
      leaf = .comment
      comment = ([], line.number)
      // `<!-->` is a comment, too.
      readComment(line.from(line.text.startIndex + 2))
    } else if line.beginsVerbatim {
      reader.finish()
      leaf = line.endsVerbatim ? .none : .verbatim
    } else if line.isBlock {
      reader.finish()
      leaf = .none
    } else {
      leaf = .paragraph
      reader.readText(line)
    }
  }

  private mutating func readCode(_ line: MarkdownLine, _ fence: MarkdownFence) {
    guard fence.isScene else { return }
    code.append(line.offset..<line.next)
    codeEnd = line.next
  }

  private mutating func readComment(_ line: MarkdownLine) {
    guard let end = line.end(of: "-->") else {
      comment.text += line.content + [0x0A]
      return
    }
    comment.text += line.content.prefix(upTo: end).dropLast(3)
    leaf = .none
    reader.readComment(String(decoding: comment.text, as: UTF8.self), line: comment.line)
    let rest = line.from(end)
    if !rest.isBlank { reader.readText(rest) }
  }

  private mutating func closeLeaf() {
    if case .code(let fence, let line) = leaf, fence.isScene {
      scenes.append(MarkdownScene(number: scenes.count + 1, line: line, lines: code, end: codeEnd))
      reader.readScene(scenes.count)
    }
    leaf = .none
  }
}
