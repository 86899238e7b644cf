internal import Marbles

/// Counts emitted values, and remembers the row that exceeded a limit.
///
/// @unchecked Sendable: written by jobs of the executor, read between drives.
final class RecordingLimits: @unchecked Sendable {
  var error: SceneError?
  private var parts = 0
  private let maximumParts: Int

  /// - Parameter maximumParts: the maximum number of parts of all values.
  init(maximumParts: Int) { self.maximumParts = maximumParts }

  /// Counts a value and returns whether it exceeds a limit.
  ///
  /// - Parameters:
  ///   - count: the number of values of its row, including it.
  ///   - limit: the maximum number of values of a row.
  func count(_ value: Value?, as count: Int, inRow name: String, limit: Int) -> Bool {
    parts += value.map { $0.parts ?? Value.maximumParts } ?? 0
    if count > limit {
      error = .tooManyEvents(row: name, limit: limit)
    } else if parts > maximumParts {
      error = .tooManyParts(row: name, limit: maximumParts)
    }
    return error != nil
  }
}
