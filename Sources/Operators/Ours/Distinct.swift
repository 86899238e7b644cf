extension Operator {
  /// `distinct()`: drops values that were seen before.
  static let distinct = method(
    "distinct", .filtering, .marbled, rx: "distinct",
    "Each value only the first time that it comes; the oldest of 250,000 different values is forgotten.",
    sample: Sample("a.distinct()", a: "1-2-1-3|"),
    forms: [
      Form("distinct()") { call in
        call.base.withoutRepeats()
      }
    ])
}
