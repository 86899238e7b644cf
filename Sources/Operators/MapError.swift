internal import AsyncAlgorithms
internal import Marbles
internal import Playback

extension Operator {
  /// `mapError`, of AsyncAlgorithms: transforms the error.
  static let mapError = method(
    "mapError", .failing, .asyncAlgorithms,
    "Replaces the error message.",
    use: "Use it to change an error before it reaches the consumer. `catchError` continues after it.",
    sample: Sample("a.mapError { \"lost: \\($0)\" }", a: "1-2-^"),
    forms: [
      Form(
        "mapError(_ transform: (Error) -> Error)", [Parameter(nil, .closure(1))],
        semantics: OperatorSemantics(changesEndOnly: true)
      ) { call in
        let transform = call.closure(0)
        return TracedStream(
          call.base.mapError { error -> any Error in
            do {
              return TimelineFailure(message: try transform(.string(String(describing: error))).description)
            } catch { return error }
          })
      }
    ])
}
