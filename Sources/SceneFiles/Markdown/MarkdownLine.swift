/// A line of a Markdown text, and what is left of it after the marks of quotes and list items.
///
/// The rules are those of CommonMark 0.31.
struct MarkdownLine {
  /// A block that contains other blocks.
  enum Container: Hashable {
    /// A block quote.
    case quote
    /// A list item, whose content is indented by this many columns.
    case item(indentation: Int)
  }

  /// The text as UTF-8.
  let bytes: [UInt8]
  /// The number of the line, from 1.
  let number: Int
  /// The offset of its first byte.
  let start: Int
  /// The offset after its last byte, without its line break.
  let end: Int
  /// The offset after its line break.
  let next: Int
  /// The offset of the first byte that is left.
  private(set) var offset: Int
  /// The column of ``offset``, from 0; a tab reaches to the next multiple of 4.
  private var column = 0

  init(_ bytes: [UInt8], number: Int, start: Int) {
    self.bytes = bytes
    (self.number, self.start, offset) = (number, start, start)
    end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    let isPair = bytes[end...].starts(with: [0x0D, 0x0A])
    next = min(end + (isPair ? 2 : 1), bytes.count)
  }

  /// The bytes that are left, without the line break.
  var content: ArraySlice<UInt8> { bytes[offset..<end] }
  /// The bytes that are left, without blanks at the start.
  var text: ArraySlice<UInt8> { content.drop(while: Self.isBlank) }
  /// Whether only blanks are left.
  var isBlank: Bool { text.isEmpty }
  /// Whether what is left may begin a block, as it is not indented like code.
  var mayBegin: Bool { indentation < 4 }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The width of the blanks at the start, in columns.
  var indentation: Int {
    var width = 0
    for byte in content {
      guard Self.isBlank(byte) else { break }
      width += byte == 0x09 ? 4 - (column + width) % 4 : 1
    }
    return width
  }

  /// Removes columns from the start; only a part of a tab, if need be.
  private mutating func remove(columns: Int) {
    var rest = columns
    while rest > 0, offset < end {
      let width = bytes[offset] == 0x09 ? 4 - column % 4 : 1
      let removed = min(width, rest)
      column += removed
      rest -= removed
      if removed == width { offset += 1 }
    }
  }

  /// The same line from an offset on.
  func from(_ offset: Int) -> MarkdownLine {
    var line = self
    line.offset = offset
    return line
  }

  /// The offset after the first occurrence of `mark`; nil when it does not occur.
  func end(of mark: StaticString) -> Int? {
    mark.withUTF8Buffer { mark in
      content.indices.first { content[$0...].starts(with: mark) }.map { $0 + mark.count }
    }
  }
}

// MARK: Containers

extension MarkdownLine {
  /// Removes what a line inside of `container` begins with; false when the line is not inside.
  mutating func enter(_ container: Container) -> Bool {
    switch container {
    case .quote: return enterQuote()
    case .item(let indentation):
      if isBlank { return true }
      guard self.indentation >= indentation else { return false }
      remove(columns: indentation)
      return true
    }
  }

  /// Removes the mark of a block quote.
  private mutating func enterQuote() -> Bool {
    guard mayBegin, text.first == UInt8(ascii: ">") else { return false }
    remove(columns: indentation + 1)
    if indentation > 0 { remove(columns: 1) }
    return true
  }

  /// Removes the mark of a new container; nil when there is none.
  ///
  /// - Parameter isInParagraph: whether the line above is a paragraph, which not every list item interrupts.
  mutating func open(isInParagraph: Bool) -> Container? {
    if enterQuote() { return .quote }
    guard mayBegin, !isThematicBreak, let marker = marker else { return nil }
    let margin = indentation
    var line = self
    line.remove(columns: margin + marker.width)
    let (gap, isEmpty) = (line.indentation, line.isBlank)
    guard isEmpty || gap > 0, !isInParagraph || !isEmpty && marker.interruptsParagraphs else { return nil }
    // With more than four blanks, the item begins with indented code.
    let padding = isEmpty || gap > 4 ? 1 : gap
    line.remove(columns: padding)
    self = line
    return .item(indentation: margin + marker.width + padding)
  }

  /// The mark of a list item: `-`, `+`, `*`, `1.` or `1)`.
  private var marker: (width: Int, interruptsParagraphs: Bool)? {
    guard let first = text.first else { return nil }
    if "-+*".utf8.contains(first) { return (1, true) }
    let number = text.prefix(10).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...9).contains(number.count), let sign = text.dropFirst(number.count).first, ".)".utf8.contains(sign)
    else { return nil }
    return (number.count + 1, number.elementsEqual("1".utf8))
  }
}

// MARK: Blocks

extension MarkdownLine {
  /// Whether it is a line across the page, such as `---` or `* * *`.
  private var isThematicBreak: Bool {
    let marks = text.filter { !Self.isBlank($0) }
    guard mayBegin, let mark = marks.first, "-_*".utf8.contains(mark) else { return false }
    return marks.count >= 3 && marks.allSatisfy { $0 == mark }
  }

  /// Whether it is a block by itself: a heading, or a line across the page.
  var isBlock: Bool {
    let signs = text.prefix { $0 == UInt8(ascii: "#") }
    let isHeading = (1...6).contains(signs.count) && text.dropFirst(signs.count).first.map(Self.isBlank) != false
    return mayBegin && isHeading || isThematicBreak
  }

  /// Whether an HTML comment begins here.
  var beginsComment: Bool { mayBegin && text.starts(with: "<!--".utf8) }

  /// Whether HTML begins here that contains anything up to its end tag.
  var beginsVerbatim: Bool {
    guard mayBegin, text.first == UInt8(ascii: "<") else { return false }
    let name = text.dropFirst().prefix(10).prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    let next = text.dropFirst(1 + name.count).first
    return Self.verbatimTags.contains(Self.lowercased(name))
      && (next.map { Self.isBlank($0) || $0 == UInt8(ascii: ">") } ?? true)
  }

  /// Whether HTML that ``beginsVerbatim`` ends in this line.
  var endsVerbatim: Bool {
    let line = Self.lowercased(content)
    return Self.verbatimTags.contains { line.contains("</\($0)>") }
  }

  private static let verbatimTags = ["pre", "script", "style", "textarea"]

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// Whether it continues a paragraph of a container that it is not inside of.
  var continuesParagraph: Bool {
    if isBlank { return false }
    var line = self
    return !mayBegin
      || line.open(isInParagraph: false) == nil && MarkdownFence(self) == nil && !isBlock && !beginsComment
        && !beginsVerbatim
  }
}

/// The opening line of a fenced code block.
struct MarkdownFence: Hashable {
  private let mark: UInt8
  private let count: Int
  /// Whether the code block is a scene: one of the words after the marks is `marbled`.
  let isScene: Bool

  /// Reads ```` ``` ```` or `~~~` and what follows; nil when the line is no fence.
  init?(_ line: MarkdownLine) {
    guard line.mayBegin, let mark = line.text.first, "`~".utf8.contains(mark) else { return nil }
    let marks = line.text.prefix { $0 == mark }
    let info = line.text.dropFirst(marks.count)
    // With backquotes in it, it is code in a paragraph.
    guard marks.count >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    (self.mark, count, isScene) = (mark, marks.count, Self.hasSceneMark(info))
  }

  /// Whether one of the words is `marbled`, as in `yaml marbled`, `yaml,marbled`, `yaml {marbled}` and `{.yaml .marbled}`.
  /// Values in quotes are no words.
  private static func hasSceneMark(_ info: ArraySlice<UInt8>) -> Bool {
    var rest = info
    while !rest.isEmpty {
      rest = rest.drop { MarkdownLine.isBlank($0) || ",{}".utf8.contains($0) }
      let word = rest.prefix { !MarkdownLine.isBlank($0) && !",{}".utf8.contains($0) && $0 != UInt8(ascii: "=") }
      rest = rest[word.endIndex...]
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst()
        if let quote = rest.first, "\"'".utf8.contains(quote) {
          rest = rest.dropFirst().drop { $0 != quote }.dropFirst()
        } else {
          rest = rest.drop { !MarkdownLine.isBlank($0) && !",{}".utf8.contains($0) }
        }
      } else if word.elementsEqual("marbled".utf8) || word.elementsEqual(".marbled".utf8) {
        return true
      }
    }
    return false
  }

  /// Whether `line` ends the code block.
  func isClosed(by line: MarkdownLine) -> Bool {
    let marks = line.text.prefix { $0 == mark }
    return line.mayBegin && marks.count >= count
      && line.text.dropFirst(marks.count).allSatisfy(MarkdownLine.isBlank)
  }
}
