/// One row in the grid form: the tokens of each time step, up to the last event or the end.
struct DiagramGrid {
  /// The tokens of each step; empty where nothing happens.
  var tokens: [[String]]
  let step: SceneTime
  /// The time of the first character.
  let start: SceneTime

  private static let pause = String(Alphabet.step.rawValue)

  /// Nil when `step` does not divide all times, or when there would be too many steps.
  init?(_ timeline: Timeline, step: SceneTime) {
    self.init(Diagram(timeline: timeline), step: step, dialect: .marbled)
  }

  /// Nil also when something cannot be written in `dialect`.
  init?(_ diagram: Diagram, step: SceneTime, dialect: Dialect) {
    // AsyncSequenceValidation's clock starts one step before the first character.
    let start = dialect == .asv ? step : .zero
    let extras =
      diagram.withheld.map { ($0, Alphabet.withhold) } + (diagram.cancellation.map { [($0, Alphabet.cancel)] } ?? [])
    let times = diagram.timeline.times + extras.map(\.0)
    guard step > .zero, times.allSatisfy({ $0 >= start && $0.nanoseconds % step.nanoseconds == 0 }),
      let last = times.isEmpty ? start - step : times.max(),
      (last - start).nanoseconds / step.nanoseconds < DiagramPrinter.maximumSteps
    else { return nil }
    func column(_ time: SceneTime) -> Int { Int((time - start).nanoseconds / step.nanoseconds) }
    let count = times.isEmpty ? 0 : column(last) + 1
    var tokens = [[String]](repeating: [], count: count)
    var endsWithDigit = [Bool](repeating: false, count: count)
    for event in diagram.timeline.events {
      let column = column(event.time)
      let followsDigit = column > 0 && endsWithDigit[column - 1]
      guard let token = event.value.token(in: dialect, followsDigit: followsDigit) else { return nil }
      tokens[column].append(token)
      endsWithDigit[column] = token.utf8.last.map { (48...57).contains($0) } ?? false
    }
    for (time, token) in extras { tokens[column(time)].append(String(token.rawValue)) }
    if let end = diagram.timeline.end.token(in: dialect), let time = diagram.timeline.end.time {
      tokens[column(time)].append(String(end))
    }
    self.tokens = tokens
    self.step = step
    self.start = start
  }

  /// The text of the step in `column`; empty after the last.
  func cell(_ column: Int) -> String {
    guard column < tokens.count else { return "" }
    switch tokens[column].count {
    case 0: return Self.pause
    case 1: return tokens[column][0]
    default: return "\(Alphabet.openStep.rawValue)\(tokens[column].joined())\(Alphabet.closeStep.rawValue)"
    }
  }

  /// The rows as lines: each time step takes one column, and long pauses that all rows share become spans.
  static func lines(_ rows: [DiagramGrid]) -> [String] { columns(rows).lines.map(DiagramTable.trimmingEnd) }

  /// The lines, and the number of cells before each column.
  static func columns(_ rows: [DiagramGrid]) -> (lines: [String], edges: [Int]) {
    var lines = [String](repeating: "", count: rows.count)
    var edges: [Int] = []
    var width = 0
    let count = rows.map(\.tokens.count).max() ?? 0
    var column = 0
    while column < count {
      let run = idleColumns(rows, from: column)
      let isSpan = run > DiagramPrinter.longestRun
      let span = " \(DurationNotation.print(SceneTime(nanoseconds: rows[0].step.nanoseconds * Int64(run)))) "
      let cells = rows.map { isSpan ? (column < $0.tokens.count ? span : "") : $0.cell(column) }
      let cellWidth = isSpan ? DisplayText.width(span) : cells.map(DisplayText.width).max() ?? 1
      for (index, cell) in cells.enumerated() {
        lines[index] += cell + String(repeating: " ", count: cellWidth - DisplayText.width(cell))
      }
      edges += [Int](repeating: width, count: isSpan ? run : 1)
      width += cellWidth
      column += isSpan ? run : 1
    }
    return (lines, edges)
  }

  /// The number of columns from `start` on that contain only pauses.
  private static func idleColumns(_ rows: [DiagramGrid], from start: Int) -> Int {
    var column = start
    while rows.contains(where: { column < $0.tokens.count }),
      rows.allSatisfy({ column >= $0.tokens.count || $0.tokens[column].isEmpty })
    { column += 1 }
    return column - start
  }
}
