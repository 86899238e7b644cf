internal import Marbles
internal import Operators
internal import Playback

/// Counts what a run keeps, over all rows, and stops the run at the first limit that it exceeds.
///
/// @unchecked Sendable: written by jobs of the executor, read between drives.
final class RecordingLimits: @unchecked Sendable {
  /// The limit that was exceeded, and by which row; nil while none was.
  private(set) var error: SceneError?
  private let budget: RunBudget
  private let cancellation: Cancellation
  private var parts = 0
  private var bytes = 0
  private var noteBytes = 0

  init(_ budget: RunBudget, cancellation: Cancellation) { (self.budget, self.cancellation) = (budget, cancellation) }

  /// Counts an event, or the start of an inner stream, which has no value.
  ///
  /// - Parameter count: the number of events of its row, including it.
  /// - Returns: false when it exceeds a limit.
  @discardableResult
  func count(_ value: Value?, as count: Int, inRow name: String) -> Bool {
    parts += value.map { $0.parts ?? Value.maximumParts } ?? 0
    bytes += MemoryLayout<Event>.stride + (value?.storageBytes ?? 0)
    if count > budget.eventsPerRow {
      exceed(.tooManyEvents(row: name, limit: budget.eventsPerRow))
    } else if parts > budget.parts {
      exceed(.tooManyParts(row: name, limit: budget.parts))
    } else if bytes > budget.bytes {
      exceed(.tooManyBytes(row: name, limit: budget.bytes))
    } else {
      return true
    }
    return false
  }

  /// Counts the bytes that operators and inner streams of a row hold, and those that they no longer hold.
  func countHeld(_ change: Int, inRow name: String) {
    bytes += change
    if change > 0, bytes > budget.bytes { exceed(.tooManyBytes(row: name, limit: budget.bytes)) }
  }

  /// Counts a note; false when no more of them are kept.
  func count(_ note: OperatorNote) -> Bool {
    noteBytes += MemoryLayout<Recording.Note?>.stride + (note.value?.storageBytes ?? 0)
    noteBytes += note.other?.storageBytes ?? 0
    return noteBytes <= budget.noteBytes
  }

  /// Stops a live run whose inner streams emit more values at one instant than a row may have.
  func count(inner count: Int, ofLiveRow name: String) {
    if count > budget.eventsPerRow { exceed(.tooManyEvents(row: name, limit: budget.eventsPerRow)) }
  }

  private func exceed(_ error: SceneError) {
    guard self.error == nil else { return }
    self.error = error
    cancellation.exceed()
  }
}
