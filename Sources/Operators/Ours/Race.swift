extension Operator {
  /// `race`: the stream that emits first.
  static let race = function(
    "race", .combining, .marbled,
    "Emits the values of the stream that emits first. Drops the values of the others.",
    use:
      "Use it for the fastest of several streams. `merge` keeps the values of all. RxJS unsubscribes from the streams that lost;"
      + " here they are read to their end.",
    inSwift: "Swift has no such operator: a task group reads each stream, and the first value cancels the other tasks.",
    sample: Sample("race(a, b)", a: "--1-2|", b: "-x-y|"),
    forms: [
      Form(
        "race(_ base1, _ base2, …)", [Parameter(nil, .streams(2...64))],
        semantics: OperatorSemantics(
          streams: .init(reading: .toItsEnd, demand: .ahead(1)), drops: [.lost], mayFinishEarly: true)
      ) { call in
        TracedStream.race(try call.streams(0), call.notes)
      }
    ])
}
