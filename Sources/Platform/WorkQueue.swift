internal import Dispatch

/// A thread for slow work, done one item at a time: the cooperative pool has one thread for each core.
package struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameters:
  ///   - label: shown by debuggers.
  ///   - isPatient: whether the work gives way to requests, where the system has priorities.
  package init(_ label: String, isPatient: Bool = false) {
    queue = DispatchQueue(label: label, qos: isPatient ? .utility : .userInitiated)
  }

  /// Runs `body` on the thread and returns its result.
  package func perform<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
