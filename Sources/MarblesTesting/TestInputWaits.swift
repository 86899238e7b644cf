internal import Playback
internal import Synchronization

/// The tasks that wait for an input that has nothing more and never ends: only cancellation wakes them. And what is wrong with
/// an input.
final class TestInputWaits: Sendable {
  private struct State {
    var count = 0
    var waiting: [Int: String] = [:]
    var mistake: String?
  }
  private let state = Mutex(State())

  /// Notes that this task waits for an input, until ``end(_:)``.
  ///
  /// - Returns: a number for ``end(_:)``.
  func begin(for input: String) -> Int {
    let text = TaskName.current.map { "task `\($0)` still waits for \(input)" } ?? "a task still waits for \(input)"
    return state.withLock { state in
      state.count += 1
      state.waiting[state.count] = text
      return state.count
    }
  }

  func end(_ number: Int) { state.withLock { $0.waiting[number] = nil } }

  /// The waiting tasks in the order in which they began, such as "task `reader` still waits for input 2".
  var descriptions: [String] { state.withLock { $0.waiting.sorted { $0.key < $1.key }.map(\.value) } }

  /// What is wrong with an input, for people; nil for nothing.
  var mistake: String? { state.withLock { $0.mistake } }

  /// Notes what is wrong with an input; only the first mistake counts.
  func note(mistake: String) { state.withLock { $0.mistake = $0.mistake ?? mistake } }
}
