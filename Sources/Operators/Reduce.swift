extension Operator {
  /// `reduce`, of the standard library: combines all values into one.
  static let reduce = method(
    "reduce", .reducing, .standardLibrary,
    "Emits the accumulated result at the end.",
    use: "Use it for one result at the end of a stream. `reductions` emits each intermediate result.",
    inSwift: "In Swift it is an asynchronous function that gives the value: `let sum = await a.reduce(0, +)`.",
    sample: Sample("a.reduce(0, +)"),
    forms: [
      Form(
        "reduce(_ initial: Result, _ next: (Result, Element) throws -> Result)",
        [Parameter(nil, .value), Parameter(nil, .closure(2))],
        semantics: { _ in
          var semantics = OperatorSemantics.reducing
          semantics.makes = .constants
          return semantics
        }
      ) { call in
        let (base, initial, next) = (call.base, Traced(made: try call.value(0)), call.closure(1))
        return TracedStream(single: {
          try await base.reduce(initial) { (result, element) throws in
            result.joined(with: element, value: try next(result.value, element.value), color: element.color)
          }
        })
      }
    ])
}
