internal import Marbles
public import Scenes

/// A recording as NDJSON: one object a line, in canonical order.
public enum JSONLines {
  /// How many ids a line lists of what an event came from: the newest. `fromOmitted` and `sourcesOmitted` say how many more
  /// there are; where a lineage joins much that is the same, at most.
  public static let listedIDs = 1000
  /// How many nodes of a lineage are looked at to count exactly what is omitted.
  private static let countedNodes = 200

  /// Every entry, each line ended by a line feed.
  public static func print(_ recording: Recording) -> String {
    let names = EventNames(recording)
    return recording.entries.map { line($0, names) + "\n" }.joined()
  }

  /// One entry as a JSON object.
  ///
  /// - Parameter names: the ids of the scene's events.
  public static func line(_ entry: Recording.Entry, _ names: EventNames) -> String {
    let start = "{\"row\":\(JSONText.quoted(names.row(entry.row))),\"time\":\(entry.time)"
    switch entry.kind {
    case .value(let event):
      let from = Ancestors(event.from, names)
      let sources = event.from.isIdentical(to: event.sources) ? from : Ancestors(event.sources, names)
      return start
        + ",\"kind\":\"value\",\"id\":\(JSONText.quoted(names.id(of: entry.key))),\"value\":\(event.value.json),"
        + "\"color\":\"\(event.color.rawValue)\",\(from.json("from")),\(sources.json("sources"))"
        + (event.animation.map { ",\"animation\":\($0.json)" } ?? "") + "}"
    case .finish: return start + ",\"kind\":\"finish\"}"
    case .error(let message): return start + ",\"kind\":\"error\",\"message\":\(JSONText.quoted(message))}"
    case .open: return start + ",\"kind\":\"open\"}"
    }
  }

  /// What an event came from, as far as it is listed.
  private struct Ancestors {
    let ids: String
    let omitted: Int

    init(_ lineage: Lineage, _ names: EventNames) {
      let isWhole = lineage.maximumCount <= listedIDs
      let listed = isWhole ? lineage.keys : lineage.newest(listedIDs)
      ids = listed.lazy.map { JSONText.quoted(names.id(of: $0)) }.joined(separator: ",")
      omitted = isWhole ? 0 : (lineage.count(limit: countedNodes) ?? lineage.maximumCount) - listed.count
    }

    func json(_ key: String) -> String {
      "\"\(key)\":[\(ids)]" + (omitted > 0 ? ",\"\(key)Omitted\":\(omitted)" : "")
    }
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
