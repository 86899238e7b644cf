internal import Synchronization

/// Checks that a thread responds: the thread calls each waiting caller on its next iteration.
final class ThreadProbe: Sendable {
  private struct State {
    var callers: [@Sendable () -> Void] = []
    /// Wakes the thread; nil while there is no thread, and so nothing that could hang.
    var wake: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())

  // MARK: The thread's side

  /// Registers the thread; `wake` wakes it.
  func begin(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// Calls the waiting callers; the thread invokes this on each iteration.
  func respond() {
    let callers = state.withLock { state in
      defer { state.callers = [] }
      return state.callers
    }
    for caller in callers { caller() }
  }

  /// Removes the thread.
  func end() {
    state.withLock { $0.wake = nil }
    respond()
  }

  // MARK: The caller's side

  /// The number of waiting callers.
  var waitingCount: Int { state.withLock { $0.callers.count } }

  /// Calls `caller` from the thread, or at once when there is no thread.
  func ask(_ caller: @escaping @Sendable () -> Void) {
    let wake = state.withLock { state in
      if state.wake != nil { state.callers.append(caller) }
      return state.wake
    }
    if let wake { wake() } else { caller() }
  }
}

/// Waits until `ask` has called back; false when the task is cancelled first.
func isAnswered(_ ask: (@escaping @Sendable () -> Void) -> Void) async -> Bool {
  let (answers, answer) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  ask {
    answer.yield()
    answer.finish()
  }
  for await _ in answers { return true }
  return false
}
