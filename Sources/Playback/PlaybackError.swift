public import Marbles

/// The reason why a run was stopped.
public enum PlaybackError: Error, Hashable, Sendable {
  /// Too many jobs ran at one instant: a loop that never waits.
  case runaway(at: SceneTime, jobs: Int)
  /// Too many instants fired in one immediate run: a timer that never stops.
  case endless(at: SceneTime, instants: Int)
  /// A task did not end after the run had ended and cancelled it.
  case unfinished(tasks: Int, asleep: Int)
  /// Work left the executor, so that its result would differ from run to run.
  case escaped(PlaybackEscape)
  /// The run's ``Cancellation`` was set.
  case stopped(Cancellation.Cause)
}

extension PlaybackError: CustomStringConvertible {
  /// The error as a sentence for people.
  public var description: String {
    switch self {
    case .stopped(let cause): cause.description
    case .escaped(let escape): escape.description
    case .runaway(let time, let jobs):
      "more than \(jobs) steps of work at \(time) s: something loops without letting time pass"
    case .endless(let time, let instants):
      "more than \(instants) instants by \(time) s: a timer never stops"
    case .unfinished(let tasks, let asleep):
      "after the run was cancelled, \(Self.tasks(tasks)) had not finished and \(asleep) \(asleep == 1 ? "was" : "were") still sleeping"
    }
  }

  private static func tasks(_ count: Int) -> String { count == 1 ? "1 task" : "\(count) tasks" }
}
