internal import Marbles
internal import Scenes

/// Operators that filter, aggregate, and control timing.
extension EventSentence {
  /// emits 2 from a; `1` from a (0 s) was left out
  static func filter(_ telling: EventSentence) -> String? {
    passing(telling).map { $0 + telling.further(telling.leftOut(("was left out", "were left out"))) }
  }

  // MARK: Many into one

  /// emits false: `4` from a does not pass
  static func allSatisfy(_ telling: EventSentence) -> String? {
    answer(telling, found: false, deciding: "does not pass", all: { "all of its \($0) passed" })
  }

  /// emits true: `3` from a matches
  static func contains(_ telling: EventSentence) -> String? {
    answer(telling, found: true, deciding: "matches", all: { "none of its \($0) matched" })
  }

  private static func answer(
    _ telling: EventSentence, found: Bool, deciding: String, all: (String) -> String
  ) -> String? {
    guard telling.isDirect else { return nil }
    if telling.event.value == .bool(found) {
      guard let part = telling.only, part.isNew else { return nil }
      return "\(telling.emits): \(telling.named(part)) \(deciding)"
    }
    guard let receiver = telling.receiver, telling.finishesNow(receiver) else { return nil }
    let count = telling.past.events(ofRow: receiver).count
    let row = telling.narration.rows([receiver])
    let values = "\(count) \(count == 1 ? "value" : "values")"
    return "\(telling.emits): \(row) finished, and \(all(values))"
  }

  /// emits 3: `3` from a (0 s) is the greatest of 3 values; row a finished
  static func max(_ telling: EventSentence) -> String? {
    extreme(telling, telling.call?.form == 0 ? "is the greatest" : "is the last in its order")
  }

  static func min(_ telling: EventSentence) -> String? {
    extreme(telling, telling.call?.form == 0 ? "is the least" : "is the first in its order")
  }

  private static func extreme(_ telling: EventSentence, _ claim: String) -> String? {
    guard let part = telling.only else { return nil }
    var text = "\(telling.emits): \(telling.dated(part)) \(claim)"
    guard let receiver = telling.receiver, telling.finishesNow(receiver) else { return text }
    let count = telling.past.events(ofRow: receiver).count
    if count > 1 { text += " of \(count) values" }
    return text + "; \(telling.narration.rows([receiver])) finished"
  }

  /// emits 10: the result of `1` (0 s), `2` (2 s) and `3` (4 s) from a; row a finished
  static func reduce(_ telling: EventSentence) -> String? {
    let finished = telling.receiver.flatMap { row in
      telling.finishesNow(row) ? "\(telling.narration.rows([row])) finished" : nil
    }
    if telling.parts.isEmpty { return "\(telling.emits), its initial value\(telling.further(finished))" }
    let parts = telling.hasMany ? telling.event.from.keys.compactMap(telling.past.part) : telling.parts
    return "\(telling.emits): the result of \(telling.gathered(parts))\(telling.further(finished))"
  }

  // MARK: When

  /// emits c: `c` from strings waited for 1.5 s of quiet; `b` from strings (3 s) was replaced
  static func debounce(_ telling: EventSentence) -> String? {
    guard let part = telling.only, let call = telling.call, call.isDirect else { return nil }
    let wait: String
    if part.age == call.time(0) {
      wait = part.isNew ? "" : ": \(telling.named(part)) waited for \(telling.narration.span(part.age)) of quiet"
    } else if let receiver = telling.receiver, telling.finishesNow(receiver) {
      wait = untilFinish(telling, part, receiver)
    } else {
      return nil
    }
    return telling.emits + wait + telling.further(telling.leftOut(("was replaced", "were replaced")))
  }

  private static func untilFinish(_ telling: EventSentence, _ part: Part, _ row: Int) -> String {
    let row = telling.narration.rows([row])
    return part.isNew
      ? ": \(telling.named(part)) came as \(row) finished" : ": \(telling.waited(part)) until \(row) finished"
  }

  /// emits 1: `1` from a waited 1.5 s
  static func delay(_ telling: EventSentence) -> String? {
    guard let part = telling.only, telling.isDirect, part.age == telling.call?.time(0) else { return nil }
    return part.isNew ? passing(telling) : "\(telling.emits): \(telling.waited(part))"
  }

  /// emits 1: `1` from a waited 0.3 s
  static func receive(_ telling: EventSentence) -> String? {
    guard let part = telling.only, telling.isDirect else { return nil }
    return part.isNew ? passing(telling) : "\(telling.emits): \(telling.waited(part))"
  }

  static func throttle(_ telling: EventSentence) -> String? {
    guard let part = telling.only, telling.isDirect else { return nil }
    let rest = telling.further(telling.leftOut(("was left out", "were left out")))
    if part.isNew { return (passing(telling) ?? "\(telling.emits) for \(telling.named(part))") + rest }
    guard let receiver = telling.receiver, telling.finishesNow(receiver) else { return nil }
    return telling.emits + untilFinish(telling, part, receiver) + rest
  }

  /// emits 3: `3` from a waited 1 s for `x` from b
  static func sample(_ telling: EventSentence) -> String? {
    guard let part = telling.only, telling.isDirect, let signal = telling.eventNow(ofRow: telling.call?.signal?.row)
    else { return nil }
    let rest = telling.further(telling.leftOut(("was replaced", "were replaced")))
    return part.isNew
      ? "\(telling.emits): \(telling.named(part)) came with \(telling.named(signal))\(rest)"
      : "\(telling.emits): \(telling.waited(part)) for \(telling.named(signal))\(rest)"
  }

  // MARK: Again, and instead

  /// emits x in place of row a, which failed (4 s)
  static func catchError(_ telling: EventSentence) -> String? {
    guard telling.parts.isEmpty else { return passing(telling) }
    guard let receiver = telling.receiver, let failure = telling.past.failure(ofRow: receiver) else { return nil }
    let failed = telling.narration.dated("failed", failure.time, now: telling.now)
    return "\(telling.emits) in place of \(telling.narration.rows([receiver])), which \(failed)"
  }

  /// emits 1 from a (0 s), again
  static func again(_ telling: EventSentence) -> String? {
    guard telling.isOwn, let part = telling.only, let last = telling.previousOnly, last.row == part.row,
      last.index >= part.index
    else { return passing(telling) }
    let verb =
      part.event.value == telling.event.value
      ? telling.passesOn(part) : "\(telling.emits), made from \(telling.dated(part))"
    return "\(verb), again"
  }

  static func tick(_ telling: EventSentence) -> String? { telling.emits }
}
