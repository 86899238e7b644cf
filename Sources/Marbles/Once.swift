internal import Synchronization

/// A value that is made when it is asked for first, and then kept, for all who share this.
package final class Once<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  package init() {}

  /// The value; `make` is called the first time only.
  package func value(_ make: () -> Value) -> Value {
    if let value = kept.withLock({ $0 }) { return value }
    // Made without the lock: what is made twice at the same time is the same.
    let value = make()
    return kept.withLock { kept in
      if let kept { return kept }
      kept = value
      return value
    }
  }
}
