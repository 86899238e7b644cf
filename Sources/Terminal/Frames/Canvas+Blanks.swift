extension Canvas {
  /// Copies the cells of another canvas of the same size into all blank cells.
  ///
  /// - Parameter margin: the number of columns around existing text that stay blank, so that words stay legible.
  public mutating func fillBlanks(from other: Canvas, margin: Int) {
    precondition(other.size == size)
    for row in 0..<size.rows {
      // Whether a column is near existing text; a wide character needs two columns.
      let taken = (0..<size.columns).filter { !isBlank($0, row) }
      var next = 0
      for column in 0..<size.columns where !other.isBlank(column, row) {
        let cell = other[column, row]
        if cell.isContinuation { continue }
        let needed = column - margin...column + max(1, cell.width) - 1 + margin
        while next < taken.count, taken[next] < needed.lowerBound { next += 1 }
        if next < taken.count, needed.contains(taken[next]) { continue }
        self[column, row] = cell
      }
    }
  }

  /// Whether a cell is a space in the default style.
  private func isBlank(_ column: Int, _ row: Int) -> Bool {
    let index = row * size.columns + column
    return glyphs[index] == .blank && pens[index] == .plain
  }
}
