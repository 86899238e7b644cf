/// The checksum of gzip (RFC 1952, 8), of bytes that come in pieces.
public struct CRC32: Sendable {
  /// What is left of each byte: alone, and with one to seven bytes behind it.
  private static let table: [UInt32] = {
    var table: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
    }
    for index in 256..<8 * 256 {
      let before = table[index - 256]
      table.append(table[Int(before & 0xFF)] ^ (before >> 8))
    }
    return table
  }()

  private var rest: UInt32 = ~0

  /// The checksum of no bytes.
  public init() {}

  /// The checksum of the bytes so far.
  public var value: UInt32 { ~rest }

  /// The checksum of some bytes.
  public static func of(_ bytes: [UInt8]) -> UInt32 {
    var sum = CRC32()
    bytes.withUnsafeBytes { sum.add($0) }
    return sum.value
  }

  mutating func add(_ byte: UInt8) {
    rest = Self.table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8)
  }

  /// Adds bytes, eight at a time.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var (rest, place) = (rest, 0)
    Self.table.withUnsafeBufferPointer { table in
      func part(_ word: UInt64, _ byte: Int) -> UInt32 {
        table[(7 - byte) << 8 | Int(UInt8(truncatingIfNeeded: word >> UInt64(8 * byte)))]
      }
      while place + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(rest)
        let first = part(word, 0) ^ part(word, 1) ^ part(word, 2) ^ part(word, 3)
        rest = first ^ part(word, 4) ^ part(word, 5) ^ part(word, 6) ^ part(word, 7)
        place += 8
      }
    }
    self.rest = rest
    for byte in bytes[place...] { add(byte) }
  }
}
