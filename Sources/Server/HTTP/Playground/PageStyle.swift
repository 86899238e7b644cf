/// Style sheets as the shortest text that means the same.
enum PageStyle {
  /// A style sheet without comments and white space.
  static func minified(_ bytes: [UInt8]) -> [UInt8] {
    var (text, index, hasSpace) = ([UInt8](), 0, false)
    text.reserveCapacity(bytes.count)
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        hasSpace = true
        index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
        index += 2
        while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
          index += 1
        }
        index += 2
        hasSpace = true
      default:
        if hasSpace, let last = text.last, !endsItself.contains(last), !beginsItself.contains(byte) {
          text.append(UInt8(ascii: " "))
        }
        hasSpace = false
        // The last declaration of a rule.
        if byte == UInt8(ascii: "}"), text.last == UInt8(ascii: ";") { text.removeLast() }
        let isString = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
        let end = isString ? endOfString(bytes, index) : min(index + (byte == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
        text += bytes[index..<end]
        index = end
      }
    }
    return text
  }

  /// Signs after which, and before which, white space means nothing. Before a colon it does: `a :hover`.
  private static let endsItself = Set("{};:,>(".utf8)
  private static let beginsItself = Set("{};,>)!".utf8)

  private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(index + 1, bytes.count)
  }
}
