/// Prints timelines as diagrams that read back as the same timelines.
///
/// What the notation cannot say is left out: ids, colours, sources, the message of an error. A tuple comes back as the
/// string that it prints as, a number that is not finite as null. Negative times and nesting
/// beyond ``Value/nestingLimit`` cannot be read back.
public enum DiagramPrinter {
  /// A row that would need more time steps than this is printed in the absolute form.
  public static let maximumSteps = 400
  /// A pause of more steps than this is printed as a span.
  public static let longestRun = 20

  /// `timeline` in the grid form when `step` divides all its times and ``maximumSteps`` suffice, else in the absolute.
  public static func print(_ timeline: Timeline, step: SceneTime = .seconds(1)) -> String {
    guard let grid = DiagramGrid(timeline, step: step) else { return printAbsolute(timeline) }
    let text = DiagramGrid.lines([grid], step: step)[0]
    return String(text.drop { $0 == " " })
  }

  /// `timeline` in the absolute form: `1@0 'long'@2.5 |@8`.
  public static func printAbsolute(_ timeline: Timeline) -> String {
    var tokens = timeline.events.map { "\($0.value.token())@\($0.time)" }
    if let end = timeline.end.token, let time = timeline.end.time { tokens.append("\(end)@\(time)") }
    return tokens.joined(separator: " ")
  }
}

extension Timeline {
  /// The timeline as text, in the grid form where `step` allows it.
  public func diagram(step: SceneTime = .seconds(1)) -> String { DiagramPrinter.print(self, step: step) }

  /// The times of all events and of the end.
  var times: [SceneTime] { events.map(\.time) + (end.time.map { [$0] } ?? []) }
}

extension Timeline.End {
  /// The mark that says it; nil when the row stays open.
  var token: Character? {
    switch self {
    case .finish: Alphabet.finish.rawValue
    case .error: Alphabet.error.rawValue
    case .open: nil
    }
  }
}

/// One row in the grid form: what stands in each time step, up to the last thing that happens.
struct DiagramGrid {
  var cells: [String]

  private static let pause = String(Alphabet.step.rawValue)

  /// Fails when `step` does not divide all times or there would be too many steps.
  init?(_ timeline: Timeline, step: SceneTime) {
    guard step > .zero, timeline.times.allSatisfy({ $0 >= .zero && $0.nanoseconds % step.nanoseconds == 0 }),
      timeline.latest.nanoseconds / step.nanoseconds < DiagramPrinter.maximumSteps
    else { return nil }
    guard let last = timeline.times.last else {
      cells = []
      return
    }
    let count = Int(last.nanoseconds / step.nanoseconds) + 1
    var tokens = [[String]](repeating: [], count: count)
    var endsWithDigit = [Bool](repeating: false, count: count)
    for event in timeline.events {
      let column = Int(event.time.nanoseconds / step.nanoseconds)
      let followsDigit = column > 0 && endsWithDigit[column - 1]
      let token = event.value.token(followsDigit: followsDigit)
      tokens[column].append(token)
      endsWithDigit[column] = token.utf8.last.map { (48...57).contains($0) } ?? false
    }
    if let end = timeline.end.token { tokens[count - 1].append(String(end)) }
    cells = tokens.map { tokens in
      switch tokens.count {
      case 0: Self.pause
      case 1: tokens[0]
      default: "\(Alphabet.openStep.rawValue)\(tokens.joined())\(Alphabet.closeStep.rawValue)"
      }
    }
  }

  /// The rows as lines in which a time step is one column, and long pauses that all rows share are spans.
  static func lines(_ rows: [DiagramGrid], step: SceneTime) -> [String] {
    var lines = [String](repeating: "", count: rows.count)
    let count = rows.map(\.cells.count).max() ?? 0
    var column = 0
    while column < count {
      let run = idleColumns(rows, from: column)
      if run > DiagramPrinter.longestRun {
        let span = " \(DurationText.print(SceneTime(nanoseconds: step.nanoseconds * Int64(run)))) "
        append(to: &lines, DisplayText.width(span)) { column < rows[$0].cells.count ? span : "" }
        column += run
      } else {
        let cells = rows.map { column < $0.cells.count ? $0.cells[column] : "" }
        append(to: &lines, cells.map(DisplayText.width).max() ?? 1) { cells[$0] }
        column += 1
      }
    }
    return lines.map(DiagramSheet.trimmingEnd)
  }

  private static func append(to lines: inout [String], _ width: Int, _ cell: (Int) -> String) {
    for index in lines.indices {
      let text = cell(index)
      lines[index] += text + String(repeating: " ", count: width - DisplayText.width(text))
    }
  }

  /// How many columns from `start` on hold nothing but pauses.
  private static func idleColumns(_ rows: [DiagramGrid], from start: Int) -> Int {
    var column = start
    while rows.contains(where: { column < $0.cells.count }),
      rows.allSatisfy({ column >= $0.cells.count || $0.cells[column] == pause })
    { column += 1 }
    return column - start
  }
}
