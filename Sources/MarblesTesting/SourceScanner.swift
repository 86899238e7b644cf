/// Steps over Swift source: knows where strings, comments and brackets end, and nothing else of the language.
struct SourceScanner {
  let bytes: [UInt8]

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The byte at an index; 0 outside of the source.
  subscript(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// The index after blanks, line breaks and comments.
  func skippingBlanks(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch self[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "/") where isComment(index): index = end(of: index) ?? bytes.count
      default: return index
      }
    }
    return index
  }

  /// The index after the name that begins at `start`; `start` if none does.
  func endOfName(from start: Int) -> Int {
    var index = start
    while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
    return index
  }

  func isComment(_ index: Int) -> Bool {
    self[index] == UInt8(ascii: "/")
      && (self[index + 1] == UInt8(ascii: "/") || self[index + 1] == UInt8(ascii: "*"))
  }

  /// The index after the bracketed group, the string, the comment, the name or the single byte that begins at `start`.
  ///
  /// - Returns: nil if it has no end.
  func end(of start: Int) -> Int? {
    switch self[start] {
    case UInt8(ascii: "("): endOfGroup(from: start, UInt8(ascii: ")"))
    case UInt8(ascii: "["): endOfGroup(from: start, UInt8(ascii: "]"))
    case UInt8(ascii: "{"): endOfGroup(from: start, UInt8(ascii: "}"))
    case UInt8(ascii: "\""), UInt8(ascii: "#"): endOfString(from: start)
    case UInt8(ascii: "/") where isComment(start): endOfComment(from: start)
    case let byte where Self.isName(byte): endOfName(from: start)
    default: start + 1
    }
  }

  private func endOfGroup(from start: Int, _ close: UInt8) -> Int? {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == close { return index + 1 }
      switch bytes[index] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return nil
      default:
        guard let next = end(of: index) else { return nil }
        index = next
      }
    }
    return nil
  }

  private func endOfComment(from start: Int) -> Int? {
    var index = start + 2
    if self[start + 1] == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      return index
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), self[index + 1] == UInt8(ascii: "/") { return index + 2 }
      if bytes[index] == UInt8(ascii: "/"), self[index + 1] == UInt8(ascii: "*") {
        guard let inner = endOfComment(from: index) else { return nil }
        index = inner
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The end of a string, also of several lines, and also with `#`; of what only begins with `#`, the first byte.
  private func endOfString(from start: Int) -> Int? {
    var index = start
    while self[index] == UInt8(ascii: "#") { index += 1 }
    let pounds = index - start
    let mark = self[index]
    guard mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "/") else { return start + 1 }
    let isLong = mark == self[index + 1] && mark == self[index + 2] && mark == UInt8(ascii: "\"")
    let length = isLong ? 3 : 1
    index += length
    while index < bytes.count {
      if (0..<length).allSatisfy({ self[index + $0] == mark }),
        (0..<pounds).allSatisfy({ self[index + length + $0] == UInt8(ascii: "#") })
      {
        return index + length + pounds
      }
      if bytes[index] == UInt8(ascii: "\n"), !isLong, mark == UInt8(ascii: "\"") { return nil }
      let isEscape =
        bytes[index] == UInt8(ascii: "\\") && (1..<(pounds + 1)).allSatisfy { self[index + $0] == UInt8(ascii: "#") }
      guard isEscape, mark == UInt8(ascii: "\"") else {
        index += bytes[index] == UInt8(ascii: "\\") && mark == UInt8(ascii: "/") ? 2 : 1
        continue
      }
      index += pounds + 1
      if self[index] == UInt8(ascii: "(") {
        guard let inner = end(of: index) else { return nil }
        index = inner
      } else {
        index += 1
      }
    }
    return nil
  }
}
