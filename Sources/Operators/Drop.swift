extension Operator {
  /// `drop`, of the standard library: skips values at the beginning; `drop(until:)` is marbled's.
  static let drop = method(
    "drop", .filtering, .standardLibrary,
    "Drops values until the condition is false, or until another stream emits.",
    use: "Use it to skip values up to a condition or a signal. `dropFirst` skips a number of values.",
    inSwift:
      "`drop(until:)` is marbled's. In Swift, a task that reads the other stream tells the loop from when on it uses values.",
    sample: Sample("a.drop(while: { $0 < 3 })"),
    forms: [
      Form(
        "drop(while: (Element) throws -> Bool)", [Parameter("while", .closure(1))],
        semantics: OperatorSemantics(drops: [.early])
      ) { call in
        let test = call.test(0)
        return call.watched { base in
          TracedStream(base.drop { element in try test(element.value) })
        }
      },
      Form(
        "drop(until: AsyncSequence)", [Parameter("until", .stream)],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1)), streams: .init(.limit, demand: .ahead(1)), drops: [.unopened, .idle])
      ) { call in
        call.base.drop(until: try call.stream(0), call.notes)
      },
    ])
}
