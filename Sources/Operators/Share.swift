internal import AsyncAlgorithms

extension Operator {
  /// `share`, of AsyncAlgorithms: one iteration for several consumers.
  static let share = method(
    "share", .buffering, .asyncAlgorithms,
    "Iterates the source once for all consumers. The order of the consumers at one instant is not defined.",
    use:
      "Use it when several consumers read a stream that must run only once, or whose values would be split among them."
      + " By default the source waits for the slowest consumer, so a slow one holds back the others.",
    sample: Sample("a.share()", reader: .init(name: "second", expression: "share.map { $0 * 10 }")),
    forms: [
      Form(
        "share(bufferingPolicy: AsyncBufferSequencePolicy = .bounded(1))",
        [Parameter("bufferingPolicy", .policy, isOptional: true)],
        semantics: { arguments in
          var semantics = OperatorSemantics.buffering(arguments[0]?.policy ?? .bounded(1))
          // The fastest of its consumers decides.
          (semantics.receiver.demand, semantics.isShared) = (.consumer, true)
          return semantics
        }
      ) { call in
        .sharing(call.base, bufferingPolicy: call.has(0) ? AsyncBufferSequencePolicy(call.policy(0)) : .bounded(1))
      }
    ])
}
