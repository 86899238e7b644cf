internal import Marbles
internal import Scenes
internal import Terminal

/// The constant part of the Matrix rain at one size, generated from a seed.
///
/// The tick determines the positions of columns, and the time determines the glyphs, so every moment can be drawn
/// independently.
struct Rain: Sendable {
  /// The distance of a column: nearer columns are larger, brighter and faster.
  enum Depth: Int, Hashable, Sendable, CaseIterable {
    case far, middle, near
  }

  /// Glyphs below each other that fall together.
  struct Column: Hashable, Sendable {
    let depth: Depth
    /// The cell of the left edge.
    let x: Int
    /// The speed in thousandths of a cell per tick.
    let speed: Int64
    /// The range in ``Rain/glyphs``, the uppermost first.
    let glyphs: Range<Int>

    /// The height in rows of cells.
    var height: Int { glyphs.count }
  }

  /// The size of the area, in cells.
  let size: Size
  /// The columns from far to near: later ones hide earlier ones.
  let columns: [Column]
  /// All glyphs of all columns.
  let glyphs: [RainGlyph]
  /// The number of characters of the alphabet.
  let alphabetCount: Int

  /// Generates the columns.
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
  /// - Parameter tick: the number of refresh intervals since the rain began.
  func y(of column: Column, tick: Int64) -> Int {
    let span = Int64(size.rows + column.height) * 1000
    return Int((tick % span * column.speed % span) / 1000) - column.height
  }

  /// The number of ticks before a scene begins, so that no scene begins with a blank screen.
  static let ticksBefore: Int64 = 4096
  /// In thousandths of a cell per tick.
  private static let maximumSpeed = 1e6
}

extension Rain.Depth {
  /// The share of the positions that have such a column.
  fileprivate var share: Double {
    switch self {
    case .far: 0.85
    case .middle: 0.5
    case .near: 0.4
    }
  }

  /// In thousandths of a cell per tick.
  fileprivate var speeds: ClosedRange<Int64> {
    switch self {
    case .far: 90...220
    case .middle: 200...380
    case .near: 320...600
    }
  }

  /// The possible numbers of glyphs of a column on a screen with this many rows.
  fileprivate func heights(on rows: Int) -> ClosedRange<Int> {
    let most = max(4, rows * 3 / 4)
    return max(3, rows / 5)...most
  }
}
