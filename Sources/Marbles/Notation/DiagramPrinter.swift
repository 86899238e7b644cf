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

  /// The mark that says it in `dialect`.
  func token(in dialect: Dialect) -> Character? {
    if dialect == .rx, case .error = self { Alphabet.hash.rawValue } else { token }
  }
}
