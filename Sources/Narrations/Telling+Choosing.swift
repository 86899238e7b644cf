internal import Marbles
internal import Scenes

/// Some values and not others, many values into one, and when they come.
extension Telling {
  /// `passes 2 on from a; a 1 (0 s) was left out`
  static func filter(_ telling: Telling) -> String? {
    passing(telling).map { $0 + telling.further(telling.leftOut(("was left out", "were left out"))) }
  }

  // MARK: Many into one

  /// `emits false: a 4 does not pass`
  static func allSatisfy(_ telling: Telling) -> String? {
    answer(telling, found: false, deciding: "does not pass", all: { "every one of \($0) passed" })
  }

  /// `emits true: a 3 is there`
  static func contains(_ telling: Telling) -> String? {
    answer(telling, found: true, deciding: "is there", all: { "none of \($0) was it" })
  }

  private static func answer(
    _ telling: Telling, found: Bool, deciding: String, all: (String) -> String
  ) -> String? {
    guard telling.isDirect else { return nil }
    if telling.event.value == .bool(found) {
      guard let part = telling.only, part.isNew else { return nil }
      return "\(telling.emits): \(telling.named(part)) \(deciding)"
    }
    guard let receiver = telling.receiver, telling.finishesNow(receiver) else { return nil }
    let count = telling.past.events(ofRow: receiver).count
    let name = telling.narration.name(ofRow: receiver)
    let values = "\(count) \(count == 1 ? "value" : "values")"
    return "\(telling.emits): \(name) finished, and \(all(values))"
  }

  /// `emits 3: a 3 (0 s) is the greatest of 3 values; a finished`
  static func max(_ telling: Telling) -> String? {
    extreme(telling, telling.call?.form == 0 ? "is the greatest" : "is the last in its order")
  }

  static func min(_ telling: Telling) -> String? {
    extreme(telling, telling.call?.form == 0 ? "is the least" : "is the first in its order")
  }

  private static func extreme(_ telling: Telling, _ claim: String) -> String? {
    guard let part = telling.only else { return nil }
    var text = "\(telling.emits): \(telling.dated(part)) \(claim)"
    guard let receiver = telling.receiver, telling.finishesNow(receiver) else { return text }
    let count = telling.past.events(ofRow: receiver).count
    if count > 1 { text += " of \(count) values" }
    return text + "; \(telling.narration.name(ofRow: receiver)) finished"
  }

  /// `emits 10: what a 1 (0 s), a 2 (2 s) and a 3 (4 s) come to; a finished`
  static func reduce(_ telling: Telling) -> String? {
    let finished = telling.receiver.flatMap { row in
      telling.finishesNow(row) ? "\(telling.narration.name(ofRow: row)) finished" : nil
    }
    if telling.parts.isEmpty { return "\(telling.emits), which it begins with\(telling.further(finished))" }
    let parts = telling.hasMany ? telling.event.from.keys.compactMap(telling.past.part) : telling.parts
    let verb = parts.count == 1 ? "comes" : "come"
    return "\(telling.emits): what \(telling.gathered(parts)) \(verb) to\(telling.further(finished))"
  }

  // MARK: When

  /// `emits c: strings c waited 1.5 s of quiet; strings b (3 s) was replaced`
  static func debounce(_ telling: Telling) -> String? {
    guard let part = telling.only, let call = telling.call, call.isDirect else { return nil }
    let wait: String
    if part.age == call.time(0) {
      wait = part.isNew ? "" : ": \(telling.waited(part)) of quiet"
    } else if let receiver = telling.receiver, telling.finishesNow(receiver) {
      wait = untilFinish(telling, part, receiver)
    } else {
      return nil
    }
    return telling.emits + wait + telling.further(telling.leftOut(("was replaced", "were replaced")))
  }

  private static func untilFinish(_ telling: Telling, _ part: Part, _ row: Int) -> String {
    let name = telling.narration.name(ofRow: row)
    return part.isNew
      ? ": \(telling.named(part)) came as \(name) finished" : ": \(telling.waited(part)) until \(name) finished"
  }

  /// `emits 1: a 1 waited 1.5 s`
  static func delay(_ telling: Telling) -> String? {
    guard let part = telling.only, telling.isDirect, part.age == telling.call?.time(0) else { return nil }
    return part.isNew ? passing(telling) : "\(telling.emits): \(telling.waited(part))"
  }

  /// `emits 1: a 1 waited 0.3 s`
  static func receive(_ telling: Telling) -> String? {
    guard let part = telling.only, telling.isDirect else { return nil }
    return part.isNew ? passing(telling) : "\(telling.emits): \(telling.waited(part))"
  }

  static func throttle(_ telling: Telling) -> String? {
    guard let part = telling.only, telling.isDirect else { return nil }
    let rest = telling.further(telling.leftOut(("was left out", "were left out")))
    if part.isNew { return (passing(telling) ?? "\(telling.emits) from \(telling.named(part))") + rest }
    guard let receiver = telling.receiver, telling.finishesNow(receiver) else { return nil }
    return telling.emits + untilFinish(telling, part, receiver) + rest
  }

  /// `emits 3: a 3 waited 1 s for b x`
  static func sample(_ telling: Telling) -> String? {
    guard let part = telling.only, telling.isDirect, let signal = telling.eventNow(ofRow: telling.call?.signal?.row)
    else { return nil }
    let rest = telling.further(telling.leftOut(("was replaced", "were replaced")))
    return part.isNew
      ? "\(telling.emits): \(telling.named(part)) met \(telling.named(signal))\(rest)"
      : "\(telling.emits): \(telling.waited(part)) for \(telling.named(signal))\(rest)"
  }

  // MARK: Again, and instead

  /// `emits x in place of a, which failed (4 s)`
  static func catchError(_ telling: Telling) -> String? {
    guard telling.parts.isEmpty else { return passing(telling) }
    guard let receiver = telling.receiver, let failure = telling.past.failure(ofRow: receiver) else { return nil }
    let failed = telling.narration.dated("failed", failure.time, now: telling.now)
    return "\(telling.emits) in place of \(telling.narration.name(ofRow: receiver)), which \(failed)"
  }

  /// `passes 1 on from a (0 s), again`
  static func again(_ telling: Telling) -> String? {
    guard telling.isOwn, let part = telling.only, let last = telling.previousOnly, last.row == part.row,
      last.index >= part.index
    else { return passing(telling) }
    let verb =
      part.event.value == telling.event.value
      ? telling.passesOn(part) : "\(telling.emits), made of \(telling.dated(part))"
    return "\(verb), again"
  }

  static func tick(_ telling: Telling) -> String? { "ticks: \(telling.value)" }
}
