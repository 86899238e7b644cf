/// Finds the images of a paragraph: `![alt](zip.svg)`, `<img src="zip.svg">` and `<source srcset="zip-dark.svg">`.
struct MarkdownImageScanner {
  /// The destination of an image, without escapes, and its UTF-8 offset in the document.
  typealias Image = (destination: [UInt8], offset: Int)

  /// The text of the paragraph.
  private let bytes: [UInt8]
  /// The offset of the paragraph in the document.
  private let base: Int
  private var offset = 0
  private var images: [Image] = []
  /// The open brackets, and whether each is that of an image.
  private var brackets: [Bool] = []
  /// The lengths of runs of backquotes that nothing closes.
  private var openCode: Set<Int> = []

  /// The images in the lines of a paragraph, in order.
  static func images(in lines: [MarkdownLine]) -> [Image] {
    guard let first = lines.first, let last = lines.last else { return [] }
    // Line breaks, and what quotes and lists put before a line, become blanks.
    var bytes = [UInt8](repeating: 0x20, count: last.end - first.offset)
    for line in lines {
      for offset in line.offset..<line.end { bytes[offset - first.offset] = line.bytes[offset] }
    }
    var scanner = MarkdownImageScanner(bytes: bytes, base: first.offset)
    scanner.scan()
    return scanner.images
  }

  private init(bytes: [UInt8], base: Int) {
    self.bytes = bytes
    self.base = base
  }

  private mutating func scan() {
    while let byte = byte {
      switch byte {
      case UInt8(ascii: "\\"): offset += 2
      case UInt8(ascii: "`"): skipCode()
      case UInt8(ascii: "!") where bytes[offset...].starts(with: "![".utf8):
        brackets.append(true)
        offset += 2
      case UInt8(ascii: "["):
        brackets.append(false)
        offset += 1
      case UInt8(ascii: "]"):
        offset += 1
        if brackets.popLast() == true, self.byte == UInt8(ascii: "(") { readDestination() }
      case UInt8(ascii: "<"): readTag()
      default: offset += 1
      }
    }
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Moves to the first byte that does not pass `test`, and returns the bytes before it.
  @discardableResult
  private mutating func take(while test: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = bytes[min(offset, bytes.count)...].prefix(while: test)
    offset += taken.count
    return taken
  }

  /// Skips code between runs of backquotes of equal length.
  private mutating func skipCode() {
    let count = take { $0 == UInt8(ascii: "`") }.count
    let start = offset
    while !openCode.contains(count), byte != nil {
      take { $0 != UInt8(ascii: "`") }
      if take(while: { $0 == UInt8(ascii: "`") }).count == count { return }
    }
    openCode.insert(count)
    offset = start
  }

  // MARK: Markdown

  private mutating func readDestination() {
    offset += 1
    take(while: MarkdownLine.isBlank)
    let isInBrackets = byte == UInt8(ascii: "<")
    if isInBrackets { offset += 1 }
    let start = offset
    var destination: [UInt8] = []
    var depth = 0
    loop: while let byte = byte {
      switch byte {
      case UInt8(ascii: "\\") where offset + 1 < bytes.count && Self.isPunctuation(bytes[offset + 1]):
        offset += 1
      case UInt8(ascii: ">") where isInBrackets: break loop
      case let blank where MarkdownLine.isBlank(blank) && !isInBrackets: break loop
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0, !isInBrackets { break loop }
        depth -= 1
      default: break
      }
      destination.append(bytes[offset])
      offset += 1
    }
    // A title may follow.
    guard let end = byte, isInBrackets || MarkdownLine.isBlank(end) || end == UInt8(ascii: ")") else { return }
    images.append((destination, base + start))
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  // MARK: HTML

  private mutating func readTag() {
    offset += 1
    let name = Self.lowercased(take { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    guard name == "img" || name == "source" else { return }
    while true {
      take { MarkdownLine.isBlank($0) || $0 == UInt8(ascii: "/") }
      guard let byte, byte != UInt8(ascii: ">") else { return }
      let attribute = Self.lowercased(take { !Self.endsName($0) })
      take(while: MarkdownLine.isBlank)
      if self.byte == UInt8(ascii: "=") {
        offset += 1
        take(while: MarkdownLine.isBlank)
        readAttribute(attribute, of: name)
      } else if attribute.isEmpty {
        offset += 1
      }
    }
  }

  private mutating func readAttribute(_ attribute: String, of tag: String) {
    let value: ArraySlice<UInt8>
    if let quote = byte, "\"'".utf8.contains(quote) {
      offset += 1
      value = take { $0 != quote }
      offset += 1
    } else {
      value = take { !MarkdownLine.isBlank($0) && $0 != UInt8(ascii: ">") }
    }
    switch attribute {
    case "src" where tag == "img": append(value)
    // Several images, each with its size: `a.svg 1x, b.svg 2x`.
    case "srcset": for candidate in value.split(separator: UInt8(ascii: ",")) { append(candidate) }
    default: break
    }
  }

  private mutating func append(_ value: ArraySlice<UInt8>) {
    let url = value.drop(while: MarkdownLine.isBlank).prefix { !MarkdownLine.isBlank($0) }
    let text = String(decoding: url, as: UTF8.self).replacing("&amp;", with: "&")
    images.append((Array(text.utf8), base + url.startIndex))
  }

  private static func endsName(_ byte: UInt8) -> Bool { MarkdownLine.isBlank(byte) || "=>/\"'".utf8.contains(byte) }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
