public import Marbles

/// Keeps what arrives in the live rows of one run of a scene, such as in a file.
///
/// A run calls it on the scene's thread, so it must not wait for long. What it can't keep is counted.
public protocol ArrivalRecorder: Sendable {
  /// Keeps the entries of live rows, in the order of their arrival. Entries of other rows are ignored.
  func record(_ entries: [Recording.Entry])

  /// Adds a live row behind all others, for entries that follow; called between two of them.
  func add(_ row: Scene.Row, at time: SceneTime)

  /// Ends the recording; called once, after the last entry.
  ///
  /// - Parameters:
  ///   - time: the last instant of the run.
  ///   - isStopped: whether the run was stopped before its end.
  func end(at time: SceneTime, isStopped: Bool)

  /// The number of entries of the row at `position` that could not be kept.
  func unrecorded(ofRow position: Int) -> Int
}
