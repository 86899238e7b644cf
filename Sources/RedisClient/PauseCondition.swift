internal import Foundation

/// Lets a thread wait for a time or for a signal; a signal before the wait ends it at once.
final class PauseCondition: Sendable {
  private let condition = NSCondition()
  // nonisolated(unsafe): used only while `condition` is locked.
  nonisolated(unsafe) private var isSignalled = false

  func wait(_ duration: Duration) {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: duration / .seconds(1))
    while !isSignalled, condition.wait(until: deadline) {}
    isSignalled = false
  }

  func signal() {
    condition.lock()
    isSignalled = true
    condition.signal()
    condition.unlock()
  }
}
