extension Operator {
  /// `dropFirst`, of the standard library: skips a number of values.
  static let dropFirst = method(
    "dropFirst", .filtering, .standardLibrary,
    "Drops the first values.",
    use: "Use it to skip a number of values. `drop` skips up to a condition or a signal.",
    sample: Sample("a.dropFirst(2)"),
    forms: [
      Form(
        "dropFirst(_ count: Int = 1)", [Parameter(nil, .count(atLeast: 0), isOptional: true)],
        semantics: OperatorSemantics(drops: [.early])
      ) { call in
        let count = call.has(0) ? call.count(0) : 1
        return call.watched { base in TracedStream(base.dropFirst(count)) }
      }
    ])
}
