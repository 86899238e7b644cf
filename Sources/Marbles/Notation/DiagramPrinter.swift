/// Prints timelines as diagrams that read back as the same timelines.
///
/// The notation leaves out ids, colours, lineage and the message of an error. A tuple is read back as the string that
/// it prints, a number that is not finite as null. Negative times and nesting beyond ``Value/nestingLimit`` cannot be
/// read back.
public enum DiagramPrinter {
  /// The maximum number of time steps in the grid form; longer rows are printed in the absolute form.
  public static let maximumSteps = 400
  /// The maximum number of `-` in a row; longer pauses are printed as a span.
  public static let longestRun = 20

  /// `timeline` in the grid form if `step` divides all its times and ``maximumSteps`` is enough, else in the absolute
  /// form.
  public static func print(_ timeline: Timeline, step: SceneTime = .seconds(1)) -> String {
    guard let grid = DiagramGrid(timeline, step: step) else { return printAbsolute(timeline) }
    let text = DiagramGrid.lines([grid])[0]
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
  /// The timeline as text, in the grid form if `step` allows it.
  public func diagram(step: SceneTime = .seconds(1)) -> String { DiagramPrinter.print(self, step: step) }

  /// The times of all events and of the end.
  package var times: [SceneTime] { events.map(\.time) + (end.time.map { [$0] } ?? []) }
}

extension Timeline.End {
  /// The mark of this end; nil for an open timeline.
  var token: Character? {
    switch self {
    case .finish: Alphabet.finish.rawValue
    case .error: Alphabet.error.rawValue
    case .open: nil
    }
  }

  /// The mark of this end in `dialect`.
  func token(in dialect: Dialect) -> Character? {
    if dialect == .rx, case .error = self { Alphabet.hash.rawValue } else { token }
  }
}
