internal import Expressions
internal import Marbles
public import Narrations
internal import Operators
public import Scenes

/// Prints events as lines for pipes and screen readers: no symbols, no drawing, no redrawing.
public enum NarrationFormat: String, CaseIterable, Sendable {
  /// Sentences: `At 1.5 seconds, merge emits a from strings.`
  case sentences
  /// Time in seconds, row, kind and value, separated by tabs.
  case tsv

  /// A complete recording; each line ends with a line feed. Sentences begin with an introduction to the scene.
  public func print(_ recording: Recording, of scene: Scene) -> String {
    let narration = Narration(of: recording, scene, style: .spoken)
    let lines =
      switch self {
      case .sentences:
        SceneIntroduction(to: scene).sentences + narration.everything.map(\.text)
          + recording.rows.indices.flatMap { narration.stageSentences(ofRow: $0) }
      case .tsv: stageLines(of: recording, scene) ?? recording.entries.map { line($0, narration) }
      }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One entry as a line without a line feed.
  ///
  /// - Parameter narration: the narration with all entries up to and including the instant of the entry.
  public func line(_ entry: Recording.Entry, _ narration: Narration) -> String {
    switch self {
    case .sentences: narration.sentence(for: entry).text
    case .tsv: Self.separated(entry, row: narration.recording.rows[entry.row].name)
    }
  }

  /// All entries, and before those of its row what each stage gave and dropped; nil when no stages were recorded.
  private func stageLines(of recording: Recording, _ scene: Scene) -> [String]? {
    guard recording.rows.contains(where: { $0.stages != nil }) else { return nil }
    var lines: [(time: SceneTime, row: Int, stage: Int, text: String)] = []
    for (position, row) in recording.rows.enumerated() {
      guard let fates = StageFates(ofRow: position, in: recording, of: scene) else { continue }
      func add(_ stage: Int, _ time: SceneTime, _ kind: String, _ value: String) {
        let name = "\(row.name).\(fates.names[stage])"
        lines.append((time, position, stage, Self.separated(time, row: name, kind, value)))
      }
      for pass in fates.stages.passes {
        guard case .stage(let stage) = pass.stream, stage < fates.stage.count - 1 else { continue }
        for event in pass.events { add(stage, event.time, "value", event.value.description) }
        switch pass.end {
        case .finish(let time): add(stage, time, "finish", "")
        case .error(let time, let message): add(stage, time, "error", message)
        case .cancelled(let time): add(stage, time, "cancelled", "")
        case .open: break
        }
      }
      for (note, place) in zip(row.notes, fates.stages.notes) {
        guard let reason = note.note.reason, let pass = place.pass,
          case .stage(let stage) = fates.stages.passes[pass].stream
        else { continue }
        add(
          stage, note.time, "dropped",
          [note.note.value?.description, reason.name].compactMap { $0 }.joined(separator: " "))
      }
    }
    lines += recording.entries.map { ($0.time, $0.row, .max, Self.separated($0, row: recording.rows[$0.row].name)) }
    // Stable, as what one stage gives at an instant stays in order.
    return lines.enumerated().sorted {
      ($0.element.time, $0.element.row, $0.element.stage, $0.offset)
        < ($1.element.time, $1.element.row, $1.element.stage, $1.offset)
    }.map(\.element.text)
  }

  static func separated(_ entry: Recording.Entry, row: String) -> String {
    let (kind, value) =
      switch entry.kind {
      case .value(let event): ("value", event.value.description)
      case .finish: ("finish", "")
      case .error(let message): ("error", message)
      case .open: ("open", "")
      }
    return separated(entry.time, row: row, kind, value)
  }

  private static func separated(_ time: SceneTime, row: String, _ kind: String, _ value: String) -> String {
    [time.description, oneLine(row), kind, oneLine(value)].joined(separator: "\t")
  }

  /// `text` with JSON escapes for characters that would break a line, a column or a terminal.
  private static func oneLine(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    return isPlain ? text : JSONText.quoted(text)
  }
}
