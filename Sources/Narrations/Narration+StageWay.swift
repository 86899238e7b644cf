internal import Expressions
package import Marbles
internal import Operators
package import Scenes

extension Narration {
  /// Where a value of a row is inside the expressions that read it, a sentence for each reading: which stages it has passed, and
  /// what the last one has done with it. Empty when no expression reads it, or when the stages were not recorded.
  ///
  /// - Parameters:
  ///   - key: the event of a row.
  ///   - time: the moment.
  ///   - stages: the recording of the whole scene, with stages.
  package func ways(of key: EventKey, at time: SceneTime, in stages: Recording) -> [String] {
    rows.indices.flatMap { row -> [String] in
      guard let fates = StageFates(ofRow: row, in: stages, expression: rows[row].expression) else { return [] }
      return fates.readings(of: key).compactMap {
        sentence(about: fates.way(from: $0, until: time), in: fates, row, time)
      }
    }
  }

  private func sentence(
    about way: [StageFates.Place], in fates: StageFates, _ row: Int, _ time: SceneTime
  ) -> String? {
    guard let last = way.last, fates[last].time <= time, let clause = clause(about: last, in: fates, row, time) else {
      return nil
    }
    // The first place is that of the value itself, before the first stage.
    let passed = way.dropFirst().compactMap { fates.text(ofPass: $0.pass).map { shown($0) } }
    let opening = passed.isEmpty ? "" : "\(listed(passed)) \(passed.count == 1 ? "passes" : "pass") it on, and "
    return "Inside \(name(ofRow: row)): \(opening)\(clause)."
  }

  /// What has become of a value at the end of its way until `time`.
  private func clause(about place: StageFates.Place, in fates: StageFates, _ row: Int, _ time: SceneTime) -> String? {
    let reader = reader(of: place, in: fates)
    switch fates.fate(of: place, at: time) {
    case .shown(let index):
      let value = setOff(fates[place].value, ofRow: row)
      return "\(name(ofRow: row)) emits \(value), its value \(index + 1), at \(span(fates[place].time))"
    case .given: return nil
    case .decided(let note): return "\(reader) uses it at \(span(fates.note(at: note).time))"
    case .dropped(let note): return "\(reader) drops it at \(loss(fates.note(at: note), row))"
    case .counted: return "\(reader) counts it"
    case .ended: return "\(reader) ends before it gives it"
    case .held: return "\(reader) holds it"
    }
  }

  /// When a value was dropped, and why.
  // Inlined, it stops the optimizer of swiftc 6.3.1: "Found ownership error".
  @inline(never)
  private func loss(_ note: Recording.Note, _ row: Int) -> String {
    guard let reason = note.note.reason else { return span(note.time) }
    return "\(span(note.time)): \(NoteSentence(self, note, ofRow: row).reason(reason))"
  }

  private func reader(of place: StageFates.Place, in fates: StageFates) -> String {
    fates.stages.passes[place.pass].reader.flatMap(fates.text).map { shown($0) } ?? "the row"
  }
}
