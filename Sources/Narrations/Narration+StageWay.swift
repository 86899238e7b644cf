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
    guard let last = way.last, fates[last].time <= time else { return nil }
    // The first place is that of the value itself, before the first stage.
    let passed = way.dropFirst().compactMap { fates.text(ofPass: $0.pass).map { shown($0) } }
    let clause: String
    switch fates.fate(of: last, at: time) {
    case .shown(let index):
      clause =
        "\(name(ofRow: row)) emits \(setOff(fates[last].value, ofRow: row)), its value \(index + 1), at \(span(fates[last].time))"
    case .given: return nil
    case .decided(let note): clause = "\(reader(of: last, in: fates)) uses it at \(span(fates.note(at: note).time))"
    case .dropped(let index):
      let note = fates.note(at: index)
      clause = "\(reader(of: last, in: fates)) drops it at \(span(note.time))\(reason(of: note, ofRow: row))"
    case .counted: clause = "\(reader(of: last, in: fates)) counts it"
    case .ended: clause = "\(reader(of: last, in: fates)) ends before it gives it"
    case .held: clause = "\(reader(of: last, in: fates)) holds it"
    }
    let opening = passed.isEmpty ? "" : "\(listed(passed)) \(passed.count == 1 ? "passes" : "pass") it on, and "
    return "Inside \(name(ofRow: row)): \(opening)\(clause)."
  }

  // Inlined, it stops the optimizer of swiftc 6.3.1: "Found ownership error".
  @inline(never)
  private func reason(of note: Recording.Note, ofRow row: Int) -> String {
    note.note.reason.map { ": \(NoteSentence(self, note, ofRow: row).reason($0))" } ?? ""
  }

  private func reader(of place: StageFates.Place, in fates: StageFates) -> String {
    fates.stages.passes[place.pass].reader.flatMap(fates.text).map { shown($0) } ?? "the row"
  }
}
