internal import Marbles
internal import Scenes
internal import Terminal

/// The Matrix rain at one size: all of it that never changes, made once from a seed.
///
/// Where a column is follows from the tick, and what its glyphs are from the time, so every moment can be drawn by
/// itself.
struct Rain: Sendable {
  /// How far away a column is: the nearer, the larger, the brighter and the faster.
  enum Depth: Int, Hashable, Sendable, CaseIterable {
    case far, middle, near
  }

  /// Glyphs below each other, that fall together.
  struct Column: Hashable, Sendable {
    let depth: Depth
    /// The cell of its left edge.
    let x: Int
    /// Thousandths of a cell a tick.
    let speed: Int64
    /// Its places in ``Rain/glyphs``, the uppermost first.
    let glyphs: Range<Int>

    /// The rows of cells that it takes.
    var height: Int { glyphs.count }
  }

  /// Where columns fall, in cells.
  let size: Size
  /// From far to near: later ones hide earlier ones.
  let columns: [Column]
  /// All glyphs of all columns.
  let glyphs: [RainGlyph]
  /// How many characters a glyph may become.
  let alphabetCount: Int

  /// Makes the columns.
  init(_ matrix: Scene.Matrix, size: Size, alphabet: RainAlphabet) {
    self.size = size
    alphabetCount = alphabet.count
    var columns: [Column] = []
    var glyphs: [RainGlyph] = []
    for depth in Depth.allCases {
      let pitch = depth == .near ? 2 : 1
      for (number, x) in stride(from: 0, through: size.columns - pitch, by: pitch).enumerated() {
        let stream = UInt64(number) * 4 + UInt64(depth.rawValue)
        var random = SplitMix64(seed: SplitMix64.number(stream, seed: matrix.seed))
        guard Double.random(in: 0..<1, using: &random) < depth.share * matrix.density else { continue }
        let height = Int.random(in: depth.heights(on: size.rows), using: &random)
        let speed = Double(Int64.random(in: depth.speeds, using: &random)) * matrix.speed.value
        let first = glyphs.count
        for _ in 0..<height { glyphs.append(RainGlyph(using: &random, alphabetCount: alphabet.count)) }
        let thousandths = Int64(min(max(1, speed), Self.maximumSpeed))
        columns.append(Column(depth: depth, x: x, speed: thousandths, glyphs: first..<glyphs.count))
      }
    }
    self.columns = columns
    self.glyphs = glyphs
  }

  /// The row of a column's uppermost glyph: `(tick × speed) mod (rows + height) − height`.
  ///
  /// - Parameter tick: how many refresh intervals have passed since it began to rain.
  func y(of column: Column, tick: Int64) -> Int {
    let span = Int64(size.rows + column.height) * 1000
    return Int((tick % span * column.speed % span) / 1000) - column.height
  }

  /// How many ticks it has rained when a scene begins, so that no scene begins with a blank screen.
  static let ticksBefore: Int64 = 4096
  /// In thousandths of a cell a tick.
  private static let maximumSpeed = 1e6
}

extension Rain.Depth {
  /// The share of the places for such a column in which there is one.
  fileprivate var share: Double {
    switch self {
    case .far: 0.85
    case .middle: 0.5
    case .near: 0.4
    }
  }

  /// Thousandths of a cell a tick.
  fileprivate var speeds: ClosedRange<Int64> {
    switch self {
    case .far: 90...220
    case .middle: 200...380
    case .near: 320...600
    }
  }

  /// How many glyphs a column may have on a screen of so many rows.
  fileprivate func heights(on rows: Int) -> ClosedRange<Int> {
    let most = max(4, rows * 3 / 4)
    return max(3, rows / 5)...most
  }
}
