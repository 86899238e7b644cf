public import Marbles

extension TestClock {
  /// What a task waits for.
  public enum Wait: Hashable, Sendable {
    /// The clock, until a time.
    case time(SceneTime)
    /// A value of a stream, a callback: something that resumes it.
    case value
    /// The result of another task.
    case task
    /// Tasks of its group.
    case children
    /// Something else, or something that this version of Swift does not tell.
    case unknown
  }

  /// Throws an error that names each task which has not finished, and what it waits for.
  ///
  /// Tasks of ``addTask(name:_:)``, ``collect(_:name:)`` and ``perform(_:)`` are checked, and those that they start, also inside of
  /// operators. Names are those of `Task(name:)`.
  ///
  /// ```
  /// 2 tasks of the test clock have not finished: `orders` waits for a value or a callback, a task sleeps until 3 s
  /// ```
  public func checkFinished() throws(UnfinishedError) {
    let tasks = executor.unfinishedTasks
    if !tasks.isEmpty { throw UnfinishedError(tasks: tasks) }
  }

  /// Tasks have not finished at the end of a test.
  public struct UnfinishedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A task, and what it waits for.
    public struct Waiting: Hashable, Sendable {
      /// The name of the task; nil for none.
      public let name: String?
      /// What it waits for.
      public let wait: Wait
    }

    /// The tasks, in the order in which they were started.
    public let tasks: [Waiting]

    /// The tasks and what they wait for, for people.
    public var description: String {
      let list = tasks.map { "\($0.name.map { "`\($0)`" } ?? "a task") \($0.wait.sentence)" }.joined(separator: ", ")
      let count = tasks.count == 1 ? "1 task of the test clock has" : "\(tasks.count) tasks of the test clock have"
      return "\(count) not finished: \(list)"
    }
  }
}

extension TestClock.Wait {
  fileprivate var sentence: String {
    switch self {
    case .time(.distantFuture): "sleeps forever"
    case .time(let time): "sleeps until \(time) s"
    case .value: "waits for a value or a callback"
    case .task: "waits for another task"
    case .children: "waits for the tasks of its group"
    case .unknown: "waits"
    }
  }
}

extension PlaybackExecutor {
  /// The tasks that have not finished; without their names where those are unknown.
  fileprivate var unfinishedTasks: [TestClock.UnfinishedError.Waiting] {
    typealias Waiting = TestClock.UnfinishedError.Waiting
    guard WatchedTasks.layoutIsKnown else { return tasks.keys.map { _ in Waiting(name: nil, wait: .unknown) } }
    let dueTimes = timers.dueTimesOfTasks
    let known = watched?.unfinished(executor: self) ?? []
    return known.map { task in Waiting(name: task.name, wait: dueTimes[task.task].map { .time($0) } ?? task.wait) }
  }
}
