extension Operator {
  /// `catchError`: replaces an error by another stream.
  static let catchError = method(
    "catchError", .failing, .marbled, rx: "catchError",
    "On an error, continues with another stream. The closure gets the error message.",
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
