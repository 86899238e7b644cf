internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

/// The sentence about the end of a row.
struct EndSentence {
  let narration: Narration
  let past: RecordingPrefix
  let entry: Recording.Entry

  init(_ narration: Narration, _ entry: Recording.Entry) {
    self.narration = narration
    self.entry = entry
    past = RecordingPrefix(narration, through: entry.time)
  }

  var sentence: Sentence {
    let clause = clause
    // A message may already end with a full stop.
    let stop = clause.hasSuffix(".") ? "" : "."
    return Sentence(
      time: entry.time, row: entry.row, event: nil,
      text: "\(narration.opening(entry.time))\(name) \(clause)\(stop)", sources: .none)
  }

  /// : rows a and b finished
  var reason: String? { call.flatMap { reason(for: $0) } }

  private var name: String { narration.name(ofRow: entry.row) }
  private var call: RowCall? { narration.calls[entry.row] }

  private var clause: String {
    switch entry.kind {
    case .value, .open: "is still open"
    case .finish: "finishes" + (reason ?? "")
    case .error(let message): failure(message)
    }
  }

  // MARK: Finishing

  /// : rows a and b finished
  private func reason(for call: RowCall) -> String? {
    let events = past.events(ofRow: entry.row)
    switch call.name {
    case "prefix":
      if let count = call.count(0), events.count == count {
        return count == 0 ? ": it takes no values" : ": it has its \(count == 1 ? "one value" : "\(count) values")"
      }
      if let cause = prefixCause(call) ?? notedCause(call) { return cause }
    case "first" where events.count == 1: return ": it found a match"
    case "allSatisfy" where events.count == 1, "contains" where events.count == 1: return ": its result is known"
    case "zip":
      // zip ends when a row without unpaired values finishes.
      if let rows = call.rows {
        let spent = rows.filter { past.events(ofRow: $0).count <= events.count }
        if let clause = finished(spent) { return ": \(clause)" }
      }
    case "race":
      if let first = events.first, let winner = first.from.only.flatMap(past.part)?.row,
        let clause = finished([winner])
      {
        return ": \(clause)"
      }
    case "drop", "sample", "withLatestFrom", "chunked", "chunks":
      if let receiver = call.operands.first?.row, let clause = finished([receiver]) { return ": \(clause)" }
    case "catchError":
      if let receiver = call.operands.first?.row, let failure = past.failure(ofRow: receiver) {
        return ": \(dated("\(narration.rows([receiver])) failed", failure.time)), and its replacement finished"
      }
      if past.notes(ofRow: entry.row).contains(where: { $0.note.isSwitch }) { return ": its replacement finished" }
    default: break
    }
    guard call.isDirect || call.rows != nil, let clause = finished(call.operands.compactMap(\.row)) else { return nil }
    // If other streams may also have to finish, it is a fact and not the reason.
    let isReason = call.operands.allSatisfy { $0.row != nil } && !call.makesStreams
    return isReason ? ": \(clause)" : "; \(clause)"
  }

  /// The reason why `prefix(while:)` or `prefix(until:)` ended before its receiver.
  private func prefixCause(_ call: RowCall) -> String? {
    guard let receiver = call.operands.first?.row else { return nil }
    if let signal = call.signal?.row {
      guard let first = past.events(ofRow: signal).first else { return nil }
      // If both happened at one instant, their order is unknown.
      if let end = past.finish(ofRow: receiver), end <= first.time { return nil }
      return ": \(dated(narration.named(first.value, ofRow: signal), first.time)) came"
    }
    guard call.form == 1 else { return nil }
    let next = past.events(ofRow: entry.row).count
    guard let event = past.events(ofRow: receiver).dropFirst(next).first, event.time == entry.time else { return nil }
    return ": \(narration.named(event.value, ofRow: receiver)) does not pass"
  }

  /// The value that ended `prefix`, if it was noted.
  private func notedCause(_ call: RowCall) -> String? {
    let note = past.notes(ofRow: entry.row).last {
      $0.note.action == .used(.ended) && $0.note.name == call.name && $0.time == entry.time
    }
    return note.map {
      ": \(NoteSentence(narration, $0, ofRow: entry.row).value) \(call.form == 1 ? "does not pass" : "came")"
    }
  }

  /// row a finished (3 s) and row b finished; nil when none of the rows has.
  private func finished(_ rows: [Int]) -> String? {
    let each = rows.enumerated().filter { !rows[..<$0].contains($1) }.map(\.element)
    let ends = each.compactMap { row in past.finish(ofRow: row).map { (row: row, time: $0) } }
    let now = ends.filter { $0.time == entry.time }.map(\.row)
    let before = ends.filter { $0.time < entry.time }.sorted { $0.time < $1.time }
    let clauses =
      before.map { dated("\(narration.rows([$0.row])) finished", $0.time) }
      + (now.isEmpty ? [] : ["\(narration.rows(now)) finished"])
    return clauses.isEmpty ? nil : listed(clauses)
  }

  private func dated(_ what: String, _ time: SceneTime) -> String { narration.dated(what, time, now: entry.time) }

  // MARK: Failing

  /// fails: row ints failed with no signal
  private func failure(_ message: String) -> String {
    guard let call else { return "fails: \(narration.shown(message))" }
    if let clause = lateness(message, call) { return "fails: \(clause)" }
    for row in call.references {
      guard let failure = past.failure(ofRow: row) else { continue }
      let failed = dated("\(narration.rows([row])) failed", failure.time)
      let reason = narration.shown(failure.message)
      return failure.message == message
        ? "fails: \(failed) with \(reason)" : "fails: \(narration.shown(message)); \(failed) with \(reason)"
    }
    return "fails: \(narration.shown(message))"
  }

  /// nothing came for 2.5 s after `2` from a (2 s)
  private func lateness(_ message: String, _ call: RowCall) -> String? {
    guard call.name == "timeout", let limit = call.time(0), let receiver = call.operands.first?.row,
      message == "timeout: nothing came for \(limit.inMilliseconds) s"
    else { return nil }
    let nothing = "nothing came for \(narration.span(limit))"
    guard let last = past.events(ofRow: receiver).last(where: { $0.time + limit == entry.time }) else { return nothing }
    return "\(nothing) after \(dated(narration.named(last.value, ofRow: receiver), last.time))"
  }
}

extension OperatorNote {
  /// Whether `catchError` continues with its replacement.
  fileprivate var isSwitch: Bool { if case .switched = action { true } else { false } }
}
