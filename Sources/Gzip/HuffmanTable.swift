/// The codes of one alphabet of DEFLATE (RFC 1951, 3.2.2), by which symbols are found.
///
/// Codes of up to ten bits are looked up; longer ones are rare, and are found bit by bit.
final class HuffmanTable {
  /// What a symbol means, and the length of its code.
  struct Entry {
    /// From the lowest bit: the length of the code (4 bits), the number of extra bits (4), the kind (8) and the value (16).
    fileprivate let bits: UInt32

    fileprivate init(bits: UInt32) { self.bits = bits }

    init(_ kind: Kind, _ value: Int, extra: Int = 0) {
      bits = UInt32(value) << 16 | UInt32(kind.rawValue) << 8 | UInt32(extra) << 4
    }

    var length: Int { Int(bits & 15) }
    var extra: Int { Int(bits >> 4 & 15) }
    var kind: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    var value: Int { Int(bits >> 16) }
  }

  enum Kind: UInt8 {
    /// A byte, or the length of a code.
    case literal
    /// The least length or distance, to which the extra bits are added.
    case base
    /// The end of a block.
    case end
    /// No symbol.
    case none
  }

  private static let quickBits = 10
  /// No code begins with the bits.
  private static let none = Entry(bits: Entry(.none, 0).bits | 15)

  private let meanings: [Entry]
  /// The entry of each sequence of ten bits; 0 for longer codes.
  private let quick: UnsafeMutablePointer<UInt32>
  /// The number of codes of each length, and the symbols in the order of their codes.
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [Int] = []

  /// - Parameter meanings: what each symbol means.
  init(_ meanings: [Entry]) {
    self.meanings = meanings
    quick = .allocate(capacity: 1 << Self.quickBits)
    quick.initialize(repeating: 0, count: 1 << Self.quickBits)
  }

  deinit { quick.deallocate() }

  /// Makes codes from their lengths, of which 0 stands for no code; false if there are no such codes.
  func set(_ lengths: ArraySlice<UInt8>) -> Bool {
    for length in counts.indices { counts[length] = 0 }
    for length in lengths { counts[Int(length)] += 1 }
    let total = lengths.count - counts[0]
    counts[0] = 0
    var left = 1
    for length in 1..<16 {
      left = left << 1 - counts[length]
      if left < 0 { return false }
    }
    // Sequences of bits without a meaning are allowed only beside a single code, and without any.
    guard left == 0 || total == 0 || total == 1 && counts[1] == 1 else { return false }
    var (starts, codes, code) = ([Int](repeating: 0, count: 16), [Int](repeating: 0, count: 16), 0)
    for length in 1..<16 {
      starts[length] = starts[length - 1] + counts[length - 1]
      code = (code + counts[length - 1]) << 1
      codes[length] = code
    }
    symbols = [Int](repeating: 0, count: total)
    quick.update(repeating: 0, count: 1 << Self.quickBits)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[starts[length]] = symbol
      starts[length] += 1
      defer { codes[length] += 1 }
      guard length <= Self.quickBits else { continue }
      let entry = meanings[symbol].bits | UInt32(length)
      let first = Int(DeflateTables.reversed(UInt32(codes[length]), bits: length))
      for place in stride(from: first, to: 1 << Self.quickBits, by: 1 << length) { quick[place] = entry }
    }
    return true
  }

  /// The symbol whose code the bits begin with.
  @inline(__always) func entry(_ bits: UInt64) -> Entry {
    let entry = quick[Int(bits & (1 << UInt64(Self.quickBits) - 1))]
    return entry != 0 ? Entry(bits: entry) : long(bits)
  }

  private func long(_ bits: UInt64) -> Entry {
    var (bits, code, first, index) = (bits, 0, 0, 0)
    for length in 1..<16 {
      code |= Int(bits & 1)
      bits >>= 1
      let count = counts[length]
      if code - first < count { return Entry(bits: meanings[symbols[index + code - first]].bits | UInt32(length)) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return Self.none
  }
}

extension HuffmanTable.Entry {
  /// Bytes, the end, and lengths of repetitions.
  static let literals: [HuffmanTable.Entry] =
    (0..<256).map { HuffmanTable.Entry(.literal, $0) } + [HuffmanTable.Entry(.end, 0)]
    + DeflateTables.lengths.map { HuffmanTable.Entry(.base, $0.base, extra: $0.extra) }
    + [HuffmanTable.Entry(.none, 0), HuffmanTable.Entry(.none, 0)]

  /// Distances of repetitions.
  static let distances: [HuffmanTable.Entry] =
    DeflateTables.distances.map { HuffmanTable.Entry(.base, $0.base, extra: $0.extra) }
    + [HuffmanTable.Entry(.none, 0), HuffmanTable.Entry(.none, 0)]

  /// Lengths of codes; from 16 on, repetitions of them.
  static let codeLengths: [HuffmanTable.Entry] = (0..<19).map { symbol in
    HuffmanTable.Entry(.literal, symbol, extra: symbol < 16 ? 0 : [2, 3, 7][symbol - 16])
  }
}
