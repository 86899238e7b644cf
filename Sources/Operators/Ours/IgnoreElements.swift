extension Operator {
  /// `ignoreElements()`: drops all values and keeps the end.
  static let ignoreElements = method(
    "ignoreElements", .filtering, .marbled, rx: "ignoreElements",
    "No values, only how it ends.",
    sample: Sample("a.ignoreElements()"),
    forms: [
      Form("ignoreElements()") { call in
        TracedStream(call.base.filter { _ in false })
      }
    ])
}
