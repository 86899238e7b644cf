extension Operator {
  /// `allSatisfy`, of the standard library: whether all values pass.
  static let allSatisfy = method(
    "allSatisfy", .reducing, .standardLibrary,
    "Emits false as soon as a value breaks a condition, or true at the end.",
    use:
      "Use it for one answer about a whole stream. It ends at the first value that fails; `contains` asks the opposite.",
    inSwift:
      "In Swift it is an asynchronous function that gives a Bool: `let areSmall = await a.allSatisfy { $0 < 4 }`.",
    sample: Sample("a.allSatisfy { $0 < 4 }"),
    forms: [
      Form(
        "allSatisfy(_ predicate: (Element) throws -> Bool)", [Parameter(nil, .closure(1))], semantics: .answering
      ) { call in
        let test = call.test(0)
        return TracedStream(answer: call.notes.testing(call.base), isNegated: true) { !(try test($0.value)) }
      }
    ])
}
