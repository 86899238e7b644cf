internal import Marbles
public import Scenes

/// What happens, a line an event, for pipes and for screen readers: no symbols, no drawing, nothing is redrawn.
public enum PlainText: String, CaseIterable, Sendable {
  /// `At 1.5 seconds, zip emits (1, a).`
  case sentences
  /// Time in seconds, row, kind and value, separated by tabs.
  case tsv

  /// One entry as a line without its line feed.
  public func line(_ entry: Recording.Entry, row: String) -> String {
    switch self {
    case .sentences:
      let verb =
        switch entry.kind {
        case .value(let event): "emits \(Self.oneLine(event.value.description))"
        case .finish: "finishes"
        case .error(let message): "fails: \(Self.oneLine(message))"
        case .open: "is still open"
        }
      return "At \(entry.time) \(entry.time == .seconds(1) ? "second" : "seconds"), \(Self.oneLine(row)) \(verb)."
    case .tsv:
      let (kind, value) =
        switch entry.kind {
        case .value(let event): ("value", event.value.description)
        case .finish: ("finish", "")
        case .error(let message): ("error", message)
        case .open: ("open", "")
        }
      return [entry.time.description, Self.oneLine(row), kind, Self.oneLine(value)].joined(separator: "\t")
    }
  }

  /// `text` with what would break a line, a column or a terminal shown as JSON would escape it.
  private static func oneLine(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    return isPlain ? text : JSONText.quoted(text)
  }
}
