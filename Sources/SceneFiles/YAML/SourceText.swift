internal import Marbles

/// The text of a file, with conversion between offsets, lines and columns.
///
/// Lines end as in YAML 1.1: at CR, LF, CR LF, NEL, LS and PS.
package struct SourceText: Hashable, Sendable {
  /// The path as given.
  let path: String
  /// The text as UTF-8.
  package let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]
  /// The offset after the last byte of each line, without its line break.
  private let lineEnds: [Int]
  /// The number of Unicode scalars before each line.
  private let lineScalars: [Int]
  /// The offset of each 256th scalar, to avoid scanning a long line for each position.
  private let milestones: [Int]
  private static let stride = 256

  package init(_ text: String, path: String) {
    self.path = path
    bytes = Array(text.utf8)
    var (starts, ends, scalars, milestones) = ([0], [Int](), [0], [Int]())
    var (offset, breakEnd, count) = (0, 0, 0)
    while offset < bytes.count {
      if bytes[offset] & 0xC0 != 0x80 {
        if count % Self.stride == 0 { milestones.append(offset) }
        count += 1
      }
      if offset >= breakEnd {
        let length = Self.breakLength(in: bytes, at: offset)
        if length > 0 {
          ends.append(offset)
          breakEnd = offset + length
        }
      }
      offset += 1
      if offset == breakEnd {
        starts.append(offset)
        scalars.append(count)
      }
    }
    (lineStarts, lineEnds, lineScalars) = (starts, ends + [bytes.count], scalars)
    self.milestones = milestones
  }

  package var lineCount: Int { lineStarts.count }

  /// The length in bytes of the line break at `offset`; 0 when there is none.
  package static func breakLength(in bytes: [UInt8], at offset: Int) -> Int {
    func byte(_ distance: Int) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }
    switch byte(0) {
    case 0x0D: return byte(1) == 0x0A ? 2 : 1
    case 0x0A: return offset < bytes.count ? 1 : 0
    case 0xC2: return byte(1) == 0x85 ? 2 : 0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }

  /// The offset of a line and a column, both from 1, with columns in Unicode scalars, as libyaml counts.
  package func offset(line: Int, scalarColumn: Int) -> Int {
    guard lineStarts.indices.contains(line - 1) else { return bytes.count }
    let (scalar, end) = (lineScalars[line - 1] + max(scalarColumn - 1, 0), lineEnds[line - 1])
    guard scalar / Self.stride < milestones.count else { return end }
    var offset = milestones[scalar / Self.stride]
    for _ in 0..<scalar % Self.stride where offset < end {
      offset += 1
      while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return min(max(offset, lineStarts[line - 1]), end)
  }

  /// The offset of a line and a column, both from 1, with columns in characters; the end of the line for a column behind it.
  package func offset(line: Int, column: Int) -> Int {
    guard lineStarts.indices.contains(line - 1) else { return bytes.count }
    let range = range(ofLine: line)
    let before = String(decoding: bytes[range], as: UTF8.self).prefix(max(column - 1, 0))
    return min(range.lowerBound + before.utf8.count, range.upperBound)
  }

  /// The line and column, from 1 and in characters, of an offset.
  func position(at offset: Int) -> (line: Int, column: Int) {
    let line = lineStarts.partitioningIndex { $0 > offset }
    let range = range(ofLine: line)
    // At most the end of the line: a position inside a line break is useless.
    var end = min(max(offset, range.lowerBound), range.upperBound)
    while end > range.lowerBound, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let before = String(decoding: bytes[range.lowerBound..<end], as: UTF8.self).count
    return (line, min(before, String(decoding: bytes[range], as: UTF8.self).count) + 1)
  }

  /// The text of a line, from 1, without its line break.
  package func line(_ line: Int) -> String {
    String(decoding: bytes[range(ofLine: line)], as: UTF8.self)
  }

  /// The bytes of a line, from 1, without its line break.
  private func range(ofLine line: Int) -> Range<Int> {
    lineStarts[line - 1]..<lineEnds[line - 1]
  }

  /// An error at an offset.
  func error(at offset: Int, _ message: String, help: String? = nil) -> SceneFileError {
    let (line, column) = position(at: offset)
    return SceneFileError(
      path: path, line: line, column: column, message: message, source: self.line(line), help: help)
  }
}
