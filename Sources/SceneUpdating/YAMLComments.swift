internal import SceneFiles

/// The comments of a YAML text: from each `#` that is not part of a value to the end of its line.
struct YAMLComments {
  /// The UTF-8 offsets of the comments, in order, without the line breaks.
  let ranges: [Range<Int>]
  private let starts: Set<Int>
  private let bytes: [UInt8]

  init(of root: FileNode) {
    bytes = root.source.bytes
    var values: [Range<Int>] = []
    Self.collect(root, into: &values)
    values.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    ranges = Self.find(in: bytes, outside: values)
    starts = Set(ranges.map(\.lowerBound))
  }

  /// The comments inside of `range`.
  func within(_ range: Range<Int>) -> [Range<Int>] {
    ranges.filter { range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound }
  }

  /// The column of the comment in the line that starts at `line`, from 0; nil when the line has anything else.
  func column(inLineAt line: Int) -> Int? {
    var offset = line
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    return starts.contains(offset) ? offset - line : nil
  }

  /// Whether each comment of `others` is among these, as often as there.
  func contain(_ others: YAMLComments) -> Bool {
    var counts: [[UInt8]: Int] = [:]
    for range in ranges { counts[Array(bytes[range]), default: 0] += 1 }
    for range in others.ranges {
      guard let count = counts[Array(others.bytes[range])], count > 0 else { return false }
      counts[Array(others.bytes[range])] = count - 1
    }
    return true
  }

  private static func collect(_ node: FileNode, into values: inout [Range<Int>]) {
    if let location = node.location { return values.append(location.range) }
    for child in node.children { collect(child.node, into: &values) }
  }

  private static func find(in bytes: [UInt8], outside values: [Range<Int>]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var value = 0
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // In a line, a comment follows white space.
    var mayBegin = true
    while offset < bytes.count {
      while value < values.count, values[value].upperBound <= offset { value += 1 }
      if value < values.count, values[value].lowerBound <= offset {
        if let comment = headerComment(in: bytes, at: offset) { found.append(comment) }
        offset = values[value].upperBound
        mayBegin = false
        continue
      }
      let length = SourceText.breakLength(in: bytes, at: offset)
      if length == 0, mayBegin, bytes[offset] == UInt8(ascii: "#") {
        let end = lineEnd(in: bytes, from: offset)
        found.append(offset..<end)
        offset = end
        continue
      }
      mayBegin = length > 0 || bytes[offset] == 0x20 || bytes[offset] == 0x09
      offset += max(length, 1)
    }
    return found
  }

  /// The comment after the header of a block scalar, as in `|- # why`.
  private static func headerComment(in bytes: [UInt8], at start: Int) -> Range<Int>? {
    guard bytes[start] == UInt8(ascii: "|") || bytes[start] == UInt8(ascii: ">") else { return nil }
    let end = lineEnd(in: bytes, from: start)
    let sign = bytes[start..<end].firstIndex(of: UInt8(ascii: "#"))
    return sign.map { $0..<end }
  }

  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, SourceText.breakLength(in: bytes, at: end) == 0 { end += 1 }
    return end
  }
}
