internal import Synchronization

/// A task of a ``TestClock``.
public final class TestTask: Sendable {
  /// The name that the task was started with.
  public let name: String?

  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
    var isFinished = false
  }
  private let state = Mutex(State())
  private let executor: PlaybackExecutor

  fileprivate init(name: String?, executor: PlaybackExecutor) { (self.name, self.executor) = (name, executor) }

  /// Whether the operation has returned.
  public var isFinished: Bool { state.withLock(\.isFinished) }

  /// Cancels the task; what follows from it happens at the next `advance` or `run`, or at once if a task of the clock
  /// cancels it.
  public func cancel() {
    // Only the driving thread may resume what a cancelled task waits for.
    executor.submit { [self] in
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      task?.cancel()
    }
  }

  fileprivate func run(_ operation: Unsent<@isolated(any) () async -> Void>) async {
    let task = Task(name: name) { await operation.value() }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    state.withLock { $0.isFinished = true }
  }
}

extension TestClock {
  /// Starts a task under this clock; it takes its first step at the next `advance` or `run`.
  ///
  /// ```swift
  /// let ticking = clock.addTask { for await _ in clock.timer(interval: .seconds(1)) { ticks.append("tick") } }
  /// try clock.advance(by: .seconds(2))
  /// ticking.cancel()
  /// try clock.run()
  /// ```
  ///
  /// - Parameters:
  ///   - name: a name for debuggers, as `Task.name`.
  ///   - operation: what the task does.
  /// - Returns: a handle that cancels the task.
  @discardableResult
  public func addTask(
    name: String? = nil, _ operation: sending @escaping @isolated(any) () async -> Void
  ) -> TestTask {
    let task = TestTask(name: name, executor: executor)
    let box = Unsent(operation)
    executor.start { await task.run(box) }
    return task
  }
}
