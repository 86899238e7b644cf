internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `compacted`, of AsyncAlgorithms: drops nil values.
  static let compacted = method(
    "compacted", .filtering, .asyncAlgorithms,
    "Drops nil.",
    use: "Use it to drop `nil`. `compactMap` transforms the values, too.",
    sample: Sample("a.compacted()", a: "1-'null'-3|"),
    forms: [
      Form("compacted()", semantics: OperatorSemantics(drops: [.filtered])) { call in
        call.watched { base in
          TracedStream(base.map { element -> Traced? in element.value == .null ? nil : element }.compacted())
        }
      }
    ])
}
