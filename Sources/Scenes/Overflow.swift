internal import Marbles

/// Which row emitted too much, and how much all have.
///
/// @unchecked Sendable: written by jobs of the executor, read between drives.
final class Overflow: @unchecked Sendable {
  var error: SceneError?
  private var parts = 0

  /// Counts a value, and says whether that is more than there may be.
  ///
  /// - Parameters:
  ///   - count: how many values there are in its row, with it.
  ///   - limit: how many there may be.
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
