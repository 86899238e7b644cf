internal import Synchronization

/// A task that was started on an executor; it can be cancelled before it exists.
final class StartedTask: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
    var isFinished = false
  }
  private let state = Mutex(State())

  /// Whether its operation has returned.
  var isFinished: Bool { state.withLock(\.isFinished) }

  func finish() { state.withLock { $0.isFinished = true } }

  func begin(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
