internal import Marbles
internal import Scenes
internal import Terminal

/// Draws rain: columns that are made once, glyphs that are moved along, and a cell for each character in each style.
struct RainPicture: Sendable {
  private let rain: Rain
  private var glyphs: RainGlyphs
  /// By depth: the cells of one style after the other, each of the whole alphabet.
  private let cells: [[Cell]]
  private let alphabetCount: Int
  /// The first is the head's, the others have equal shares of what follows it.
  private let styleCounts: [Int]

  init(_ matrix: Scene.Matrix, size: Size, glyphs: GlyphSet, theme: Theme, isBackdrop: Bool) {
    let alphabet = RainAlphabet(matrix.glyphs, glyphs: glyphs)
    let palette = RainPalette(matrix.palette, theme: theme, isBackdrop: isBackdrop)
    rain = Rain(matrix, size: size, alphabet: alphabet)
    self.glyphs = RainGlyphs(of: rain, at: .zero)
    alphabetCount = alphabet.count
    let styles = Rain.Depth.allCases.map { palette.styles(of: $0) }
    styleCounts = styles.map(\.count)
    cells = Rain.Depth.allCases.map { depth in
      let characters = depth == .near ? alphabet.near : alphabet.small
      return styles[depth.rawValue].flatMap { style in characters.map { Cell(Character($0), style: style) } }
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
      let top = rain.y(of: column, tick: tick)
      let cells = cells[column.depth.rawValue]
      let fading = styleCounts[column.depth.rawValue] - 1
      let head = column.height - 1
      for row in max(0, top)..<max(0, min(rain.size.rows, top + column.height)) {
        let place = row - top
        let style = place == head ? 0 : 1 + (head - place - 1) * fading / head
        let glyph = Int(glyphs.shown[column.glyphs.lowerBound + place])
        canvas[column.x, row] = cells[style * alphabetCount + glyph]
      }
    }
  }
}
