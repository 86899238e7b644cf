internal import Foundation

/// State behind a lock of the C library: on Linux, ThreadSanitizer does not understand the one of `Mutex`.
final class LockedState<State: Sendable>: Sendable {
  private let lock = NSLock()
  // nonisolated(unsafe): used only while `lock` is locked.
  nonisolated(unsafe) private var state: State

  init(_ state: State) { self.state = state }

  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }
}
