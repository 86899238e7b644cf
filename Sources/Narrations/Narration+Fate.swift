public import Marbles
internal import Operators
public import Scenes

extension Narration {
  /// The maximum number of output rows that ``fate(of:at:in:)`` names.
  private static let namedUsers = 4

  /// What became of an input value by a moment, one clause for each output that refers to its row: `zip waits with it;
  /// latest used it for (4, a)`. Nil for a value that has not happened, or that no row refers to.
  public func fate(of key: EventKey, at time: SceneTime, in fates: ValueFates) -> String? {
    let users = fates.users(ofRow: key.row)
    let clauses = users.prefix(Self.namedUsers).compactMap { row in
      clause(fates.fate(of: key, inRow: row, at: time), about: key, inRow: row)
    }
    guard !clauses.isEmpty else { return nil }
    let rest = users.count - Self.namedUsers
    return (clauses + (rest > 0 ? ["\(rest) more rows refer to it"] : [])).joined(separator: "; ")
  }

  /// What a row did with an input value in the whole run, as a clause; nil when it may still use it.
  package func clause(about key: EventKey, inRow row: Int, in fates: ValueFates) -> String? {
    let fate = fates.fate(of: key, inRow: row, at: .distantFuture)
    return fate == .waiting ? nil : clause(fate, about: key, inRow: row)
  }

  /// debounce ended at 3.5 s, before it came: it has its 2 values
  ///
  /// - Returns: nil when the row had not ended before the value of another row came.
  package func lateness(of key: EventKey, inRow row: Int) -> String? {
    guard let came = recording[key]?.time, let end = recording.rows[row].timeline.end.time, end < came else {
      return nil
    }
    let entry = Recording.Entry(row: row, index: recording.rows[row].count, time: end, kind: .finish)
    let reason: String? =
      if case .finish = recording.rows[row].timeline.end { EndSentence(self, entry).reason } else { ": it failed" }
    return "\(name(ofRow: row)) ended at \(span(end)), before it came\(reason ?? "")"
  }

  private func clause(_ fate: ValueFate, about key: EventKey, inRow row: Int) -> String? {
    let name = name(ofRow: row)
    switch fate {
    case .notYet: return nil
    case .waiting: return "\(name) may still use it"
    case .used(let use): return clause(use, inRow: row)
    case .dropped(let drops):
      guard let drop = drops.first else { return nil }
      let time = span(drop.time)
      switch drop.reason {
      case .dropped(let note):
        guard let reason = note.reason else { return nil }
        let told = NoteSentence(self, Recording.Note(time: drop.time, note), ofRow: row).reason(reason)
        return "\(subject(of: note, inRow: row)) dropped it at \(time): \(told)"
      case .passedOver: return "\(name) went on without it at \(time)"
      case .ended: return lateness(of: key, inRow: row) ?? "\(name) ended without it at \(time)"
      case .unsent: return "\(name) ended at \(time), before it was sent"
      case .untaken: return "\(name) ended at \(time), and did not ask for it"
      case .taken(let other): return "\(name) did not get it: \(self.name(ofRow: other)) took it at \(time)"
      case .lost(.full(let buffer)):
        return "\(name) did not get it: at \(time), \(NoteSentence.reason(ofFull: buffer.policy))"
      case .lost(.over): return "\(name) did not get it: \(cutOff(of: key.row))"
      }
    }
  }

  /// b had cancelled its request, which ended the stream
  private func cutOff(of row: Int) -> String {
    guard let cutOff = recording.rows[row].cutOff else { return "the stream had ended" }
    return "\(name(ofRow: cutOff.row)) had cancelled its request at \(span(cutOff.time)), which ended the stream"
  }

  private func clause(_ use: ValueFate.Use, inRow row: Int) -> String {
    let (name, time) = (name(ofRow: row), span(use.time))
    switch use.kind {
    case .source(let key):
      guard let event = recording[key] else { return "\(name) used it at \(time)" }
      return "\(name) used it for \(setOff(event.value, ofRow: key.row)) at \(time)"
    case .decision(let note):
      let name = subject(of: note, inRow: row)
      guard case .used(let decision) = note.action else { return "\(name) used it at \(time)" }
      return switch decision {
      case .opened: "it opened \(name) at \(time)"
      case .ended: "it ended \(name) at \(time)"
      case .triggered: "it made \(name) emit at \(time)"
      case .tested: "\(name) tested it at \(time)"
      case .failed: "\(name) failed on it at \(time)"
      }
    }
  }
}
