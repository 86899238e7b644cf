/// The numbers of DEFLATE (RFC 1951).
enum DeflateTables {
  /// The lengths of the fixed codes of literals and lengths, 3.2.6.
  static let fixedLengths: [UInt8] = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }

  /// The shortest length of each symbol from 257 on, and the number of extra bits, 3.2.5. The longest has its own symbol.
  static let lengths = ranges(28, from: 3) { $0 < 8 ? 0 : $0 / 4 - 1 } + [(258, 0)]

  /// The shortest distance of each symbol, and the number of extra bits, 3.2.5.
  static let distances = ranges(30, from: 1) { $0 < 4 ? 0 : $0 / 2 - 1 }

  /// Ranges of numbers, one after another.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - first: the first number of the first range.
  ///   - extra: the bits that tell the numbers of a range apart.
  private static func ranges(_ count: Int, from first: Int, extra: (Int) -> Int) -> [(base: Int, extra: Int)] {
    var base = first
    return (0..<count).map { position in
      defer { base += 1 << extra(position) }
      return (base, extra(position))
    }
  }

  /// The position in ``lengths`` of each length.
  static let stepOfLength: [UInt8] = (0...258).map { length in
    UInt8(lengths.lastIndex { $0.base <= length } ?? 0)
  }

  /// The position of a distance in ``distances``: two for each power of two.
  static func step(ofDistance distance: Int) -> Int {
    guard distance > 4 else { return distance - 1 }
    let power = Int.bitWidth - 1 - (distance - 1).leadingZeroBitCount
    return 2 * power + ((distance - 1) >> (power - 1)) & 1
  }

  static func reversed(_ value: UInt32, bits: Int) -> UInt32 {
    var (value, reversed) = (value, UInt32(0))
    for _ in 0..<bits {
      reversed = reversed << 1 | value & 1
      value >>= 1
    }
    return reversed
  }
}
