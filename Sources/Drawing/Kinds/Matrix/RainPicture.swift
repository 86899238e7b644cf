internal import Marbles
internal import Scenes
internal import Terminal

/// Draws rain: columns that are made once, with the style of each place, and glyphs that are moved along.
struct RainPicture: Sendable {
  private let rain: Rain
  private var glyphs: RainGlyphs
  /// By depth: its characters and styles.
  private let tables: [CellTable]
  /// The style of each glyph, which follows from its place in its column.
  private let styles: [UInt8]

  init(_ matrix: Scene.Matrix, size: Size, glyphs: GlyphSet, theme: Theme, isBackdrop: Bool) {
    let alphabet = RainAlphabet(matrix.glyphs, glyphs: glyphs)
    let palette = RainPalette(matrix.palette, theme: theme, isBackdrop: isBackdrop)
    rain = Rain(matrix, size: size, alphabet: alphabet)
    self.glyphs = RainGlyphs(of: rain, at: .zero)
    let styles = Rain.Depth.allCases.map { palette.styles(of: $0) }
    tables = Rain.Depth.allCases.map {
      CellTable($0 == .near ? alphabet.near : alphabet.small, styles: styles[$0.rawValue])
    }
    self.styles = rain.columns.flatMap { column in
      // The first is the head's, the others have equal shares of what follows it.
      let (head, fading) = (column.height - 1, styles[column.depth.rawValue].count - 1)
      return (0...head).map { place in place == head ? 0 : UInt8(1 + (head - place - 1) * fading / head) }
    }
  }

  /// Draws all columns.
  ///
  /// - Parameters:
  ///   - tick: where the columns are.
  ///   - time: what the glyphs are.
  mutating func draw(tick: Int64, glyphsAt time: SceneTime, on canvas: inout Canvas) {
    glyphs.move(to: time)
    for column in rain.columns {
      canvas.putColumn(
        column: column.x, row: rain.y(of: column, tick: tick), characters: glyphs.shown[column.glyphs],
        styles: styles[column.glyphs], of: tables[column.depth.rawValue])
    }
  }
}
