internal import Marbles
public import Scenes

/// Prints a recording as NDJSON: one object per line, in canonical order.
public enum JSONLines {
  /// The maximum number of ids in `from` and `sources`: the newest. `fromOmitted` and `sourcesOmitted` count the
  /// others; for lineages with much shared structure, the count is an upper bound.
  public static let listedIDs = 1000
  /// The maximum number of lineage nodes to visit for an exact count.
  private static let countedNodes = 200

  /// All entries; each line ends with a line feed.
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

  /// The listed ids of ancestors, and the number of others.
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
  /// The animation as JSON, with times in seconds; null for a value that appears at once.
  fileprivate var json: String {
    isImmediate
      ? "null"
      : "{\"transition\":\"\(transition.rawValue)\",\"duration\":\(duration),\"delay\":\(delay),"
        + "\"curve\":\"\(curve.rawValue)\"}"
  }
}
