internal import Marbles
public import Scenes

/// A recording as NDJSON: one object a line, in canonical order.
public enum JSONLines {
  /// Every entry, each line ended by a line feed.
  public static func print(_ recording: Recording) -> String {
    recording.entries.map { line($0, row: recording.rows[$0.row].name) + "\n" }.joined()
  }

  /// One entry as a JSON object.
  public static func line(_ entry: Recording.Entry, row: String) -> String {
    let start = "{\"row\":\(JSONText.quoted(row)),\"time\":\(entry.time)"
    switch entry.kind {
    case .value(let event):
      return start
        + ",\"kind\":\"value\",\"id\":\(JSONText.quoted(event.id)),\"value\":\(event.value.json),"
        + "\"color\":\"\(event.color.rawValue)\",\"from\":\(list(event.from)),\"sources\":\(list(event.sources))"
        + (event.animation.map { ",\"animation\":\($0.json)" } ?? "") + "}"
    case .finish: return start + ",\"kind\":\"finish\"}"
    case .error(let message): return start + ",\"kind\":\"error\",\"message\":\(JSONText.quoted(message))}"
    case .open: return start + ",\"kind\":\"open\"}"
    }
  }

  private static func list(_ ids: [String]) -> String {
    "[" + ids.map(JSONText.quoted).joined(separator: ",") + "]"
  }
}

extension Animation {
  /// Times in seconds; null for what is to appear at once.
  fileprivate var json: String {
    isImmediate
      ? "null"
      : "{\"transition\":\"\(transition.rawValue)\",\"duration\":\(duration),\"delay\":\(delay),"
        + "\"curve\":\"\(curve.rawValue)\"}"
  }
}
