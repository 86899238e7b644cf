/// Bits of DEFLATE: each byte is filled from its lowest bit.
struct BitOutput {
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

  /// Writes whole bytes, after ``align()``.
  mutating func write(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more) }
}
