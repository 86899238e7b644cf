extension Operator {
  /// `catchError`: replaces an error by another stream.
  static let catchError = method(
    "catchError", .failing, .marbled,
    "On an error, continues with another stream. The closure gets the error message.",
    use: "Use it to continue with another stream after an error. `retry` starts the same stream again.",
    inSwift: "Swift has no such operator: `do { for try await x in a { … } } catch { for await x in b { … } }`.",
    sample: Sample("a.catchError { _ in \"x-y|\" }", a: "1-2-^"),
    forms: [
      Form(
        "catchError(_ handler: (Error) -> AsyncSequence)", [Parameter(nil, .inner)],
        semantics: OperatorSemantics(inner: .replacement)
      ) { call in
        call.base.catching(call.notes, call.inner(0))
      }
    ])
}
