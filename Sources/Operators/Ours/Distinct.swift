extension Operator {
  /// `distinct`: drops values that were seen before.
  static let distinct = method(
    "distinct", .filtering, .marbled,
    "Drops values that were emitted before. It remembers 250,000 values and forgets the oldest.",
    use: "Use it to emit each value, or the first with each key, only once. It remembers all of them;"
      + " `removeDuplicates` remembers only the last.",
    inSwift: "Swift has no such operator: the loop keeps a `Set` of the values that have come.",
    sample: Sample("a.distinct()", a: "1-2-1-3|"),
    forms: [
      Form("distinct()", semantics: OperatorSemantics(drops: [.repeated], remembers: true)) { call in
        call.watched { base in base.withoutRepeats { $0 } }
      },
      Form(
        "distinct(by: (Element) throws -> Value)", [Parameter("by", .closure(1))],
        semantics: OperatorSemantics(drops: [.repeatedKey], remembers: true)
      ) { call in
        let key = call.closure(0)
        return call.watched { base in base.withoutRepeats { try key($0) } }
      },
    ])
}
