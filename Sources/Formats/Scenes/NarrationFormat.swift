internal import Marbles
public import Narrations
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
      case .sentences: SceneIntroduction(to: scene).sentences + narration.everything.map(\.text)
      case .tsv: recording.entries.map { line($0, narration) }
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

  static func separated(_ entry: Recording.Entry, row: String) -> String {
    let (kind, value) =
      switch entry.kind {
      case .value(let event): ("value", event.value.description)
      case .finish: ("finish", "")
      case .error(let message): ("error", message)
      case .open: ("open", "")
      }
    return [entry.time.description, oneLine(row), kind, oneLine(value)].joined(separator: "\t")
  }

  /// `text` with JSON escapes for characters that would break a line, a column or a terminal.
  private static func oneLine(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    return isPlain ? text : JSONText.quoted(text)
  }
}
