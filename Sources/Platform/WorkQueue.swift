internal import Dispatch

/// A thread for slow work, done one item at a time: the cooperative pool has one thread for each core.
package struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameter label: shown by debuggers.
  package init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  /// Runs `body` on the thread and returns its result.
  package func perform<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
