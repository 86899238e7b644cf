internal import Synchronization

/// A result that is kept for what it was computed from, until something else is asked for: most frames ask for the same as the
/// one before.
package final class Latest<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let kept = Mutex<(key: Key, value: Value)?>(nil)

  package init() {}

  /// The value for a key; calls `make` only if the one that was asked for last was another.
  package func value(of key: Key, _ make: () -> Value) -> Value {
    if let kept = kept.withLock({ $0 }), kept.key == key { return kept.value }
    // Computed without the lock: concurrent calls for one key compute equal values.
    let value = make()
    kept.withLock { $0 = (key, value) }
    return value
  }
}
