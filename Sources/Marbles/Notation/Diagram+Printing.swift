extension Diagram {
  /// The diagram as text for an expectation: reading it gives the same times, values and marks. Tuples become the text
  /// that they print.
  ///
  /// Uses the grid form if `step` divides all times and at most ``DiagramPrinter/maximumSteps`` steps are needed, else
  /// the absolute form.
  ///
  /// A `,` or a `;` follows the values of its instant.
  ///
  /// - Parameters:
  ///   - form: the form to prefer.
  ///   - step: the time step of the grid form.
  ///   - separator: the white space between two tokens of the absolute form.
  ///   - dialect: the dialect to write.
  /// - Returns: nil when `dialect` cannot express the diagram: in ``Dialect/asv``, values contain no quotes or control
  ///   characters.
  public func printed(
    as form: DiagramSourceMap.Form = .grid, step: SceneTime = .seconds(1), separator: String = " ",
    dialect: Dialect = .marbled
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
      .map { "\($0.element.text)@\($0.element.time)" }.joined(separator: separator)
  }
}
