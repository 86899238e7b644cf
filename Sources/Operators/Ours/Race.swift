extension Operator {
  /// `race`: the stream that emits first.
  static let race = function(
    "race", .combining, .marbled, rx: "race",
    "The stream that emits first; the others are not heard any more.",
    sample: Sample("race(a, b)", a: "--1-2|", b: "-x-y|"),
    forms: [
      Form("race(_ base1, _ base2, …)", [Parameter(nil, .streams(2...64))]) { call in
        TracedStream.race(try call.streams(0))
      }
    ])
}
