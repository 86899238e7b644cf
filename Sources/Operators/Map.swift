extension Operator {
  /// `map`, of the standard library: transforms each value.
  static let map = method(
    "map", .transforming, .standardLibrary,
    "Transforms each value.",
    use: "Use it to transform each value. `compactMap` may drop values; `flatMap` starts a stream for each.",
    sample: Sample("a.map { $0 * 10 }", a: "1-2--3|"),
    forms: [
      Form(
        "map(_ transform: (Element) throws -> T)", [Parameter(nil, .closure(1))],
        semantics: OperatorSemantics(result: .new)
      ) { call in
        let transform = call.closure(0)
        return TracedStream(call.base.map { element in element.with(try transform(element.value)) })
      }
    ])
}
