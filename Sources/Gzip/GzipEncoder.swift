/// Compresses bytes as a gzip file (RFC 1952), by DEFLATE with its fixed codes (RFC 1951, 3.2.6).
///
/// Responses are texts of some 10 KiB with many repetitions, which become about a fifth. Codes made for each text would save
/// a little more, and take longer.
public enum GzipEncoder {
  /// The compressed bytes.
  public static func compressed(_ bytes: [UInt8]) -> [UInt8] {
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
    let code = DeflateTables.codes[symbol]
    write(code.value, bits: code.bits)
  }

  mutating func writeRepetition(length: Int, distance: Int) {
    let step = Int(DeflateTables.stepOfLength[length])
    writeLiteral(257 + step)
    write(UInt32(length - DeflateTables.lengths[step].base), bits: DeflateTables.lengths[step].extra)
    let far = DeflateTables.step(ofDistance: distance)
    write(DeflateTables.reversed(UInt32(far), bits: 5), bits: 5)
    write(UInt32(distance - DeflateTables.distances[far].base), bits: DeflateTables.distances[far].extra)
  }
}
