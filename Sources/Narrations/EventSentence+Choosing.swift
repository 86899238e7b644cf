internal import Marbles
internal import Scenes

/// Operators that filter, aggregate, and control timing.
extension EventSentence {
  /// emits 2 from a; `1` from a (0 s) was left out
  static func filter(_ sentence: EventSentence) -> String? {
    passing(sentence).map { $0 + sentence.further(sentence.leftOut(("was left out", "were left out"))) }
  }

  // MARK: Many into one

  /// emits false: `4` from a does not pass
  static func allSatisfy(_ sentence: EventSentence) -> String? {
    answer(sentence, found: false, deciding: "does not pass", all: { "all of its \($0) passed" })
  }

  /// emits true: `3` from a matches
  static func contains(_ sentence: EventSentence) -> String? {
    answer(sentence, found: true, deciding: "matches", all: { "none of its \($0) matched" })
  }

  private static func answer(
    _ sentence: EventSentence, found: Bool, deciding: String, all: (String) -> String
  ) -> String? {
    guard sentence.isDirect else { return nil }
    if sentence.event.value == .bool(found) {
      guard let part = sentence.only, part.isNew else { return nil }
      return "\(sentence.emits): \(sentence.named(part)) \(deciding)"
    }
    guard let receiver = sentence.receiver, sentence.finishesNow(receiver) else { return nil }
    let count = sentence.past.events(ofRow: receiver).count
    let row = sentence.narration.rows([receiver])
    let values = "\(count) \(count == 1 ? "value" : "values")"
    return "\(sentence.emits): \(row) finished, and \(all(values))"
  }

  /// emits 3: `3` from a (0 s) is the greatest of 3 values; row a finished
  static func max(_ sentence: EventSentence) -> String? {
    extreme(sentence, sentence.call?.form == 0 ? "is the greatest" : "is the last in its order")
  }

  static func min(_ sentence: EventSentence) -> String? {
    extreme(sentence, sentence.call?.form == 0 ? "is the least" : "is the first in its order")
  }

  private static func extreme(_ sentence: EventSentence, _ claim: String) -> String? {
    guard let part = sentence.only else { return nil }
    var text = "\(sentence.emits): \(sentence.dated(part)) \(claim)"
    guard let receiver = sentence.receiver, sentence.finishesNow(receiver) else { return text }
    let count = sentence.past.events(ofRow: receiver).count
    if count > 1 { text += " of \(count) values" }
    return text + "; \(sentence.narration.rows([receiver])) finished"
  }

  /// emits 10: the result of `1` (0 s), `2` (2 s) and `3` (4 s) from a; row a finished
  static func reduce(_ sentence: EventSentence) -> String? {
    let finished = sentence.receiver.flatMap { row in
      sentence.finishesNow(row) ? "\(sentence.narration.rows([row])) finished" : nil
    }
    if sentence.parts.isEmpty { return "\(sentence.emits), its initial value\(sentence.further(finished))" }
    let parts = sentence.hasMany ? sentence.event.from.keys.compactMap(sentence.past.part) : sentence.parts
    return "\(sentence.emits): the result of \(sentence.gathered(parts))\(sentence.further(finished))"
  }

  // MARK: When

  /// emits c: `c` from strings waited for 1.5 s of quiet; `b` from strings (3 s) was replaced
  static func debounce(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, let call = sentence.call, call.isDirect else { return nil }
    let wait: String
    if part.age == call.time(0) {
      wait = part.isNew ? "" : ": \(sentence.named(part)) waited for \(sentence.narration.span(part.age)) of quiet"
    } else if let receiver = sentence.receiver, sentence.finishesNow(receiver) {
      wait = untilFinish(sentence, part, receiver)
    } else {
      return nil
    }
    return sentence.emits + wait + sentence.further(sentence.leftOut(("was replaced", "were replaced")))
  }

  private static func untilFinish(_ sentence: EventSentence, _ part: RecordingPart, _ row: Int) -> String {
    let row = sentence.narration.rows([row])
    return part.isNew
      ? ": \(sentence.named(part)) came as \(row) finished" : ": \(sentence.waited(part)) until \(row) finished"
  }

  /// emits 1: `1` from a waited 1.5 s
  static func delay(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, sentence.isDirect, part.age == sentence.call?.time(0) else { return nil }
    return part.isNew ? passing(sentence) : "\(sentence.emits): \(sentence.waited(part))"
  }

  /// emits 1: `1` from a waited 0.3 s
  static func receive(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, sentence.isDirect else { return nil }
    return part.isNew ? passing(sentence) : "\(sentence.emits): \(sentence.waited(part))"
  }

  static func throttle(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, sentence.isDirect else { return nil }
    let rest = sentence.further(sentence.leftOut(("was left out", "were left out")))
    if part.isNew { return (passing(sentence) ?? "\(sentence.emits) for \(sentence.named(part))") + rest }
    guard let receiver = sentence.receiver, sentence.finishesNow(receiver) else { return nil }
    return sentence.emits + untilFinish(sentence, part, receiver) + rest
  }

  /// emits 3: `3` from a waited 1 s for `x` from b
  static func sample(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, sentence.isDirect, let signal = sentence.eventNow(ofRow: sentence.call?.signal?.row)
    else { return nil }
    let rest = sentence.further(sentence.leftOut(("was replaced", "were replaced")))
    return part.isNew
      ? "\(sentence.emits): \(sentence.named(part)) came with \(sentence.named(signal))\(rest)"
      : "\(sentence.emits): \(sentence.waited(part)) for \(sentence.named(signal))\(rest)"
  }

  // MARK: Again, and instead

  /// emits x in place of row a, which failed (4 s)
  static func catchError(_ sentence: EventSentence) -> String? {
    guard sentence.parts.isEmpty else { return passing(sentence) }
    guard let receiver = sentence.receiver, let failure = sentence.past.failure(ofRow: receiver) else { return nil }
    let failed = sentence.narration.dated("failed", failure.time, now: sentence.now)
    return "\(sentence.emits) in place of \(sentence.narration.rows([receiver])), which \(failed)"
  }

  /// emits 1 from a (0 s), again
  static func again(_ sentence: EventSentence) -> String? {
    guard sentence.isOwn, let part = sentence.only, let last = sentence.previousOnly, last.row == part.row,
      last.index >= part.index
    else { return passing(sentence) }
    let verb =
      part.event.value == sentence.event.value
      ? sentence.passesOn(part) : "\(sentence.emits), made from \(sentence.dated(part))"
    return "\(verb), again"
  }

  static func tick(_ sentence: EventSentence) -> String? { sentence.emits }
}
