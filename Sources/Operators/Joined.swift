internal import AsyncAlgorithms

extension Operator {
  /// `joined`, of AsyncAlgorithms: concatenates a stream of sequences.
  static let joined = method(
    "joined", .combining, .asyncAlgorithms,
    "Emits the values of several streams, or the elements of a stream's arrays, one after another.",
    use: "Use it to emit streams of streams one after the other. `chain` takes a fixed number of streams.",
    sample: Sample("[a, b].async.joined()", a: "1-2|", b: "---x-y|"),
    forms: [
      Form(
        "joined()", semantics: OperatorSemantics(receiver: .init(reading: .inTurn, uses: .elements))
      ) { call in
        call.sequences.joined {
          TracedStream($0.joined())
        } arrays: {
          TracedStream($0.joined())
        }
      },
      Form(
        "joined(separator: AsyncSequence)", [Parameter("separator", .stream)],
        semantics: OperatorSemantics(
          receiver: .init(reading: .inTurn, uses: .elements), streams: .init(reading: .again, uses: .elements))
      ) { call in
        let separator = try call.stream(0)
        return call.sequences.joined {
          TracedStream($0.joined(separator: separator))
        } arrays: {
          TracedStream($0.joined(separator: separator))
        }
      },
    ])
}
