internal import AsyncAlgorithms

extension Operator {
  /// `reductions`, of AsyncAlgorithms: the intermediate results of a reduction.
  static let reductions = method(
    "reductions", .transforming, .asyncAlgorithms,
    "Emits the accumulated result after each value.",
    use: "Use it for running totals and state machines. `reduce` emits only the last result.",
    sample: Sample("a.reductions(0, +)"),
    forms: [
      Form(
        "reductions(_ initial: Result, _ transform: (Result, Element) throws -> Result)",
        [Parameter(nil, .value), Parameter(nil, .closure(2))],
        semantics: OperatorSemantics(receiver: .init(uses: .allLater), result: .accumulated, makes: .constants)
      ) { call in
        let transform = call.closure(1)
        return TracedStream(
          call.base.reductions(Traced(made: try call.value(0))) { (result: Traced, element) async throws in
            result.joined(with: element, value: try transform(result.value, element.value), color: element.color)
          })
      },
      Form(
        "reductions(_ transform: (Element, Element) throws -> Element)", [Parameter(nil, .closure(2))],
        semantics: OperatorSemantics(receiver: .init(uses: .allLater), result: .accumulated)
      ) { call in
        let transform = call.closure(0)
        return TracedStream(
          call.base.reductions { (result, element) async throws in
            result.joined(with: element, value: try transform(result.value, element.value), color: element.color)
          })
      },
    ])
}
