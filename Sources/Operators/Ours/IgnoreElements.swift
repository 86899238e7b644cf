extension Operator {
  /// `ignoreElements()`: drops all values and keeps the end.
  static let ignoreElements = method(
    "ignoreElements", .filtering, .marbled, rx: "ignoreElements",
    "Drops all values and keeps the end.",
    sample: Sample("a.ignoreElements()"),
    forms: [
      Form("ignoreElements()", semantics: OperatorSemantics(result: .none, drops: [.filtered])) { call in
        call.watched { base in TracedStream(base.filter { _ in false }) }
      }
    ])
}
