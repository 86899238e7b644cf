internal import AsyncAlgorithms

extension Operator {
  /// `interspersed`, of AsyncAlgorithms: inserts a separator between values.
  static let interspersed = method(
    "interspersed", .combining, .asyncAlgorithms,
    "Emits a separator between consecutive values, or between groups of `every` values.",
    use: "Use it to put a separator between values. `joined` puts one between streams.",
    sample: Sample("a.interspersed(with: 0)", a: "1-2--3|"),
    forms: [
      Form(
        "interspersed(every: Int = 1, with: Element)",
        [Parameter("every", .count(atLeast: 1), isOptional: true), Parameter("with", .value)],
        semantics: OperatorSemantics(makes: .constants)
      ) { call in
        let separator = Traced(made: try call.value(1))
        return TracedStream(call.base.interspersed(every: call.has(0) ? call.count(0) : 1, with: separator))
      }
    ])
}
