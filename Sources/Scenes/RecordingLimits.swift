internal import Marbles

/// Counts emitted values, and remembers the row that exceeded a limit.
///
/// @unchecked Sendable: written by jobs of the executor, read between drives.
final class RecordingLimits: @unchecked Sendable {
  var error: SceneError?
  private var parts = 0

  /// Counts a value and returns whether it exceeds a limit.
  ///
  /// - Parameters:
  ///   - count: the number of values of its row, including it.
  ///   - limit: the maximum number of values of a row.
  func count(_ value: Value?, as count: Int, inRow name: String, limit: Int) -> Bool {
    parts += value.map { $0.parts ?? Value.maximumParts } ?? 0
    if count > limit {
      error = .tooManyEvents(row: name, limit: limit)
    } else if parts > ScenePlayer.maximumParts {
      error = .tooManyParts(row: name, limit: ScenePlayer.maximumParts)
    }
    return error != nil
  }
}
