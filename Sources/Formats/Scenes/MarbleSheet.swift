internal import Marbles
public import Scenes

/// Prints a recording in the notation: a line `step …`, then one diagram per row. Where stages were recorded, each but the last
/// has a diagram above its row, such as `out.map`.
public enum MarbleSheet {
  /// The sheet, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - recording: the recording to print.
  ///   - scene: supplies the time step, if that divides all times.
  public static func print(_ recording: Recording, of scene: Scene) -> String {
    let rows = recording.rows.enumerated().flatMap { position, row in
      let fates = StageFates(ofRow: position, in: recording, of: scene)
      let stages = (fates?.stage.indices.dropLast() ?? 0..<0).map { stage in
        (name: "\(row.name).\(fates!.names[stage])", timeline: fates!.timeline(ofStage: stage))
      }
      return stages + [(name: row.name, timeline: row.timeline)]
    }
    return DiagramTable(rows: rows, preferredStep: scene.step).description + "\n"
  }
}
