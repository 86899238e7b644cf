internal import Marbles
public import Narrations
public import Scenes

/// What happens, a line an event, for pipes and for screen readers: no symbols, no drawing, nothing is redrawn.
public enum PlainText: String, CaseIterable, Sendable {
  /// `At 1.5 seconds, merge passes a on from strings.`
  case sentences
  /// Time in seconds, row, kind and value, separated by tabs.
  case tsv

  /// A whole recording, each line ended by a line feed.
  public func print(_ recording: Recording, of scene: Scene) -> String {
    let narration = Narration(of: recording, scene, style: .spoken)
    return recording.entries.map { line($0, narration) + "\n" }.joined()
  }

  /// One entry as a line without its line feed.
  ///
  /// - Parameter narration: what has happened so far, all of the entry's instant included.
  public func line(_ entry: Recording.Entry, _ narration: Narration) -> String {
    switch self {
    case .sentences: narration.sentence(for: entry).text
    case .tsv: Self.separated(entry, row: narration.recording.rows[entry.row].name)
    }
  }

  private static func separated(_ entry: Recording.Entry, row: String) -> String {
    let (kind, value) =
      switch entry.kind {
      case .value(let event): ("value", event.value.description)
      case .finish: ("finish", "")
      case .error(let message): ("error", message)
      case .open: ("open", "")
      }
    return [entry.time.description, oneLine(row), kind, oneLine(value)].joined(separator: "\t")
  }

  /// `text` with what would break a line, a column or a terminal shown as JSON would escape it.
  private static func oneLine(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    return isPlain ? text : JSONText.quoted(text)
  }
}
