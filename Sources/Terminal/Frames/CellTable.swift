/// Characters and styles as canvases hold them, for what is drawn of the same few again and again.
///
/// ```swift
/// let table = CellTable(["0", "1"], styles: [Style(bold: true), .plain])
/// canvas.putColumn(column: 3, row: 0, characters: [0, 1, 1][...], styles: [0, 1, 1][...], of: table)
/// ```
public struct CellTable: Sendable {
  let glyphs: [Glyph]
  let pens: [Pen]

  /// Creates a table of characters that are 1 or 2 columns wide, at most 256, and as many styles at most.
  public init(_ characters: [Unicode.Scalar], styles: [Style]) {
    glyphs = characters.map { Cell(Character($0)).glyph }
    pens = styles.map(Pen.init)
  }
}

extension Canvas {
  /// Sets cells below each other to characters and styles of a table, clipped to the canvas.
  ///
  /// - Parameters:
  ///   - row: that of the uppermost.
  ///   - characters: their places in the table, the uppermost first.
  ///   - styles: as many.
  public mutating func putColumn(
    column: Int, row: Int, characters: ArraySlice<UInt8>, styles: ArraySlice<UInt8>, of table: CellTable
  ) {
    let rows = (row..<row + min(characters.count, styles.count)).clamped(to: 0..<size.rows)
    let (firstCharacter, firstStyle) = (characters.startIndex - row, styles.startIndex - row)
    for row in rows {
      let glyph = table.glyphs[Int(characters[firstCharacter + row])]
      let pen = table.pens[Int(styles[firstStyle + row])]
      place(glyph, pen, column: column, row: row)
    }
  }
}
