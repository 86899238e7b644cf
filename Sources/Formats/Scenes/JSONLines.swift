internal import Marbles
public import Scenes
internal import Wire

/// Prints a recording as NDJSON: one object per line, in canonical order.
public enum JSONLines {
  /// Every entry, each line ended by a line feed.
  public static func print(_ recording: Recording) -> String {
    let names = EventNames(recording)
    return recording.entries.map { EventLine($0, names).json(marksTuples: false) + "\n" }.joined()
  }
}
