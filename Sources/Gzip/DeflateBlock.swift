/// A block of DEFLATE (RFC 1951, 3.2.3): bytes and repetitions, which are written in the shortest of the three ways.
struct DeflateBlock {
  /// The largest number of bytes and repetitions.
  static let room = 1 << 14

  /// A byte, or 65,536 times the length of a repetition and its distance less one.
  private var parts: [UInt32] = []
  /// How often each symbol is used, and the number of extra bits.
  private var literals = [Int](repeating: 0, count: 286)
  private var distances = [Int](repeating: 0, count: 30)
  private var extra = 0
  /// The number of bytes that the block stands for.
  private(set) var count = 0

  init() { parts.reserveCapacity(Self.room) }

  var isFull: Bool { parts.count >= Self.room }

  mutating func add(_ byte: UInt8) {
    parts.append(UInt32(byte))
    literals[Int(byte)] += 1
    count += 1
  }

  mutating func add(length: Int, distance: Int) {
    parts.append(UInt32(length) << 16 | UInt32(distance - 1))
    let (step, far) = (Int(DeflateTables.stepOfLength[length]), DeflateTables.step(ofDistance: distance))
    literals[257 + step] += 1
    distances[far] += 1
    extra += DeflateTables.lengths[step].extra + DeflateTables.distances[far].extra
    count += length
  }

  /// Writes the block, and empties it.
  ///
  /// - Parameters:
  ///   - bytes: what it stands for.
  ///   - isLast: whether no block follows.
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, to output: inout BitOutput) {
    literals[256] = 1
    let own = (HuffmanCode(literals, limit: 15), HuffmanCode(distances, limit: 15))
    let head = CodeLengths(own.0, own.1)
    let sizes = (
      stored: 8 * (bytes.count + 5 * (bytes.count / 65_535 + 1)),
      fixed: Self.fixed.0.size(literals) + Self.fixed.1.size(distances) + extra,
      own: head.size + own.0.size(literals) + own.1.size(distances) + extra
    )
    if sizes.stored < min(sizes.fixed, sizes.own) {
      Self.store(bytes, isLast: isLast, to: &output)
    } else {
      let isFixed = sizes.fixed <= sizes.own
      output.write((isLast ? 1 : 0) | (isFixed ? 0b010 : 0b100), bits: 3)
      if !isFixed { head.write(to: &output) }
      write(isFixed ? Self.fixed : own, to: &output)
    }
    parts.removeAll(keepingCapacity: true)
    for symbol in literals.indices { literals[symbol] = 0 }
    for symbol in distances.indices { distances[symbol] = 0 }
    (extra, count) = (0, 0)
  }

  /// The fixed codes, 3.2.6.
  private static let fixed = (
    HuffmanCode(lengths: DeflateTables.fixedLengths),
    HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))
  )

  private static func store(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, to output: inout BitOutput) {
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      output.write(isLast && end == bytes.count ? 1 : 0, bits: 3)
      output.align()
      output.write(UInt32(end - start) | ~UInt32(end - start) << 16, bits: 32)
      output.write(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end
    } while start < bytes.count
  }

  private func write(_ codes: (literals: HuffmanCode, distances: HuffmanCode), to output: inout BitOutput) {
    let (literals, distances) = codes
    for part in parts {
      let length = Int(part >> 16)
      guard length > 0 else {
        output.write(literals.values[Int(part)], bits: Int(literals.lengths[Int(part)]))
        continue
      }
      let distance = Int(part & 0xFFFF) + 1
      let (step, far) = (Int(DeflateTables.stepOfLength[length]), DeflateTables.step(ofDistance: distance))
      let (near, wide) = (DeflateTables.lengths[step], DeflateTables.distances[far])
      output.write(literals.values[257 + step], bits: Int(literals.lengths[257 + step]))
      output.write(UInt32(length - near.base), bits: near.extra)
      output.write(distances.values[far], bits: Int(distances.lengths[far]))
      output.write(UInt32(distance - wide.base), bits: wide.extra)
    }
    output.write(literals.values[256], bits: Int(literals.lengths[256]))
  }
}

/// How a block says which codes it has, 3.2.7.
private struct CodeLengths {
  private let counts: (literals: Int, distances: Int)
  /// The lengths of the codes: symbols, of which those from 16 on are repetitions with extra bits.
  private var symbols: [(symbol: Int, extra: Int)] = []
  private let code: HuffmanCode
  private let shown: Int
  /// The number of bits.
  let size: Int

  /// The order in which the lengths of the code for lengths are written.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let extraBits = [2, 3, 7]

  init(_ literals: HuffmanCode, _ distances: HuffmanCode) {
    let parts = [literals.lengths, distances.lengths].map { $0.dropLast(while: { $0 == 0 }) }
    counts = (parts[0].count, parts[1].count)
    let lengths = parts[0] + parts[1]
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      let run = lengths[index...].prefix(138, while: { $0 == length })
      switch (length, run) {
      case (0, 11...): symbols.append((18, run - 11))
      case (0, 3...): symbols.append((17, run - 3))
      case (1..., 4...):
        let repeated = min(run - 1, 6)
        symbols += [(Int(length), 0), (16, repeated - 3)]
        index += repeated + 1
        continue
      default:
        symbols.append((Int(length), 0))
        index += 1
        continue
      }
      index += run
    }
    var used = [Int](repeating: 0, count: 19)
    for (symbol, _) in symbols { used[symbol] += 1 }
    code = HuffmanCode(used, limit: 7)
    shown = max(4, (Self.order.lastIndex { [code] in code.lengths[$0] > 0 } ?? 0) + 1)
    size = 14 + 3 * shown + code.size(used) + (16..<19).reduce(0) { $0 + used[$1] * Self.extraBits[$1 - 16] }
  }

  func write(to output: inout BitOutput) {
    output.write(UInt32(counts.literals - 257), bits: 5)
    output.write(UInt32(counts.distances - 1), bits: 5)
    output.write(UInt32(shown - 4), bits: 4)
    for symbol in Self.order.prefix(shown) { output.write(UInt32(code.lengths[symbol]), bits: 3) }
    for (symbol, extra) in symbols {
      output.write(code.values[symbol], bits: Int(code.lengths[symbol]))
      if symbol >= 16 { output.write(UInt32(extra), bits: Self.extraBits[symbol - 16]) }
    }
  }
}

extension [UInt8] {
  /// Without the elements at the end that fit.
  fileprivate func dropLast(while fits: (UInt8) -> Bool) -> [UInt8] {
    Array(prefix((lastIndex { !fits($0) } ?? -1) + 1))
  }
}

extension ArraySlice<UInt8> {
  /// How many elements at the beginning fit, but at most a number.
  fileprivate func prefix(_ most: Int, while fits: (UInt8) -> Bool) -> Int {
    var count = 0
    for element in self { if count < most, fits(element) { count += 1 } else { break } }
    return count
  }
}
