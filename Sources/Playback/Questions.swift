internal import Synchronization

/// What other threads ask the thread of a run.
final class Questions: Sendable {
  private let waiting = Mutex<[@Sendable () -> Void]>([])
  private let hasSome = Atomic(false)

  /// Whether there are any; costs next to nothing when there are none.
  var areThere: Bool { hasSome.load(ordering: .relaxed) }

  func add(_ body: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(body) }
    hasSome.store(true, ordering: .releasing)
  }

  /// Answers all of them.
  func answer() {
    hasSome.store(false, ordering: .sequentiallyConsistent)
    let bodies = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for body in bodies { body() }
  }
}
