internal import Marbles
public import Scenes

/// A recording in the notation: a line `step …`, then a diagram a row.
public enum MarbleSheet {
  /// The sheet, ended by a line feed.
  ///
  /// - Parameters:
  ///   - recording: what happened.
  ///   - scene: whose step is used where it divides all times.
  public static func print(_ recording: Recording, of scene: Scene) -> String {
    let rows = recording.rows.map { (name: $0.name, timeline: $0.timeline) }
    return DiagramSheet(rows: rows, preferredStep: scene.step).description + "\n"
  }
}
