/// Characters and styles in the representation of canvases, for pictures that repeat a few of them.
///
/// ```swift
/// let table = CellTable(["0", "1"], styles: [Style(bold: true), .plain])
/// canvas.putColumn(column: 3, row: 0, characters: [0, 1, 1][...], styles: [0, 1, 1][...], of: table)
/// ```
public struct CellTable: Sendable {
  let glyphs: [Glyph]
  let pens: [PackedStyle]

  /// Creates a table of at most 256 characters, each 1 or 2 columns wide, and at most 256 styles.
  public init(_ characters: [Unicode.Scalar], styles: [Style]) {
    glyphs = characters.map { Cell(Character($0)).glyph }
    pens = styles.map(PackedStyle.init)
  }
}

extension Canvas {
  /// Sets cells of a column to characters and styles of a table, clipped to the canvas.
  ///
  /// - Parameters:
  ///   - row: the row of the uppermost cell.
  ///   - characters: indices into the table's characters, the uppermost first.
  ///   - styles: indices into the table's styles, one per character.
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
