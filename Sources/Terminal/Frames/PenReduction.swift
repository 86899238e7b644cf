/// What pens are on a terminal with fewer colours; remembers those that it was asked for, as a picture has few.
struct PenReduction {
  private let depth: ColorDepth
  /// The pen that was asked for last of those that share a place, and what is left of it; empty before the first.
  private var known: [(pen: Pen, left: Pen)] = []

  init(to depth: ColorDepth) { self.depth = depth }

  /// What is left of a pen.
  mutating func callAsFunction(_ pen: Pen) -> Pen {
    if depth == .truecolor || pen == .plain { return pen }
    if known.isEmpty { known = Array(repeating: (.plain, .plain), count: 64) }
    // The upper bits of a product with 2⁶⁴ by the golden ratio: pens that are alike get places of their own.
    let place = Int(truncatingIfNeeded: (pen.bits &* 0x9E37_79B9_7F4A_7C15) >> 58)
    if known[place].pen == pen { return known[place].left }
    let left = pen.reduced(to: depth)
    known[place] = (pen, left)
    return left
  }
}
