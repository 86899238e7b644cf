/// Reduces pens to the colours of a terminal, and caches the results, because a picture has few pens.
struct ColorDepthCache {
  private let depth: ColorDepth
  /// The last pen of each slot with its reduction; empty before the first.
  private var known: [(pen: PackedStyle, left: PackedStyle)] = []

  init(to depth: ColorDepth) { self.depth = depth }

  /// The reduced pen.
  mutating func callAsFunction(_ pen: PackedStyle) -> PackedStyle {
    if depth == .truecolor || pen == .plain { return pen }
    if known.isEmpty { known = Array(repeating: (.plain, .plain), count: 64) }
    // Fibonacci hashing: similar pens get different slots.
    let place = Int(truncatingIfNeeded: (pen.bits &* 0x9E37_79B9_7F4A_7C15) >> 58)
    if known[place].pen == pen { return known[place].left }
    let left = pen.reduced(to: depth)
    known[place] = (pen, left)
    return left
  }
}
