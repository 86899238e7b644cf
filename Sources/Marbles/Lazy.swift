internal import Synchronization

/// A lazily computed value, shared by all copies.
package final class Lazy<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  package init() {}

  /// The value; calls `make` only if it has not been computed yet.
  package func value(_ make: () -> Value) -> Value {
    if let value = kept.withLock({ $0 }) { return value }
    // Computed without the lock: concurrent calls compute equal values.
    let value = make()
    return kept.withLock { kept in
      if let kept { return kept }
      kept = value
      return value
    }
  }
}
