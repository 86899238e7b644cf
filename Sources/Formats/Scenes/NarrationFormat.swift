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

  /// A complete recording; each line ends with a line feed. Sentences begin with an introduction to the scene and end
  /// with its lesson and with what the doctor has found, and stages that were recorded are rows.
  public func print(
    _ recording: Recording, of scene: Scene, _ findings: SceneFindings = SceneFindings()
  ) -> String {
    let shown = StageExpansion(of: scene, recording)
    let narration = Narration(of: shown.recording, shown.scene, style: .spoken)
    let lines: [String]
    switch self {
    case .sentences:
      let summary = Narration(of: recording, scene, style: .spoken)
      lines =
        SceneIntroduction(to: shown.scene).sentences + narration.everything.map(\.text)
        + recording.rows.indices.flatMap { summary.stageSentences(ofRow: $0) } + scene.lesson(of: scene.rows.indices)
        + findings.lines
    case .tsv:
      let hasStages = recording.rows.contains { $0.stages != nil }
      lines = hasStages ? Self.stageLines(shown.recording) : recording.entries.map { line($0, narration) }
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

  /// All entries, each before what stages dropped at its instant in its row.
  private static func stageLines(_ recording: Recording) -> [String] {
    var lines = recording.entries.map { entry in
      (time: entry.time, row: entry.row, text: separated(entry, row: recording.rows[entry.row].name))
    }
    for (position, row) in recording.rows.enumerated() {
      for note in row.notes {
        guard let reason = note.note.reason else { continue }
        let value = [note.note.value?.description, reason.name].compactMap { $0 }.joined(separator: " ")
        lines.append((note.time, position, separated(note.time, row: row.name, "dropped", value)))
      }
    }
    // Stable, as what one row gives at an instant stays in order.
    return lines.enumerated().sorted {
      ($0.element.time, $0.element.row, $0.offset) < ($1.element.time, $1.element.row, $1.offset)
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
