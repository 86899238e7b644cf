internal import Synchronization

/// Values that change only with the program, by name; each is made when it is first asked for.
final class KeptValues<Value: Sendable>: Sendable {
  private let made = Mutex<[String: Value]>([:])

  /// The value of a name.
  ///
  /// - Parameter make: makes the value. What is nil is not kept, so that names that are guessed take no memory.
  func value(_ name: String, _ make: () -> Value?) -> Value? {
    if let known = made.withLock({ $0[name] }) { return known }
    // Without the lock: requests at the same time make equal values.
    guard let value = make() else { return nil }
    made.withLock { $0[name] = value }
    return value
  }
}
