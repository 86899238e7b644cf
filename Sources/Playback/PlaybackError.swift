public import Marbles

/// Why a run was stopped.
public enum PlaybackError: Error, Hashable, Sendable {
  /// Work went on at one instant without time passing: a loop that never waits.
  case runaway(at: SceneTime, jobs: Int)
  /// Time went on and on: more instants than a run at once may have.
  case endless(at: SceneTime, instants: Int)
  /// A task did not end although the run had, and it was cancelled.
  case unfinished(tasks: Int, asleep: Int)
}

extension PlaybackError: CustomStringConvertible {
  /// What happened, for a person.
  public var description: String {
    switch self {
    case .runaway(let time, let jobs):
      "more than \(jobs) steps of work at \(time) s: something loops without letting time pass"
    case .endless(let time, let instants):
      "more than \(instants) instants by \(time) s: something goes on and on"
    case .unfinished(let tasks, let asleep):
      "\(tasks) task(s) still alive and \(asleep) asleep after the run had ended and was cancelled"
    }
  }
}
