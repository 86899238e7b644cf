/// Compressed bytes that come in pieces, as bits: each byte is read from its lowest bit.
struct BitInput {
  /// The newest piece.
  private(set) var bytes: [UInt8] = []
  /// The position of the next byte in ``bytes``.
  var place = 0
  /// Bits that were read and not taken yet, the next one lowest; above ``count`` they are 0.
  var bits: UInt64 = 0
  /// How many ``bits`` there are.
  var count = 0
  /// The number of bytes in earlier pieces.
  private var earlier = 0

  /// The number of bytes that were taken, in whole or in part.
  var offset: Int { earlier + place - count / 8 }

  /// The number of bytes in all pieces.
  var total: Int { earlier + bytes.count }

  /// Adds a piece.
  mutating func add(_ piece: some Collection<UInt8>) {
    earlier += place
    if place == bytes.count { bytes.removeAll(keepingCapacity: true) } else { bytes.removeFirst(place) }
    place = 0
    bytes += piece
  }

  /// Reads bytes, until there are at least 56 bits or no more bytes.
  mutating func fill() {
    while count <= 55, place < bytes.count {
      bits |= UInt64(bytes[place]) << UInt64(count)
      place += 1
      count += 8
    }
  }

  /// Takes bits, at most 56; nil while there are fewer.
  mutating func take(_ number: Int) -> Int? {
    if count < number { fill() }
    guard count >= number else { return nil }
    defer { drop(number) }
    return Int(bits & ((1 << UInt64(number)) - 1))
  }

  /// Passes over bits that are there.
  mutating func drop(_ number: Int) {
    bits >>= UInt64(number)
    count -= number
  }

  /// Passes over the rest of a byte of which bits were taken.
  mutating func align() { drop(count % 8) }

  /// Whole bytes, as many as there are, up to a number. Bits must be aligned.
  mutating func takeBytes(_ most: Int) -> ArraySlice<UInt8> {
    if count > 0 {
      // They were read ahead.
      var ahead: [UInt8] = []
      while ahead.count < most, let byte = take(8) { ahead.append(UInt8(byte)) }
      return ahead[...]
    }
    let taken = bytes[place..<min(place + most, bytes.count)]
    place = taken.endIndex
    return taken
  }
}
