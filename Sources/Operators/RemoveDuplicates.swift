internal import AsyncAlgorithms

extension Operator {
  /// `removeDuplicates`, of AsyncAlgorithms: drops values equal to their predecessor.
  static let removeDuplicates = method(
    "removeDuplicates", .filtering, .asyncAlgorithms,
    "Drops a value that equals the previous value.",
    use: "Use it to drop a value that equals the one before. `distinct` drops every repetition.",
    sample: Sample("a.removeDuplicates()", a: "1-1-2-1-1|"),
    forms: [
      Form("removeDuplicates()", semantics: OperatorSemantics(drops: [.duplicate], remembers: true)) { call in
        call.watched { base in TracedStream(base.removeDuplicates()) }
      },
      Form(
        "removeDuplicates(by: (Element, Element) throws -> Bool)", [Parameter("by", .closure(2))],
        semantics: OperatorSemantics(drops: [.matched], remembers: true)
      ) { call in
        let isDuplicate = call.test(0)
        return call.watched { base in
          TracedStream(
            base.removeDuplicates { (left, right) async throws in try isDuplicate(left.value, right.value) })
        }
      },
    ])
}
