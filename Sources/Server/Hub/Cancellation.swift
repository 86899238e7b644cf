internal import Synchronization

/// Cancels work on another thread.
final class Cancellation: Sendable {
  private let state = Mutex<(isCancelled: Bool, body: (@Sendable () -> Void)?)>((false, nil))

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Sets what cancels the work that starts now.
  func set(_ body: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.body = body
      return state.isCancelled
    }
    if isCancelled { body() }
  }

  /// Lets go of the work, which has ended.
  func end() { state.withLock { $0.body = nil } }

  func cancel() {
    let body = state.withLock { state in
      state.isCancelled = true
      return state.body
    }
    body?()
  }
}
