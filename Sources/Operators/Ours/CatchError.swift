extension Operator {
  /// `catchError`: replaces an error by another stream.
  static let catchError = method(
    "catchError", .failing, .marbled, rx: "catchError",
    "When it fails, goes on with the stream that the closure makes of the error's message.",
    sample: Sample("a.catchError { _ in \"x-y|\" }", a: "1-2-^"),
    forms: [
      Form("catchError(_ handler: (Error) -> AsyncSequence)", [Parameter(nil, .inner)]) { call in
        call.base.catching(call.inner(0))
      }
    ])
}
