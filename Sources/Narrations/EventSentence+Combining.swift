internal import Marbles
internal import Scenes

/// Operators that combine streams.
extension EventSentence {
  /// emits a from strings
  static func passing(_ telling: EventSentence) -> String? {
    guard let part = telling.only, part.event.value == telling.event.value else { return nil }
    return telling.passesOn(part)
  }

  /// emits (2, b): `2` from ints waited 1.5 s for `b` from strings; zip now holds `3` from ints and waits for row strings
  static func zip(_ telling: EventSentence) -> String? {
    guard let call = telling.call, call.isDirect, telling.parts.count == call.operands.count else { return nil }
    let (new, old) = (telling.parts.filter(\.isNew), telling.parts.filter { !$0.isNew })
    guard !new.isEmpty else { return nil }
    let partners = listed(new.map(telling.named))
    let meeting = old.isEmpty ? "\(partners) came together" : "\(listed(old.map(telling.waited))) for \(partners)"
    return "\(telling.emits): \(meeting)\(telling.further(telling.held))"
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
  static func combineLatest(_ telling: EventSentence) -> String? {
    guard let call = telling.call, call.isDirect, telling.parts.count == call.operands.count else { return nil }
    let (new, old) = (telling.parts.filter(\.isNew), telling.parts.filter { !$0.isNew })
    guard !new.isEmpty else { return nil }
    let partners = listed(new.map(telling.named))
    let meeting = old.isEmpty ? "\(partners) came together" : "\(partners) with \(telling.latest(old))"
    return "\(telling.emits): \(meeting)\(telling.further(telling.replacedEarly))"
  }

  /// emits (1, x): `1` from a with `x`, the latest from b (since 0 s)
  static func withLatestFrom(_ telling: EventSentence) -> String? {
    guard let call = telling.call, call.isDirect, telling.parts.count == 2, let receiver = call.operands.first else {
      return nil
    }
    let own = telling.parts.filter { receiver.references.contains($0.row) }
    guard own.count == 1, own[0].isNew else { return nil }
    return "\(telling.emits): \(telling.named(own[0])) with "
      + telling.latest(telling.parts.filter { $0 != own[0] })
      + telling.further(telling.index == 0 ? telling.missed(before: own[0]) : nil)
  }

  private func latest(_ parts: [Part]) -> String {
    listed(
      parts.map { part in
        let since = "since \(narration.span(part.event.time))"
        let value = "\(narration.setOff(part.event.value)), the latest from \(narration.name(ofRow: part.row))"
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
  private func missed(before part: Part) -> String? {
    guard isOwn, part.row == receiver, part.index > 0, let other = parts.first(where: { $0 != part }) else {
      return nil
    }
    let missed = gathered([(row: part.row, indices: 0..<part.index)])
    return "\(missed) came before \(narration.rows([other.row])) had its first value"
  }

  /// emits x from b: `x` from b waited 1 s until row a finished
  static func chain(_ telling: EventSentence) -> String? {
    guard let part = telling.only, let call = telling.call else { return nil }
    guard part.event.value == telling.event.value else { return "\(telling.emits) for \(telling.dated(part))" }
    guard let rows = call.rows, let place = rows.firstIndex(of: part.row), place > 0,
      let finish = telling.past.finish(ofRow: rows[place - 1])
    else { return telling.passesOn(part) }
    let before = telling.narration.rows([rows[place - 1]])
    if call.holds, !part.isNew, finish == telling.now, part.event.time < finish {
      return "\(telling.emits) from \(telling.narration.name(ofRow: part.row)): "
        + "\(telling.waited(part)) until \(before) finished"
    }
    let isFirst = part.isNew && part.index == 0
    return telling.passesOn(part)
      + telling.further(isFirst ? telling.narration.dated("\(before) finished", finish, now: telling.now) : nil)
  }

  static func startWith(_ telling: EventSentence) -> String? {
    telling.event.from.isEmpty && telling.index == 0
      ? "\(telling.emits), its initial value" : passing(telling)
  }

  /// emits 0 between `1` from a and `2` from a
  static func interspersed(_ telling: EventSentence) -> String? {
    guard telling.event.from.isEmpty else { return passing(telling) }
    guard telling.isOwn, let before = telling.previousOnly, let next = telling.next,
      let after = next.from.only.flatMap(telling.past.part)
    else { return "\(telling.emits), a separator" }
    return "\(telling.emits) between \(telling.dated(before)) and \(telling.dated(after))"
  }

  /// emits x from b: row b was first, and row a is ignored from now on
  static func race(_ telling: EventSentence) -> String? {
    guard let part = telling.only, let passed = passing(telling) else { return nil }
    guard telling.isOwn, telling.index == 0, let rows = telling.call?.rows, rows.contains(part.row) else {
      return passed
    }
    let others = rows.filter { $0 != part.row }
    return "\(passed): \(telling.narration.rows([part.row])) was first, and \(telling.narration.rows(others)) "
      + "\(others.count == 1 ? "is" : "are") ignored from now on"
  }
}
