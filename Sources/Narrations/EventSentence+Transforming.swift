internal import Expressions
internal import Marbles
internal import Scenes

/// Operators that transform values.
extension EventSentence {
  /// emits 10 for `1` from a
  static func map(_ sentence: EventSentence) -> String? {
    sentence.only.map { "\(sentence.emits) for \(sentence.dated($0))" }
  }

  static func compactMap(_ sentence: EventSentence) -> String? {
    map(sentence).map { $0 + sentence.further(sentence.leftOut(("became nil", "became nil"))) }
  }

  /// emits x in the stream for `1` from a (0 s)
  static func flatMap(_ sentence: EventSentence) -> String? {
    guard let (outer, inner) = sentence.outerAndInner else { return nil }
    let made = inner.isEmpty ? "" : ", made from \(sentence.gathered(inner)),"
    return "\(sentence.emits)\(made) in the stream for \(sentence.dated(outer))"
  }

  /// emits x in the stream for `2` from a; it replaces the stream for `1` from a (0 s)
  static func flatMapLatest(_ sentence: EventSentence) -> String? {
    guard let phrase = flatMap(sentence), let outer = sentence.outerAndInner?.outer else { return nil }
    guard sentence.isOwn, let before = sentence.previousOuter, before.row == outer.row, before.index + 1 == outer.index
    else { return phrase }
    return "\(phrase); it replaces the stream for \(sentence.dated(before))"
  }

  /// The value that created the inner stream, and the events of other rows that it uses.
  private var outerAndInner: (outer: RecordingPart, inner: [RecordingPart])? { split(parts) }

  private var previousOuter: RecordingPart? {
    previous.flatMap { split($0.from.newest(Self.manyParts).compactMap(past.part)) }?.outer
  }

  private func split(_ parts: [RecordingPart]) -> (outer: RecordingPart, inner: [RecordingPart])? {
    guard let call, let receiver = call.operands.first else { return nil }
    let outer = parts.filter { receiver.references.contains($0.row) }
    return outer.count == 1 ? (outer[0], parts.filter { $0 != outer[0] }) : nil
  }

  /// emits [1,2]: it gathered `1` (0 s) and `2` (2 s) from a until `1` from a came
  static func chunked(_ sentence: EventSentence) -> String? {
    guard let call = sentence.call, !sentence.parts.isEmpty else { return nil }
    let isFull = call.name == "chunks" && call.count(0) == sentence.parts.count
    let reasons = isFull ? [] : sentence.reasonsToEmit(call)
    // Of two simultaneous reasons, the right one is unknown.
    let until = reasons.count == 1 ? " until \(reasons[0])" : ""
    return "\(sentence.emits): it gathered \(sentence.gathered(sentence.parts))\(until)"
  }

  /// emits [1,2]: it gathered `1` (0 s) and `2` (2 s) from a
  static func gathered(_ sentence: EventSentence) -> String? {
    sentence.parts.isEmpty ? nil : "\(sentence.emits): it gathered \(sentence.gathered(sentence.parts))"
  }

  private func reasonsToEmit(_ call: RowCall) -> [String] {
    var reasons: [String] = []
    let receiver = receiver
    if let receiver, finishesNow(receiver) { reasons.append("\(narration.rows([receiver])) finished") }
    if let tick = eventNow(ofRow: call.signal?.row) { reasons.append("\(named(tick)) came") }
    if call.name == "chunked", call.form < 2, let receiver, let last = parts.map(\.index).max(),
      past.events(ofRow: receiver).count > last + 1
    {
      let next = part(row: receiver, index: last + 1)
      if next.isNew { reasons = ["\(named(next)) came"] }
    }
    return isDirect ? reasons : []
  }

  /// emits 3: `2` from a is added to 1
  static func reductions(_ sentence: EventSentence) -> String? {
    guard let call = sentence.call, sentence.isOwn else { return nil }
    guard let previous = sentence.previous else {
      if sentence.event.from.isEmpty { return "\(sentence.emits), its initial value" }
      return sentence.only.map { "\(sentence.emits): \(sentence.dated($0)) is the first" }
    }
    guard call.isDirect, let added = sentence.event.from.added(to: previous.from, limit: manyParts), added.count == 1,
      let new = sentence.past.part(added[0])
    else { return nil }
    let before = sentence.narration.shown(sentence.narration.named(previous.value, in: sentence.row))
    let verb = call.isSum ? "is added to" : "is combined with"
    return "\(sentence.emits): \(sentence.dated(new)) \(verb) \(before)"
  }

  /// emits (1, 2): `2` from a after `1` from a (0 s)
  static func adjacentPairs(_ sentence: EventSentence) -> String? {
    guard sentence.parts.count == 2,
      sentence.parts[0].event.time != sentence.parts[1].event.time || sentence.parts[0].row == sentence.parts[1].row
    else { return nil }
    let inOrder = sentence.parts.sorted { ($0.event.time, $0.index) < ($1.event.time, $1.index) }
    return "\(sentence.emits): \(sentence.dated(inOrder[1])) after \(sentence.dated(inOrder[0]))"
  }
}

extension RowCall {
  /// Whether its closure is the operator `+`.
  fileprivate var isSum: Bool {
    for case .closure(let syntax)? in arguments {
      if case .operatorReference("+") = syntax.kind { return true }
    }
    return false
  }
}
