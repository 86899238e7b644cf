import Foundation

/// State that several threads share, and whose changes can be waited for.
package final class Watched<State: Sendable>: Sendable {
  private let condition = NSCondition()
  // Read and written only between `lock` and `unlock` of the condition.
  private nonisolated(unsafe) var state: State

  package init(_ state: State) { self.state = state }

  /// Reads the state, or changes it and wakes all who wait.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&state)
  }

  /// Waits until `body` finds what it looks for: it is asked at once, and after each change.
  package func wait<Result>(for body: (inout State) throws -> Result?) rethrows -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = try body(&state) { return result }
      condition.wait()
    }
  }
}
