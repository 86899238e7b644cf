/// A task of a ``TestClock``.
public final class TestTask: Sendable {
  /// The name that the task was started with.
  public let name: String?
  private let started: StartedTask
  private let executor: PlaybackExecutor

  fileprivate init(name: String?, _ started: StartedTask, on executor: PlaybackExecutor) {
    (self.name, self.started, self.executor) = (name, started, executor)
  }

  /// Whether the operation has returned.
  public var isFinished: Bool { started.isFinished }

  /// Cancels the task; what follows from it happens at the next `advance` or `run`, or at once if a task of the clock
  /// cancels it.
  public func cancel() {
    // Only the driving thread may resume what a cancelled task waits for.
    executor.submit { [started] in started.cancel() }
  }
}

extension TestClock {
  /// Starts a task under this clock; it takes its first step at the next `advance` or `run`.
  ///
  /// As a `Task { … }`, it has the task-local values and the isolation of the caller.
  ///
  /// ```swift
  /// let ticking = clock.addTask { for await _ in clock.timer(interval: .seconds(1)) { ticks.append("tick") } }
  /// try clock.advance(by: .seconds(2))
  /// ticking.cancel()
  /// try clock.run()
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the task, `Task.name`, which errors use.
  ///   - operation: what the task does.
  /// - Returns: a handle that cancels the task.
  @discardableResult
  public func addTask(
    name: String? = nil, @_inheritActorContext _ operation: sending @escaping @isolated(any) () async -> Void
  ) -> TestTask {
    TestTask(name: name, executor.begin(name: name, operation), on: executor)
  }
}
