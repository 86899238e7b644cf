internal import AsyncAlgorithms
internal import Marbles

extension Operator {
  /// `buffer`, of AsyncAlgorithms: values held for a slow consumer.
  static let buffer = method(
    "buffer", .buffering, .asyncAlgorithms,
    "Lets the source continue while the consumer is busy; the policy limits the buffer.",
    use:
      "Use it between a fast producer and a slow consumer. The policy decides which values are lost when it is full.",
    sample: Sample("a.buffer(policy: .bufferingLatest(1))", a: "12345-6|", consume: .milliseconds(2500)),
    forms: [
      Form(
        "buffer(policy: AsyncBufferSequencePolicy)", [Parameter("policy", .policy)],
        semantics: { .buffering($0[0]?.policy ?? .unbounded) }
      ) { call in
        let (policy, executor) = (call.policy(0), call.executor)
        return call.watched { base in
          call.holding(base, atMost: policy.capacity) { base in
            TracedStream(base.buffer(policy: AsyncBufferSequencePolicy(policy)).endingTasks(on: executor))
          }
        }
      }
    ])
}
