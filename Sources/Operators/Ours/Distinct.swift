extension Operator {
  /// `distinct()`: drops values that were seen before.
  static let distinct = method(
    "distinct", .filtering, .marbled,
    "Drops values that were emitted before. It remembers 250,000 values and forgets the oldest.",
    use: "Use it to emit each value only once. It remembers all values; `removeDuplicates` remembers only the last.",
    sample: Sample("a.distinct()", a: "1-2-1-3|"),
    forms: [
      Form("distinct()", semantics: OperatorSemantics(drops: [.duplicate], remembers: true)) { call in
        call.watched { base in base.withoutRepeats() }
      }
    ])
}
