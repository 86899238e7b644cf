extension Operator {
  /// `filter`, of the standard library: values that pass a test.
  static let filter = method(
    "filter", .filtering, .standardLibrary,
    "Keeps the values for which the closure returns true.",
    use: "Use it to keep the values that pass a test. `compactMap` transforms them, too.",
    sample: Sample("a.filter { $0.isMultiple(of: 2) }"),
    forms: [
      Form(
        "filter(_ isIncluded: (Element) throws -> Bool)", [Parameter(nil, .closure(1))],
        semantics: OperatorSemantics(drops: [.filtered])
      ) { call in
        let isIncluded = call.test(0)
        return call.watched { base in
          TracedStream(base.filter { element in try isIncluded(element.value) })
        }
      }
    ])
}
