internal import Marbles

/// Where the lines of a text begin, kept up to date at the cost of what changes.
///
/// Lines end at LF, CR LF and CR.
struct LineStarts: Hashable, Sendable {
  /// The offset of each line; the first is 0.
  private(set) var offsets = [0]

  /// The lines of an empty text.
  init() {}

  /// Follows a change of the text. It reads the new bytes and one at each side; the lines behind them are shifted.
  ///
  /// - Parameters:
  ///   - range: what was replaced, in the old text.
  ///   - count: the number of bytes that are there now.
  ///   - bytes: the new text.
  mutating func update<Bytes: RandomAccessCollection<UInt8>>(
    replacing range: Range<Int>, by count: Int, in bytes: Bytes
  ) where Bytes.Index == Int {
    // A line begins at a place because of the bytes at both sides of it.
    let found = (range.lowerBound...range.lowerBound + count).filter { Self.isStart($0, in: bytes) }
    let first = offsets.partitioningIndex { $0 >= range.lowerBound }
    let behind = offsets.partitioningIndex { $0 > range.upperBound }
    let shift = count - range.count
    if shift != 0 {
      offsets.withUnsafeMutableBufferPointer { offsets in
        for index in behind..<offsets.count { offsets[index] += shift }
      }
    }
    offsets.replaceSubrange(first..<behind, with: found)
  }

  /// The line with an offset.
  func line(of offset: Int) -> Int { offsets.partitioningIndex { $0 > offset } - 1 }

  private static func isStart<Bytes: RandomAccessCollection<UInt8>>(_ offset: Int, in bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    guard offset > 0 else { return true }
    switch bytes[offset - 1] {
    case 0x0A: return true
    case 0x0D: return offset == bytes.endIndex || bytes[offset] != 0x0A
    default: return false
    }
  }
}
