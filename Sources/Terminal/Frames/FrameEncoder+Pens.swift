extension FrameEncoder {
  /// The maximum number of pens of a frame that is painted pen by pen.
  private static let mostPens = 16
  /// The approximate cost of moving to a cell that does not follow the last one.
  private static let moveCost = 4

  /// The cells of `runs` in stretches of one pen, pen by pen; nil when that takes more bytes than reading order.
  ///
  /// If adjacent cells rarely share a pen, as in rain, changing the pen for each costs more than crossing the screen
  /// once per pen. Any order gives the same picture, because each cell that a wide character covered or will cover is
  /// in a run. Only characters of disputed width must be painted before the cells that they may overwrite.
  mutating func stretchesByPen(_ runs: [CellRun]) -> [CellRun]? {
    var pens: [PackedStyle] = []
    var stretches: [(run: CellRun, pen: Int)] = []
    stretches.reserveCapacity(2 * runs.count)
    var saved = 0
    for run in runs {
      let start = run.row * canvas.size.columns
      var blanks = 0
      for column in run.columns {
        let glyph = canvas.glyphs[start + column]
        guard glyph.isSettled || glyphSet != .full else { return nil }
        let pen = pen(at: start + column)
        // Runs of blanks are erased by one sequence.
        blanks = glyph == .blank && pen == .plain ? blanks + 1 : 0
        guard blanks <= 8 else { return nil }
        var place = stretches.last?.pen
        if let last = place, pen == pens[last] {
          let end = stretches.count - 1
          if stretches[end].run.row == run.row, stretches[end].run.columns.upperBound == column {
            stretches[end].run.columns = stretches[end].run.columns.lowerBound..<column + 1
            continue
          }
        } else {
          if let last = place { saved += pen.changeLength(from: pens[last]) }
          place = pens.firstIndex(of: pen)
        }
        if place == nil {
          guard pens.count < Self.mostPens else { return nil }
          pens.append(pen)
        }
        stretches.append((CellRun(row: run.row, columns: column..<column + 1), place ?? pens.count - 1))
      }
    }
    // Each stretch within a run needs a move, and each pen starts at the top again.
    let perPen = pens.reduce(0) { $0 + $1.changeLength(from: .plain) + 2 * Self.moveCost }
    guard saved > perPen + (stretches.count - runs.count) * Self.moveCost + stretches.count else { return nil }
    return Self.byPen(stretches, penCount: pens.count)
  }

  /// The stretches grouped by pen, in their order.
  private static func byPen(_ stretches: [(run: CellRun, pen: Int)], penCount: Int) -> [CellRun] {
    var places = Array(repeating: 0, count: penCount + 1)
    for stretch in stretches { places[stretch.pen + 1] += 1 }
    for pen in 0..<penCount { places[pen + 1] += places[pen] }
    var ordered = stretches.map(\.run)
    for stretch in stretches {
      ordered[places[stretch.pen]] = stretch.run
      places[stretch.pen] += 1
    }
    return ordered
  }
}
