internal import Layout
internal import Terminal

/// Draws a text in a frame beside a marble.
struct TooltipPainter {
  let palette: CellPalette
  /// The cells of the marble.
  let marble: CellBounds
  /// Rows of cells that must stay visible: the row of the marble, and those that depend on it.
  let kept: [Range<Int>]

  /// Draws paragraphs within the available room.
  ///
  /// - Returns: the covered cells; nil when there is no room at all.
  @discardableResult
  func draw(_ paragraphs: [String], on canvas: inout Canvas) -> CellBounds? {
    guard let (bounds, lines) = place(paragraphs, in: canvas.size) else { return nil }
    canvas.drawFrame(bounds, palette.glyphs.solid, style: Style(foreground: palette.theme.accent))
    let (left, top) = (bounds.columns.lowerBound, bounds.rows.lowerBound)
    for (offset, text) in lines.enumerated() {
      canvas.put(text, column: left + 2, row: top + 1 + offset, maxWidth: bounds.columns.count - 4)
    }
    return bounds
  }

  // MARK: Placement

  /// The narrowest frame with enough room, as near to the marble as possible; else the part of the text that fits.
  private func place(_ paragraphs: [String], in size: Size) -> (CellBounds, [String])? {
    let widest = size.columns - 2
    let runs = freeRuns(rows: size.rows)
    for width in [44, 60, 76].filter({ $0 < widest }) + [widest] {
      let lines = paragraphs.flatMap { wrapped($0, width: width - 4, lines: 12) }
      if let run = runs.filter({ $0.count >= lines.count + 2 }).min(by: { distance($0) < distance($1) }) {
        return (bounds(of: lines, in: run, size: size), lines)
      }
    }
    guard let run = runs.filter({ $0.count >= 3 }).max(by: { $0.count < $1.count }) else { return nil }
    let lines = wrapped(paragraphs.joined(separator: " "), width: widest - 4, lines: run.count - 2)
    return (bounds(of: lines, in: run, size: size), lines)
  }

  private func wrapped(_ text: String, width: Int, lines: Int) -> [String] {
    CaptionPainter.wrapped(text, width: width, lines: lines, palette.glyphs.ellipsis)
  }

  /// The rows of cells that may be covered, in runs; never the first with the clock or the last with the keys.
  private func freeRuns(rows: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 1
    for row in 1..<rows where row == rows - 1 || kept.contains(where: { $0.contains(row) }) {
      if start < row { runs.append(start..<row) }
      start = row + 1
    }
    return runs
  }

  private func distance(_ run: Range<Int>) -> Int {
    run.lowerBound >= marble.rows.upperBound
      ? run.lowerBound - marble.rows.upperBound : marble.rows.lowerBound - run.upperBound
  }

  private func bounds(of lines: [String], in run: Range<Int>, size: Size) -> CellBounds {
    let width = (lines.map(DisplayWidth.of).max() ?? 0) + 4
    let column = max(1, min(marble[.center].column - width / 2, size.columns - 1 - width))
    let height = lines.count + 2
    let row = run.lowerBound >= marble.rows.upperBound ? run.lowerBound : run.upperBound - height
    return CellBounds(columns: column..<column + width, rows: row..<row + height)
  }
}
