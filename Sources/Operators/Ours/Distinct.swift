extension Operator {
  /// `distinct()`: no value twice.
  static let distinct = method(
    "distinct", .filtering, .marbled, rx: "distinct",
    "Each value only the first time that it comes.",
    sample: Sample("a.distinct()", a: "1-2-1-3|"),
    forms: [
      Form("distinct()") { call in
        call.base.withoutRepeats()
      }
    ])
}
