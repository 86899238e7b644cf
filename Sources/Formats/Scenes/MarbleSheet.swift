internal import Marbles
public import Scenes

/// Prints a recording in the notation: a line `step …`, then one diagram per row. Stages that were recorded have
/// diagrams, too.
public enum MarbleSheet {
  /// The sheet, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - recording: the recording to print.
  ///   - scene: supplies the time step, if that divides all times.
  public static func print(_ recording: Recording, of scene: Scene) -> String {
    let shown = StageExpansion(of: scene, recording).recording
    let rows = shown.rows.map { (name: $0.name, timeline: $0.timeline) }
    return DiagramTable(rows: rows, preferredStep: scene.step).description + "\n"
  }
}
