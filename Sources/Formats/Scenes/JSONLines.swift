internal import Marbles
public import Scenes
internal import Wire

/// Prints a recording as NDJSON: one object per line, in canonical order.
public enum JSONLines {
  /// Every entry, each line ended by a line feed, and then a line for each row whose stages were recorded.
  ///
  /// - Parameter scene: the recorded scene; with it, each input value that an output refers to says what became of it.
  public static func print(_ recording: Recording, of scene: Scene? = nil) -> String {
    let names = EventNames(recording)
    let fates = scene.map { ValueFates(of: recording, in: $0) }
    let lines = recording.entries.map { entry in
      var line = EventLine(entry, names)
      if let fates, case .value(var content) = line.kind, recording.rows[entry.row].isInput,
        !fates.users(ofRow: entry.row).isEmpty
      {
        content.fate = EventLine.Fate(fates.fate(of: entry.key, at: .distantFuture), names)
        line.kind = .value(content)
      }
      if case .value(var content) = line.kind, recording.rows[entry.row].sends.indices.contains(entry.index) {
        content.send = EventLine.Send(recording.rows[entry.row].sends[entry.index], names)
        line.kind = .value(content)
      }
      if !entry.isValue, let cutOff = recording.rows[entry.row].cutOff {
        line.cutOff = EventLine.CutOff(cutOff, names)
      }
      return line.json(marksTuples: false) + "\n"
    }
    let stages = scene.map { StageJSON.print(recording, of: $0) } ?? []
    return lines.joined() + stages.map { $0 + "\n" }.joined()
  }
}
