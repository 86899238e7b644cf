internal import Marbles
internal import Scenes
internal import Terminal

/// Draws columns of glyphs that fall: what a column is follows from the seed alone, where it is from the time.
struct MatrixPainter {
  let matrix: Scene.Matrix
  let glyphs: GlyphSet
  let theme: Theme

  /// The rows of cells that a column of speed 1 falls in a second.
  private static let rowsPerSecond = 12.0
  /// How often a glyph may become another, in scene seconds.
  private static let phase = 0.5

  /// What a column is, whatever the time.
  private struct Column {
    var falls: Bool
    var length: Int
    var speed: Double
    var offset: Double
    var seed: UInt64

    init(_ index: Int, matrix: Scene.Matrix, height: Int) {
      var random = SplitMix64(seed: matrix.seed &+ UInt64(index) &* 0x9E37_79B9)
      falls = Double.random(in: 0..<1, using: &random) < matrix.density
      length = max(3, height / 4) + random.below(max(1, height / 2))
      speed = Double.random(in: 0.4...1.4, using: &random)
      offset = Double(random.below(height + length))
      seed = random.next()
    }
  }

  func draw(at time: SceneTime, in area: Bounds, on canvas: inout Canvas) {
    let height = area.rows.count
    guard height > 0 else { return }
    for index in area.columns {
      let column = Column(index, matrix: matrix, height: height)
      guard column.falls else { continue }
      let fallen = time.seconds * matrix.speed * column.speed * Self.rowsPerSecond + column.offset
      let head = Int(fallen.truncatingRemainder(dividingBy: Double(height + column.length)))
      for distance in 0..<column.length where (0..<height).contains(head - distance) {
        draw(
          column, row: head - distance, distance: distance, at: time, column: index, top: area.rows.lowerBound,
          on: &canvas)
      }
    }
  }

  private func draw(
    _ column: Column, row: Int, distance: Int, at time: SceneTime, column index: Int, top: Int,
    on canvas: inout Canvas
  ) {
    let epoch = UInt64(max(0, time.seconds / Self.phase))
    var random = SplitMix64(seed: column.seed &+ UInt64(row))
    // A glyph keeps its place in the alphabet until its own turn comes.
    let turn = random.next() % 50
    let changes = (epoch &+ turn) / 50
    var choice = SplitMix64(seed: column.seed ^ UInt64(row) &* 31 &+ changes)
    let character = choice.pick(alphabet)
    canvas.put(String(character), column: index, row: top + row, style: style(distance, of: column.length), maxWidth: 1)
  }

  private func style(_ distance: Int, of length: Int) -> Style {
    if distance == 0 { return Style(foreground: TerminalColor(0xF1F3F5), bold: true) }
    let color = theme.marbles[matrix.palette.marble]
    return distance * 2 < length
      ? Style(foreground: color) : Style(foreground: color?.mixed(with: theme.faint), dim: distance * 4 > length * 3)
  }

  private var alphabet: [Character] {
    switch matrix.glyphs {
    case .kana where glyphs == .full: Array("ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ0123456789")
    case .kana, .latin: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    case .digits: Array("0123456789")
    case .binary: Array("01")
    }
  }
}

extension Scene.Matrix.Palette {
  fileprivate var marble: MarbleColor {
    switch self {
    case .green: .green
    case .amber: .orange
    case .blue: .blue
    case .red: .red
    case .purple: .purple
    case .white: .gray
    }
  }
}
