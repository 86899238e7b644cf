extension FrameEncoder {
  /// The most pens of a frame that is painted pen by pen.
  private static let mostPens = 16
  /// What it costs, about, to get to a cell that does not follow the last one.
  private static let moveCost = 4

  /// The cells of `runs` in stretches of one pen, one pen after the other; nil when that takes more bytes than reading
  /// order.
  ///
  /// Where hardly two neighbours look the same, as in rain, changing the pen for each costs more than going over the
  /// screen once for every pen. Any order shows the same: a cell that a wide character covered or will cover has changed
  /// itself. Only characters of disputed width have to be painted before what they may overwrite.
  mutating func stretchesByPen(_ runs: [Run]) -> [Run]? {
    var pens: [Pen] = []
    var byPen: [[Run]] = []
    var last = -1
    var saved = 0
    for run in runs {
      let start = run.row * canvas.size.columns
      var blanks = 0
      for column in run.columns {
        let glyph = canvas.glyphs[start + column]
        guard glyph.isSettled || glyphSet != .full else { return nil }
        let pen = pen(at: start + column)
        // Many blanks are erased at once.
        blanks = glyph == .blank && pen == .plain ? blanks + 1 : 0
        guard blanks <= 8 else { return nil }
        if last >= 0, pen == pens[last] {
          let end = byPen[last].count - 1
          if byPen[last][end].row == run.row, byPen[last][end].columns.upperBound == column {
            byPen[last][end].columns = byPen[last][end].columns.lowerBound..<column + 1
            continue
          }
        } else {
          if last >= 0 { saved += pen.changeLength(from: pens[last]) }
          if let known = pens.firstIndex(of: pen) {
            last = known
          } else {
            guard pens.count < Self.mostPens else { return nil }
            pens.append(pen)
            byPen.append([])
            last = pens.count - 1
          }
        }
        byPen[last].append(Run(row: run.row, columns: column..<column + 1))
      }
    }
    // Each stretch inside of a run is one that has to be gone to, and each pen begins at the top again.
    let stretches = byPen.reduce(0) { $0 + $1.count }
    let perPen = pens.reduce(0) { $0 + $1.changeLength(from: .plain) + 2 * Self.moveCost }
    guard saved > perPen + (stretches - runs.count) * Self.moveCost + stretches else { return nil }
    return byPen.flatMap { $0 }
  }
}
