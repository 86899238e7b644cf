internal import Synchronization

/// Whether a thread comes round that others can't look into: whoever asks is called by it as soon as it does.
final class Pulse: Sendable {
  private struct State {
    var callers: [@Sendable () -> Void] = []
    /// Wakes the thread; nil while there is none, and so nothing that could hang.
    var wake: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())

  // MARK: The thread's side

  /// There is a thread, and this wakes it.
  func begin(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// It comes round.
  func beat() {
    let callers = state.withLock { state in
      defer { state.callers = [] }
      return state.callers
    }
    for caller in callers { caller() }
  }

  /// There is no thread any more.
  func end() {
    state.withLock { $0.wake = nil }
    beat()
  }

  // MARK: The other side

  /// How many wait to be called.
  var waiting: Int { state.withLock { $0.callers.count } }

  /// Has `caller` called by the thread, or at once when there is none.
  func ask(_ caller: @escaping @Sendable () -> Void) {
    let wake = state.withLock { state in
      if state.wake != nil { state.callers.append(caller) }
      return state.wake
    }
    if let wake { wake() } else { caller() }
  }
}

/// Waits until whoever is asked has called back; false when the task is cancelled before.
func isAnswered(_ ask: (@escaping @Sendable () -> Void) -> Void) async -> Bool {
  let (answers, answer) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  ask {
    answer.yield()
    answer.finish()
  }
  for await _ in answers { return true }
  return false
}
