extension Diagram {
  /// The diagram as text that reads back as it, as an expectation: times, values and marks, of tuples what they print.
  ///
  /// The grid form is given up for the absolute where `step` does not divide all times or would be needed more than
  /// ``DiagramPrinter/maximumSteps`` times.
  ///
  /// A `,` or a `;` stands behind the values of its instant.
  ///
  /// - Returns: nil when it can't be written in `dialect`: in ``Dialect/asv`` a value has no quotes or control characters
  ///   in it.
  public func printed(
    as form: DiagramPlaces.Form = .grid, step: SceneTime = .seconds(1), dialect: Dialect = .marbled
  ) -> String? {
    if form == .grid, let grid = DiagramGrid(self, step: step, dialect: dialect) {
      return String(DiagramGrid.lines([grid])[0].drop { $0 == " " })
    }
    var tokens: [(time: SceneTime, text: String)] = []
    for event in timeline.events {
      guard let token = event.value.token(in: dialect) else { return nil }
      tokens.append((event.time, token))
    }
    tokens += withheld.map { ($0, String(Alphabet.withhold.rawValue)) }
    if let cancellation { tokens.append((cancellation, String(Alphabet.cancel.rawValue))) }
    if let end = timeline.end.token(in: dialect), let time = timeline.end.time { tokens.append((time, String(end))) }
    return tokens.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map { "\($0.element.text)@\($0.element.time)" }.joined(separator: " ")
  }
}
