internal import AsyncAlgorithms

extension Operator {
  /// `startWith`: emits a value before all others.
  static let startWith = method(
    "startWith", .combining, .marbled,
    "Emits a value at once, then the values of the stream.",
    use: "Use it for a value before the first one, such as a default. `chain` puts a stream first.",
    inSwift: "In Swift it is `chain([0].async, a)`.",
    sample: Sample("a.startWith(0)", a: "--1-2|"),
    forms: [
      Form(
        "startWith(_ value: Element)", [Parameter(nil, .value)], semantics: OperatorSemantics(makes: .constants)
      ) { call in
        TracedStream(AsyncAlgorithms.chain([Traced(made: try call.value(0))].async, call.base))
      }
    ])
}
