package import Foundation

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

  /// The same, but not longer than ``waitLimit``; nil after that.
  package func waitPatiently<Result>(
    until end: Date = waitEnd, for body: (inout State) throws -> Result?
  ) rethrows -> Result? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = try body(&state) { return result }
      if !condition.wait(until: end) { return try body(&state) }
    }
  }

  /// After how long a test says what it waited for, instead of waiting until its time limit: far longer than anything takes
  /// on a busy machine.
  package static var waitLimit: Duration { .seconds(120) }

  /// The end of a wait that begins now.
  package static var waitEnd: Date { Date(timeIntervalSinceNow: waitLimit / .seconds(1)) }
}
