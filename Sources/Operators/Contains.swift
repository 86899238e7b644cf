internal import Marbles

extension Operator {
  /// `contains`, of the standard library: whether a value occurs.
  static let contains = method(
    "contains", .reducing, .standardLibrary,
    "Emits true when a matching value arrives, or false at the end.",
    use: "Use it to find out whether a value arrives. It ends at the first match; `first` returns the value itself.",
    inSwift: "In Swift it is an asynchronous function that gives a Bool: `let isThere = await a.contains(3)`.",
    sample: Sample("a.contains(3)"),
    forms: [
      Form("contains(_ search: Element)", [Parameter(nil, .value)], semantics: .answering) { call in
        let (base, search) = (call.notes.testing(call.base), try call.value(0))
        return TracedStream(answer: base) { $0.value.isEqual(to: search) }
      },
      Form(
        "contains(where: (Element) throws -> Bool)", [Parameter("where", .closure(1))], semantics: .answering
      ) { call in
        let test = call.test(0)
        return TracedStream(answer: call.notes.testing(call.base)) { try test($0.value) }
      },
    ])
}
