internal import Marbles

extension Operator {
  /// `grouped`: a stream for each key, all at the same time.
  static let grouped = method(
    "grouped", .transforming, .marbled,
    "Makes a stream of the values with each key, and merges what the closure makes of these streams.",
    use:
      "Use it to limit, count or watch each user, host or path by itself. At most 1,000 keys are open at once, unless"
      + " maxKeys says otherwise; values of further keys are dropped. With idle, the stream of a key ends when no value"
      + " has come for that time, and a later value begins a new one. `chunked` only gathers neighbours with the"
      + " same key.",
    inSwift:
      "Swift has no such operator: a loop keeps a dictionary of continuations, and yields each value into the `AsyncStream` of its key.",
    sample: Sample("a.grouped(by: { $0 % 2 }) { _, group in group.reductions(+) }", a: "1-2-3--4-5|"),
    forms: [
      Form(
        "grouped(by: (Element) throws -> Value, maxKeys: Int = 1000, idle: Duration? = nil, clock: Clock = .continuous, "
          + "_ transform: (Value, AsyncSequence) -> AsyncSequence)",
        [
          Parameter("by", .closure(1)), Parameter("maxKeys", .count(atLeast: 1), isOptional: true),
          Parameter("idle", .duration, isOptional: true), Parameter(nil, .grouping), .clock,
        ],
        semantics: OperatorSemantics(
          receiver: .init(demand: .unbounded, holding: .queue(.unbounded)), result: .new, inner: .byKey,
          drops: [.surplus, .unread])
      ) { call in
        let rules = GroupRules(
          maxKeys: call.has(1) ? call.count(1) : GroupRules.usualMaxKeys, idle: call.has(2) ? call.duration(2) : nil,
          clock: call.clock)
        let (base, key, transform) = (call.base, call.closure(0), call.grouping(3))
        let (scene, notes, observer) = (call.scene, call.notes, call.onHolding)
        return TracedStream(generating: {
          let groups = OpenGroups(
            GroupedPass(base, rules, key: { try key($0) }, transform, scene: scene, notes, observer))
          return { try await groups.pass.next() }
        })
      }
    ])
}
