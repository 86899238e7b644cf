internal import Synchronization

/// Notifies the observer of changes, from any thread.
package final class ChangeObserver: Sendable {
  /// A mutex would wrap a bare closure once more at each access, and calls would take longer and longer.
  private struct Observer {
    var onChange: @Sendable () -> Void = {}
  }

  private let observer = Mutex(Observer())

  /// Creates a notifier without an observer.
  package init() {}

  /// Calls `onChange` from now on, instead of an earlier observer.
  package func observe(_ onChange: @escaping @Sendable () -> Void) { observer.withLock { $0.onChange = onChange } }

  /// Calls the observer.
  package func report() { observer.withLock { $0.onChange }() }
}
