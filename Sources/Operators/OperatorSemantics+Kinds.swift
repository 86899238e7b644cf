/// Semantics that several operators share.
extension OperatorSemantics {
  /// One result of all values, at the end.
  static let reducing = OperatorSemantics(
    receiver: Input(holding: .result), result: .accumulated, trigger: .end, atEnd: .emits)

  /// An answer about all values, as soon as it is known.
  static let answering = OperatorSemantics(result: .answer, trigger: .end, makes: .constants, mayFinishEarly: true)

  /// Each value later, without slowing the source down.
  static let delaying = OperatorSemantics(
    receiver: Input(demand: .unbounded, holding: .all), trigger: .time, atEnd: .emits)

  /// Arrays of values, cut by `trigger`, and by a signal among the arguments.
  static func gathering(
    until trigger: Trigger, demand: Demand = .consumer, hasSignal: Bool = false
  ) -> OperatorSemantics {
    OperatorSemantics(
      receiver: Input(demand: demand, holding: .all), streams: Input(.signal, demand: demand), result: .joined,
      trigger: trigger, atEnd: .emits, drops: hasSignal ? [.idle] : [])
  }

  /// A queue for a slow consumer.
  static func buffering(_ policy: BufferPolicy) -> OperatorSemantics {
    let (demand, drops): (Demand, [OperatorNote.Reason]) =
      switch policy {
      case .bounded(let count): (.ahead(count), [])
      case .unbounded: (.unbounded, [])
      case .bufferingLatest, .bufferingOldest: (.unbounded, [.full(policy)])
      }
    return OperatorSemantics(
      receiver: Input(demand: demand, holding: .queue(policy)), atEnd: .emits, drops: drops)
  }
}

extension ConstantArgument {
  /// The policy of a buffer; nil for another argument.
  var policy: BufferPolicy? { if case .policy(let policy) = self { policy } else { nil } }
}
