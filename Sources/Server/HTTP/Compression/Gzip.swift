/// Compresses bytes as a gzip file (RFC 1952), by DEFLATE with its fixed codes (RFC 1951, 3.2.6).
///
/// Responses are texts of some 10 KiB with many repetitions, which become about a fifth. Codes made for each text would save
/// a little more, and take longer.
enum Gzip {
  /// The compressed bytes.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var output = BitOutput(capacity: bytes.count / 3 + 64)
    // Magic number, method, no flags, no time, no level, unknown system.
    for byte in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] as [UInt8] { output.write(UInt32(byte), bits: 8) }
    // The last block, with fixed codes.
    output.write(0b011, bits: 3)
    bytes.withUnsafeBufferPointer { write($0, to: &output) }
    output.writeLiteral(256)
    output.align()
    output.write(CRC32.of(bytes), bits: 32)
    output.write(UInt32(truncatingIfNeeded: bytes.count), bits: 32)
    return output.bytes
  }

  /// The shortest and the longest repetition, and how far back it may begin.
  private static let (least, most, window) = (3, 258, 32_768)
  /// How many earlier places are compared, and the length of a repetition with which the search is content.
  private static let (attempts, enough) = (8, 64)

  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout BitOutput) {
    // The newest place of each hash, and the place before with the same hash; -1 for none.
    var newest = [Int32](repeating: -1, count: 1 << 15)
    var earlier = [Int32](repeating: -1, count: window)
    func hash(_ place: Int) -> Int {
      let three = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
      return Int((three &* 0x9E37_79B1) >> 17)
    }
    func note(_ place: Int) {
      guard place + least <= bytes.count else { return }
      let hash = hash(place)
      earlier[place % window] = newest[hash]
      newest[hash] = Int32(place)
    }
    var place = 0
    while place < bytes.count {
      var (length, distance) = (0, 0)
      if place + least <= bytes.count {
        let longest = min(most, bytes.count - place)
        var candidate = Int(newest[hash(place)])
        var attempt = 0
        while candidate >= 0, place - candidate < window, attempt < attempts, length < min(enough, longest) {
          var same = 0
          while same < longest, bytes[candidate + same] == bytes[place + same] { same += 1 }
          if same > length { (length, distance) = (same, place - candidate) }
          candidate = Int(earlier[candidate % window])
          attempt += 1
        }
      }
      guard length >= least else {
        output.writeLiteral(Int(bytes[place]))
        note(place)
        place += 1
        continue
      }
      output.writeRepetition(length: length, distance: distance)
      for repeated in place..<place + length { note(repeated) }
      place += length
    }
  }
}

/// Bits of DEFLATE: each byte is filled from its lowest bit.
private struct BitOutput {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func write(_ value: UInt32, bits: Int) {
    pending |= UInt64(value) << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Fills the last byte with zeros.
  mutating func align() { if count > 0 { write(0, bits: 8 - count) } }

  /// Writes a byte, or 256 for the end.
  mutating func writeLiteral(_ symbol: Int) {
    let code = Self.codes[symbol]
    write(code.value, bits: code.bits)
  }

  mutating func writeRepetition(length: Int, distance: Int) {
    let step = Int(Self.stepOfLength[length])
    writeLiteral(257 + step)
    write(UInt32(length - Self.lengths[step].base), bits: Self.lengths[step].extra)
    let far = Self.step(ofDistance: distance)
    write(Self.reversed(UInt32(far), bits: 5), bits: 5)
    write(UInt32(distance - Self.distances[far].base), bits: Self.distances[far].extra)
  }

  // MARK: Tables of RFC 1951

  /// The fixed codes of literals and lengths, 3.2.6. Codes are written from their highest bit.
  private static let codes: [(value: UInt32, bits: Int)] = (0..<288).map { symbol in
    switch symbol {
    case 0..<144: (reversed(UInt32(0x30 + symbol), bits: 8), 8)
    case 144..<256: (reversed(UInt32(0x190 + symbol - 144), bits: 9), 9)
    case 256..<280: (reversed(UInt32(symbol - 256), bits: 7), 7)
    default: (reversed(UInt32(0xC0 + symbol - 280), bits: 8), 8)
    }
  }

  /// The shortest length of each symbol from 257 on, and the number of extra bits, 3.2.5. The longest has its own symbol.
  private static let lengths = ranges(28, from: 3) { $0 < 8 ? 0 : $0 / 4 - 1 } + [(258, 0)]

  /// The shortest distance of each symbol, and the number of extra bits, 3.2.5.
  private static let distances = ranges(30, from: 1) { $0 < 4 ? 0 : $0 / 2 - 1 }

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
  private static let stepOfLength: [UInt8] = (0...258).map { length in
    UInt8(lengths.lastIndex { $0.base <= length } ?? 0)
  }

  /// The position of a distance in ``distances``: two for each power of two.
  private static func step(ofDistance distance: Int) -> Int {
    guard distance > 4 else { return distance - 1 }
    let power = Int.bitWidth - 1 - (distance - 1).leadingZeroBitCount
    return 2 * power + ((distance - 1) >> (power - 1)) & 1
  }

  private static func reversed(_ value: UInt32, bits: Int) -> UInt32 {
    var (value, reversed) = (value, UInt32(0))
    for _ in 0..<bits {
      reversed = reversed << 1 | value & 1
      value >>= 1
    }
    return reversed
  }
}

/// The checksum of gzip (RFC 1952, 8).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
  }

  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { rest, byte in table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8) }
  }
}
