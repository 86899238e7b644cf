internal import Marbles
public import Scenes
internal import Wire

/// A format in which `run` writes the events of output rows, one line each.
public enum RunFormat: String, CaseIterable, Sendable {
  /// Each value as JSON, of several rows as `{"row":value}`; nothing for ends. An object that passes unchanged is written as it
  /// was read.
  case value
  /// Each event as a JSON object with its row, its time and what it was made from.
  case json
  /// Time in seconds, row, kind and value, separated by tabs.
  case tsv
}

/// Writes the events of a running scene as lines.
public struct RunWriter: Sendable {
  private let format: RunFormat
  private let names: EventNames
  private let rows: [String]
  /// Whether texts are written as they are.
  private let isRaw: Bool
  /// Whether values are written with the names of their rows.
  private let namesRows: Bool

  /// A writer for the events of a scene.
  ///
  /// - Parameter isRaw: whether texts are written as they are, without quotes and without the names of their rows.
  public init(_ format: RunFormat, of scene: Scene, isRaw: Bool = false) {
    (self.format, self.isRaw) = (format, isRaw)
    names = EventNames(scene.emptyRecording())
    rows = scene.rows.map(\.name)
    let outputs = scene.rows.count { $0.expression != nil }
    // Without an expression, a run passes its inputs on.
    namesRows = !isRaw && (outputs == 0 ? scene.rows.count : outputs) > 1
  }

  /// Appends the line of an event to `text`, with a line feed; nothing when the format has none for it.
  public func append(_ entry: Recording.Entry, to text: inout String) {
    switch format {
    case .value:
      guard case .value(let event) = entry.kind else { return }
      if namesRows {
        text += "{"
        JSONText.write(rows[entry.row], to: &text)
        text += ":"
        event.value.writeAsRead(to: &text)
        text += "}"
      } else if isRaw, case .string(let content) = event.value {
        text += content
      } else {
        event.value.writeAsRead(to: &text)
      }
    case .json:
      var line = EventLine(entry, names)
      if case .value(let event) = entry.kind, let id = event.name, case .value(var content) = line.kind {
        content.id = id
        line.kind = .value(content)
      }
      text += line.json
    case .tsv: text += NarrationFormat.separated(entry, row: rows[entry.row])
    }
    text += "\n"
  }
}
