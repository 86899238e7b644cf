/// The text of a file, and places in it as people count them.
///
/// Lines end where YAML 1.1 ends them: at CR, LF, CR LF, NEL, LS and PS.
struct SourceText: Hashable, Sendable {
  /// The file as it was named.
  let path: String
  /// The text, byte by byte.
  let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]

  init(_ text: String, path: String) {
    self.path = path
    bytes = Array(text.utf8)
    var starts = [0]
    var offset = 0
    while offset < bytes.count {
      let length = Self.breakLength(in: bytes, at: offset)
      offset += max(length, 1)
      if length > 0 { starts.append(offset) }
    }
    lineStarts = starts
  }

  /// How many lines there are.
  var lineCount: Int { lineStarts.count }

  /// How many bytes the line break at `offset` has; 0 when there is none.
  static func breakLength(in bytes: [UInt8], at offset: Int) -> Int {
    func byte(_ distance: Int) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }
    switch byte(0) {
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    case 0x0A: return offset < bytes.count ? 1 : 0
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }

  /// The offset of a place given by a line from 1 and a column from 1 in Unicode scalars, as libyaml counts.
  func offset(line: Int, scalarColumn: Int) -> Int {
    guard lineStarts.indices.contains(line - 1) else { return bytes.count }
    var offset = lineStarts[line - 1]
    for _ in 0..<max(scalarColumn - 1, 0) {
      guard offset < bytes.count, Self.breakLength(in: bytes, at: offset) == 0 else { return offset }
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// The line and the column, from 1 and in characters, of a byte.
  func position(at offset: Int) -> (line: Int, column: Int) {
    let line = lineStarts.partitioningIndex { $0 > offset }
    let range = range(ofLine: line)
    // At most behind the last character: a place inside of a line break is of no use to anyone.
    var end = min(max(offset, range.lowerBound), range.upperBound)
    while end > range.lowerBound, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let before = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self).count
    return (line, min(before, String(decoding: bytes[range], as: UTF8.self).count) + 1)
  }

  /// The text of a line from 1, without its break.
  func line(_ line: Int) -> String {
    String(decoding: bytes[range(ofLine: line)], as: UTF8.self)
  }

  /// The bytes of a line from 1, without its break.
  private func range(ofLine line: Int) -> Range<Int> {
    let start = lineStarts[line - 1]
    let next = line < lineStarts.count ? lineStarts[line] : bytes.count
    return start..<((start..<next).first { Self.breakLength(in: bytes, at: $0) > 0 } ?? next)
  }

  /// An error at a byte.
  func error(at offset: Int, _ message: String, help: String? = nil) -> SceneFileError {
    let (line, column) = position(at: offset)
    return SceneFileError(
      path: path, line: line, column: column, message: message, source: self.line(line), help: help)
  }
}

extension [Int] {
  /// The first index whose element passes `test`, which all after it pass, too.
  fileprivate func partitioningIndex(where test: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if test(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
