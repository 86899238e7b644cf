internal import Synchronization

/// Whether the daemon is to end, asked for by any thread, maybe before there is anything that could be ended.
final class EndRequest: Sendable {
  private let state = Mutex<(isMade: Bool, observer: @Sendable () -> Void)>((false, {}))

  /// Asks for the end.
  func make() {
    state.withLock { state in
      state.isMade = true
      return state.observer
    }()
  }

  /// Has `body` called when the end is asked for, at once when it was; nobody else is called from then on.
  func observe(_ body: @escaping @Sendable () -> Void) {
    let isMade = state.withLock { state in
      state.observer = body
      return state.isMade
    }
    if isMade { body() }
  }
}
