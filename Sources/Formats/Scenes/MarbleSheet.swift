internal import Marbles
public import Scenes

/// Prints a recording in the notation: a line `step …`, then one diagram per row. Stages that were recorded have
/// diagrams, too.
public enum MarbleSheet {
  /// The sheet, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - recording: the recording to print.
  ///   - scene: supplies the time step, if that divides the times of its inputs. An output whose times need a much finer
  ///     one has its times written out.
  public static func print(_ recording: Recording, of scene: Scene) -> String {
    let shown = StageExpansion(of: scene, recording).recording
    let rows = shown.rows.map { (name: $0.name, timeline: $0.timeline) }
    let inputs = zip(scene.rows, recording.rows).filter { $0.0.expression == nil }.map(\.1.timeline)
    let step = DiagramTable.step(dividing: inputs, preferred: scene.step)
    return DiagramTable(rows: rows, preferredStep: step).description + "\n"
  }
}
