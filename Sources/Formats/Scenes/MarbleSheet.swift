internal import Marbles
public import Scenes

/// Prints a recording in the notation: a line `step …`, then one diagram per row.
public enum MarbleSheet {
  /// The sheet, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - recording: the recording to print.
  ///   - scene: supplies the time step, if that divides all times.
  public static func print(_ recording: Recording, of scene: Scene) -> String {
    let rows = recording.rows.map { (name: $0.name, timeline: $0.timeline) }
    return DiagramTable(rows: rows, preferredStep: scene.step).description + "\n"
  }
}
