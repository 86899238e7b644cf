internal import Synchronization

/// The tasks that wait for an input that has nothing more and never ends: only cancellation wakes them.
final class TestInputWaits: Sendable {
  private struct State {
    var count = 0
    var waiting: [Int: String] = [:]
  }
  private let state = Mutex(State())

  /// Notes that this task waits for an input, until ``end(_:)``.
  ///
  /// - Returns: a number for ``end(_:)``.
  func begin(for input: String) -> Int {
    let text = Self.taskName.map { "task `\($0)` still waits for \(input)" } ?? "a task still waits for \(input)"
    return state.withLock { state in
      state.count += 1
      state.waiting[state.count] = text
      return state.count
    }
  }

  func end(_ number: Int) { state.withLock { $0.waiting[number] = nil } }

  /// The waiting tasks in the order in which they began, such as "task `reader` still waits for input 2".
  var descriptions: [String] { state.withLock { $0.waiting.sorted { $0.key < $1.key }.map(\.value) } }

  /// The name of this task, from `Task(name:)`.
  private static var taskName: String? {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { Task.name } else { nil }
  }
}
