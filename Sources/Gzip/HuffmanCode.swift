/// A code of DEFLATE (RFC 1951, 3.2.2), with which symbols are written: those that are used most have the shortest codes.
struct HuffmanCode {
  /// The number of bits of each symbol; 0 for one without a code.
  let lengths: [UInt8]
  /// The bits of each symbol, as they are written.
  let values: [UInt32]

  /// - Parameters:
  ///   - counts: how often each symbol is used. If fewer than two are, the first symbols get a code, too.
  ///   - limit: the largest number of bits.
  init(_ counts: [Int], limit: Int) { self.init(lengths: Self.lengths(counts, limit: limit)) }

  /// The code in which symbols have these numbers of bits.
  init(lengths: [UInt8]) {
    self.lengths = lengths
    var next = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1..<17 { next[length] = (next[length - 1] + next[length]) << 1 }
    var values = [UInt32](repeating: 0, count: lengths.count)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      values[symbol] = DeflateTables.reversed(next[Int(length)], bits: Int(length))
      next[Int(length)] += 1
    }
    self.values = values
  }

  /// The number of bits that symbols take, without extra bits.
  func size(_ counts: [Int]) -> Int {
    var size = 0
    for (symbol, count) in counts.enumerated() where count > 0 { size += count * Int(lengths[symbol]) }
    return size
  }

  /// The number of bits of each symbol.
  private static func lengths(_ counts: [Int], limit: Int) -> [UInt8] {
    // Some programs read no code with a single symbol.
    var counts = counts
    for symbol in counts.indices.prefix(2) where counts.count(where: { $0 > 0 }) < 2 {
      counts[symbol] = max(counts[symbol], 1)
    }
    let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    // A tree: the two smallest parts become one, again and again. Both leaves and joined parts are in the order of their size.
    var sizes = symbols.map { counts[$0] }
    var parents = [Int](repeating: 0, count: 2 * symbols.count - 1)
    var (leaf, joined) = (0, symbols.count)
    while sizes.count < parents.count {
      var size = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < symbols.count && (joined >= sizes.count || sizes[leaf] <= sizes[joined])
        let part = takesLeaf ? leaf : joined
        if takesLeaf { leaf += 1 } else { joined += 1 }
        size += sizes[part]
        parents[part] = sizes.count
      }
      sizes.append(size)
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for part in parents.indices.dropLast().reversed() { depths[part] = depths[parents[part]] + 1 }
    // How many symbols have each number of bits. Longer codes become as long as is allowed, and others longer to make room.
    var sums = [Int](repeating: 0, count: limit + 1)
    for depth in depths.prefix(symbols.count) { sums[min(depth, limit)] += 1 }
    var used = (1...limit).reduce(0) { $0 + sums[$1] << (limit - $1) }
    while used > 1 << limit {
      guard let shorter = (1..<limit).last(where: { sums[$0] > 0 }) else { break }
      sums[limit] -= 1
      sums[shorter] -= 1
      sums[shorter + 1] += 2
      used -= 1
    }
    var lengths = [UInt8](repeating: 0, count: counts.count)
    var rest = symbols[...]
    for length in (1...limit).reversed() {
      for symbol in rest.prefix(sums[length]) { lengths[symbol] = UInt8(length) }
      rest = rest.dropFirst(sums[length])
    }
    return lengths
  }
}
