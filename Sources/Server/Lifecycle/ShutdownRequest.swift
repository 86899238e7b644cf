internal import Synchronization

/// A request to shut down, made by any thread, possibly before there is anything to shut down.
final class ShutdownRequest: Sendable {
  private let state = Mutex<(isMade: Bool, observer: @Sendable () -> Void)>((false, {}))

  /// Requests the shutdown.
  func make() {
    state.withLock { state in
      state.isMade = true
      return state.observer
    }()
  }

  /// Calls `body` when the shutdown is requested, or at once when it already was; replaces an earlier observer.
  func observe(_ body: @escaping @Sendable () -> Void) {
    let isMade = state.withLock { state in
      state.observer = body
      return state.isMade
    }
    if isMade { body() }
  }
}
