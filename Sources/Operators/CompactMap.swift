internal import Marbles

extension Operator {
  /// `compactMap`, of the standard library: transforms values and drops nil results.
  static let compactMap = method(
    "compactMap", .transforming, .standardLibrary,
    "Transforms each value and drops nil.",
    use: "Use it to transform values and drop those without a result. `map` keeps every value.",
    sample: Sample("a.compactMap { $0 > 1 ? $0 * 10 : nil }", a: "1-2--3|"),
    forms: [
      Form(
        "compactMap(_ transform: (Element) throws -> T?)", [Parameter(nil, .closure(1))],
        semantics: OperatorSemantics(result: .new, drops: [.filtered])
      ) { call in
        let transform = call.closure(0)
        return call.watched { base in
          TracedStream(
            base.compactMap { element in
              let value = try transform(element.value)
              return value == .null ? nil : element.with(value)
            })
        }
      }
    ])
}
