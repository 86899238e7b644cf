internal import Marbles
internal import Scenes

/// Operators that combine streams.
extension EventSentence {
  /// emits a from strings
  static func passing(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, part.event.value == sentence.event.value else { return nil }
    return sentence.passesOn(part)
  }

  /// emits (2, b): `2` from ints waited 1.5 s for `b` from strings; zip now holds `3` from ints and waits for row strings
  static func zip(_ sentence: EventSentence) -> String? {
    guard let call = sentence.call, call.isDirect, sentence.parts.count == call.operands.count else { return nil }
    let (new, old) = (sentence.parts.filter(\.isNew), sentence.parts.filter { !$0.isNew })
    guard !new.isEmpty else { return nil }
    let partners = listed(new.map(sentence.named))
    let meeting = old.isEmpty ? "\(partners) came together" : "\(listed(old.map(sentence.waited))) for \(partners)"
    return "\(sentence.emits): \(meeting)\(sentence.further(sentence.held))"
  }

  /// The values that `zip` holds after its last pair of the instant.
  private var held: String? {
    guard isOwn, let rows = call?.rows, past.events(ofRow: row).count == index + 1, past.end(ofRow: row) == .open,
      parts.allSatisfy({ $0.index == index })
    else { return nil }
    let counts = rows.map { past.events(ofRow: $0).count - index - 1 }
    let held = Swift.zip(rows, counts).filter { $1 > 0 }.map { row, count in
      named(part(row: row, index: index + 1)) + (count > 1 ? ", with \(count - 1) more behind it," : "")
    }
    let missing = Swift.zip(rows, counts).filter { $1 == 0 }.map(\.0)
    guard !held.isEmpty else { return "\(name) now holds nothing" }
    guard !missing.isEmpty else { return nil }
    return "\(name) now holds \(listed(held)) and waits for \(narration.rows(missing))"
  }

  /// emits (3, a): `3` from ints with `a`, the latest from strings (since 1.5 s)
  static func combineLatest(_ sentence: EventSentence) -> String? {
    guard let call = sentence.call, call.isDirect, sentence.parts.count == call.operands.count else { return nil }
    let (new, old) = (sentence.parts.filter(\.isNew), sentence.parts.filter { !$0.isNew })
    guard !new.isEmpty else { return nil }
    let partners = listed(new.map(sentence.named))
    let meeting = old.isEmpty ? "\(partners) came together" : "\(partners) with \(sentence.latest(old))"
    return "\(sentence.emits): \(meeting)\(sentence.further(sentence.replacedEarly))"
  }

  /// emits (1, x): `1` from a with `x`, the latest from b (since 0 s)
  static func withLatestFrom(_ sentence: EventSentence) -> String? {
    guard let call = sentence.call, call.isDirect, sentence.parts.count == 2, let receiver = call.operands.first else {
      return nil
    }
    let own = sentence.parts.filter { receiver.references.contains($0.row) }
    guard own.count == 1, own[0].isNew else { return nil }
    return "\(sentence.emits): \(sentence.named(own[0])) with "
      + sentence.latest(sentence.parts.filter { $0 != own[0] })
      + sentence.further(sentence.index == 0 ? sentence.missed(before: own[0]) : nil)
  }

  private func latest(_ parts: [RecordingPart]) -> String {
    listed(
      parts.map { part in
        let since = "since \(narration.span(part.event.time))"
        let value =
          narration.setOff(part.event.value, ofRow: part.row)
          + ", the latest from \(narration.name(ofRow: part.row))"
        if part.isNew { return value }
        return narration.style == .written ? "\(value) (\(since))" : "\(value) \(since)"
      })
  }

  /// Before its first value, `combineLatest` keeps only the newest of each stream.
  private var replacedEarly: String? {
    guard isOwn, index == 0, let rows = call?.rows, Set(rows) == Set(parts.map(\.row)) else { return nil }
    let early = parts.map { (row: $0.row, indices: 0..<$0.index) }
    guard early.contains(where: { !$0.indices.isEmpty }) else { return nil }
    return "\(gathered(early)) came before every input had its first value"
  }

  /// Values of the receiver before the first value of the other stream.
  private func missed(before part: RecordingPart) -> String? {
    guard isOwn, part.row == receiver, part.index > 0, let other = parts.first(where: { $0 != part }) else {
      return nil
    }
    let missed = gathered([(row: part.row, indices: 0..<part.index)])
    return "\(missed) came before \(narration.rows([other.row])) had its first value"
  }

  /// emits x from b: `x` from b waited 1 s until row a finished
  static func chain(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, let call = sentence.call else { return nil }
    guard part.event.value == sentence.event.value else { return "\(sentence.emits) for \(sentence.dated(part))" }
    guard let rows = call.rows, let place = rows.firstIndex(of: part.row), place > 0,
      let finish = sentence.past.finish(ofRow: rows[place - 1])
    else { return sentence.passesOn(part) }
    let before = sentence.narration.rows([rows[place - 1]])
    if call.holds, !part.isNew, finish == sentence.now, part.event.time < finish {
      return "\(sentence.emits) from \(sentence.narration.name(ofRow: part.row)): "
        + "\(sentence.waited(part)) until \(before) finished"
    }
    let isFirst = part.isNew && part.index == 0
    return sentence.passesOn(part)
      + sentence.further(isFirst ? sentence.narration.dated("\(before) finished", finish, now: sentence.now) : nil)
  }

  static func startWith(_ sentence: EventSentence) -> String? {
    sentence.event.from.isEmpty && sentence.index == 0
      ? "\(sentence.emits), its initial value" : passing(sentence)
  }

  /// emits 0 between `1` from a and `2` from a
  static func interspersed(_ sentence: EventSentence) -> String? {
    guard sentence.event.from.isEmpty else { return passing(sentence) }
    guard sentence.isOwn, let before = sentence.previousOnly, let next = sentence.next,
      let after = next.from.only.flatMap(sentence.past.part)
    else { return "\(sentence.emits), a separator" }
    return "\(sentence.emits) between \(sentence.dated(before)) and \(sentence.dated(after))"
  }

  /// emits x from b: row b was first, and row a is ignored from now on
  static func race(_ sentence: EventSentence) -> String? {
    guard let part = sentence.only, let passed = passing(sentence) else { return nil }
    guard sentence.isOwn, sentence.index == 0, let rows = sentence.call?.rows, rows.contains(part.row) else {
      return passed
    }
    let others = rows.filter { $0 != part.row }
    return "\(passed): \(sentence.narration.rows([part.row])) was first, and \(sentence.narration.rows(others)) "
      + "\(others.count == 1 ? "is" : "are") ignored from now on"
  }
}
