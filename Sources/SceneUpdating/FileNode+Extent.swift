internal import SceneFiles
internal import Yams

/// libyaml gives the start of each value; the end is found by reading on from the last value inside.
extension FileNode {
  /// The offset of its first byte; of its anchor, if it has one. An alias has the offset of the value that it repeats.
  var markOffset: Int { node.mark.map { source.offset(line: $0.line, scalarColumn: $0.column) } ?? 0 }

  /// The bytes of the value, without its anchor; of the alias that stands for it.
  ///
  /// - Parameter start: an offset before the value, and after all values that precede it.
  /// - Returns: nil when the end can't be found.
  func extent(after start: Int) -> Range<Int>? {
    let bytes = source.bytes
    let mark = markOffset
    // What is repeated was written before.
    if mark < start { return Self.alias(in: bytes, after: start) }
    if let location { return location.range }
    let first = Self.skippingAnchor(in: bytes, from: mark)
    let isFlow = Self.isOpening(bytes, at: first)
    var position = isFlow ? first + 1 : first
    for child in children {
      guard let extent = child.node.extent(after: position) else { return nil }
      position = extent.upperBound
    }
    guard isFlow else { return first..<position }
    position = Self.skipping(",:?", in: bytes, from: position)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]")
    else { return nil }
    return first..<position + 1
  }

  /// Whether a flow collection begins at `offset`. A key or a value can't begin like this without quotes.
  static func isOpening(_ bytes: [UInt8], at offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "["))
  }

  private static func skippingAnchor(in bytes: [UInt8], from start: Int) -> Int {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "&") else { return start }
    return skipping("", in: bytes, from: endOfName(in: bytes, from: start))
  }

  private static func alias(in bytes: [UInt8], after start: Int) -> Range<Int>? {
    let first = skipping(":,-?", in: bytes, from: start)
    guard first < bytes.count, bytes[first] == UInt8(ascii: "*") else { return nil }
    return first..<endOfName(in: bytes, from: first)
  }

  private static func endOfName(in bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { " \t\r\n,]}".utf8.contains($0) } ?? bytes.count
  }

  /// The offset after white space, comments, and the characters in `signs`.
  private static func skipping(_ signs: String, in bytes: [UInt8], from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      let length = SourceText.breakLength(in: bytes, at: offset)
      if length > 0 {
        offset += length
      } else if bytes[offset] == UInt8(ascii: "#") {
        while offset < bytes.count, SourceText.breakLength(in: bytes, at: offset) == 0 { offset += 1 }
      } else if bytes[offset] == 0x20 || bytes[offset] == 0x09 || signs.utf8.contains(bytes[offset]) {
        offset += 1
      } else {
        break
      }
    }
    return offset
  }
}
