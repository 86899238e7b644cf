extension Operator {
  /// `first(where:)`, of the standard library: the first value that passes a test.
  static let first = method(
    "first", .reducing, .standardLibrary,
    "Emits the first value that satisfies a condition, and finishes.",
    use: "Use it for the first value, or the first that passes a test. `prefix` keeps several values.",
    inSwift:
      "In Swift it is an asynchronous function that gives the value, or nil: `let x = await a.first { $0 > 2 }`.",
    sample: Sample("a.first(where: { $0 > 2 })"),
    forms: [
      Form(
        "first(where: (Element) throws -> Bool)", [Parameter("where", .closure(1))],
        semantics: OperatorSemantics(drops: [.filtered], mayFinishEarly: true)
      ) { call in
        let test = call.test(0)
        return call.watched { base in
          TracedStream(single: { try await base.first { element in try test(element.value) } })
        }
      }
    ])
}
