extension Operator {
  /// `ignoreElements()`: drops all values and keeps the end.
  static let ignoreElements = method(
    "ignoreElements", .filtering, .marbled,
    "Drops all values and keeps the end.",
    use: "Use it when only the end or the error of a stream matters.",
    inSwift: "Swift has no such operator: `for await _ in a {}` waits for the end.",
    sample: Sample("a.ignoreElements()"),
    forms: [
      Form("ignoreElements()", semantics: OperatorSemantics(result: .none, drops: [.filtered])) { call in
        call.watched { base in TracedStream(base.filter { _ in false }) }
      }
    ])
}
