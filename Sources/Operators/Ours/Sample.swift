extension Operator {
  /// `sample(by:)`: the newest value at each signal.
  static let sample = method(
    "sample", .timing, .marbled, rx: "sample",
    "The newest value whenever another stream emits, if there is a new one.",
    sample: Sample("a.sample(by: b)", a: "12-3-4-|", b: "---x--x|"),
    forms: [
      Form("sample(by: AsyncSequence)", [Parameter("by", .stream)]) { call in
        call.base.sampled(by: try call.stream(0))
      }
    ])
}
