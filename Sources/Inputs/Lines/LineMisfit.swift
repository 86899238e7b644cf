internal import Marbles

/// Where a line does not fit its format.
struct LineMisfit: Error {
  /// The offset of the first byte that does not fit; the number of bytes when the line ends too early.
  var offset: Int
  /// What the format has there.
  var expected: String

  /// The column in characters, from 1, what is there, and what was expected.
  func description(in line: [UInt8]) -> String {
    // The offset may be inside of a character, so count with one more scalar.
    var end = min(offset + 1, line.count)
    while end < line.count, line[end] & 0xC0 == 0x80 { end += 1 }
    let read = String(decoding: line[..<end], as: UTF8.self)
    guard offset < line.count, let last = read.last else {
      return "column \(read.count + 1): the text ends here; expected \(expected)"
    }
    let found = DisplayText.shortened(String(last), to: 8)
    return "column \(read.count): found `\(found)`, expected \(expected)"
  }
}
