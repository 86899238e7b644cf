internal import Marbles
internal import Scenes
internal import Terminal

/// Draws rain: fixed columns with a style for each position, and glyphs that change over time.
struct RainPicture: Sendable {
  private let rain: Rain
  private var glyphs: RainGlyphs
  /// Characters and styles, by depth.
  private let tables: [CellTable]
  /// The style of each glyph, determined by its position in the column.
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
      // The first style is the head's; the others have equal shares of the rest.
      let (head, fading) = (column.height - 1, styles[column.depth.rawValue].count - 1)
      return (0...head).map { place in place == head ? 0 : UInt8(1 + (head - place - 1) * fading / head) }
    }
  }

  /// Draws all columns.
  ///
  /// - Parameters:
  ///   - tick: determines the positions of the columns.
  ///   - time: determines the glyphs.
  mutating func draw(tick: Int64, glyphsAt time: SceneTime, on canvas: inout Canvas) {
    glyphs.move(to: time)
    for column in rain.columns {
      canvas.putColumn(
        column: column.x, row: rain.y(of: column, tick: tick), characters: glyphs.shown[column.glyphs],
        styles: styles[column.glyphs], of: tables[column.depth.rawValue])
    }
  }
}
