public import Marbles

/// Work that left its ``PlaybackExecutor``: no one can say when it comes back, so the run is stopped.
public struct PlaybackEscape: Hashable, Sendable {
  /// How work leaves an executor.
  ///
  /// A struct, so that more can be added.
  public struct Kind: Hashable, Sendable {
    enum Raw: Hashable {
      case sleep, mainActor, otherThread, strayTask, nestedRun
    }
    let raw: Raw

    /// A sleep on another clock: `Task.sleep`, or the default clock of an operator.
    public static let sleep = Kind(raw: .sleep)
    /// A call of the main actor, while the executor is driven elsewhere.
    public static let mainActor = Kind(raw: .mainActor)
    /// Another thread runs or resumes a task: that of an actor with its own executor, of another executor that a task
    /// prefers, or of a `DispatchQueue` that calls back.
    public static let otherThread = Kind(raw: .otherThread)
    /// A task that is none of the executor sleeps on its clock.
    public static let strayTask = Kind(raw: .strayTask)
    /// A task advances the clock that runs it.
    public static let nestedRun = Kind(raw: .nestedRun)
  }

  /// How the work left.
  public let kind: Kind
  /// The name of the task; nil for a task without a name, and where names are unknown.
  public let task: String?
  /// The scene time; nil for a task that is none of the executor.
  public internal(set) var time: SceneTime?

  init(_ kind: Kind, task: String?, at time: SceneTime?) {
    (self.kind, self.task, self.time) = (kind, task, time)
  }
}

extension PlaybackEscape: CustomStringConvertible {
  /// What the task did, and what to do, for people.
  public var description: String {
    let task = task.map { "task `\($0)`" } ?? "a task"
    let when = time.map { " at \($0) s" } ?? ""
    return switch kind.raw {
    case .sleep:
      "\(task) slept\(when) on another clock than the test's, as `Task.sleep` and the default clock of an operator do; "
        + "sleep on the clock that the test passes in"
    case .mainActor:
      "\(task) needed the main actor\(when), but this test does not run on it; write `@MainActor` before `@Test`"
    case .otherThread:
      "\(task) left the thread of the test\(when), for an actor with its own executor, an executor that a task prefers, or "
        + "a callback of a `DispatchQueue`, and the test can't wait for it; "
        + "replace it in tests, or give the actor the executor of the clock"
    case .strayTask:
      "\(task) sleeps on the clock of a test, but is no task of this clock; "
        + "start it with `clock.addTask { … }`, or in `clock.perform { … }`"
    case .nestedRun:
      "\(task) advanced\(when) the clock that runs it; call `advance` and `run` from the test"
    }
  }
}
