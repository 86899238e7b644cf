public import Synchronization

/// A result that is kept for what it was computed from, until something else is asked for: most frames ask for the same as the
/// one before.
@usableFromInline package final class Latest<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let kept = Mutex<Known?>(nil)

  @usableFromInline struct Known: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value

    @inlinable init(key: Key, value: Value) { (self.key, self.value) = (key, value) }
  }

  /// No result yet.
  @inlinable package init() {}

  /// The value for a key; calls `make` only if the one that was asked for last was another.
  @inlinable package func value(of key: Key, _ make: () -> Value) -> Value {
    if let known = kept.withLock({ $0 }), known.key == key { return known.value }
    // Computed without the lock: concurrent calls for one key compute equal values.
    let value = make()
    kept.withLock { $0 = Known(key: key, value: value) }
    return value
  }
}
