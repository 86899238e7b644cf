public import Synchronization

/// A lazily computed value, shared by all copies.
@usableFromInline package final class Lazy<Value: Sendable>: Sendable {
  @usableFromInline let kept = Mutex<Value?>(nil)

  /// No value yet.
  @inlinable package init() {}

  /// The value; calls `make` only if it has not been computed yet.
  @inlinable package func value(_ make: () -> Value) -> Value {
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
