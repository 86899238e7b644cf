import Synchronization

/// Counts calls, on any thread.
package final class Counter: Sendable {
  private let value = Mutex(0)

  package init() {}

  package var count: Int { value.withLock { $0 } }

  package func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
