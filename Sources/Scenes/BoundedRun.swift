public import Operators
public import Playback

/// Runs a scene that does not wait for wall time: within a budget, and until it is stopped.
///
/// It is the only type that performs such a run; queues and schedulers decide when and on which thread. A deadline is a
/// ``Watchdog`` that lets the cancellation expire. The code that parses the scene before the run, or draws the recording after
/// it, can read the same cancellation, so that one deadline covers all three.
///
/// ```swift
/// let cancellation = Cancellation()
/// Watchdog.wall.limit(cancellation, to: .seconds(5))
/// switch BoundedRun(scene, cancellation: cancellation).perform() {
/// case .recording(let recording): show(recording)
/// case .invalid(let error), .tooLarge(let error): refuse(error)
/// case .outOfTime: refuse("…")
/// case .cancelled: break
/// }
/// ```
public struct BoundedRun: Sendable {
  /// The scene to run.
  public let scene: Scene
  /// The most that the run may keep and compute.
  public let budget: RunBudget
  /// Stops the run.
  public let cancellation: Cancellation

  /// The rows for which to record what happens inside their expressions.
  public let stages: StageSelection

  private let catalogue: Catalogue

  /// Creates a run that has not started.
  ///
  /// - Parameters:
  ///   - scene: the scene to run.
  ///   - budget: the most that the run may keep and compute.
  ///   - cancellation: stops the run, from any thread.
  ///   - catalogue: the available operators.
  ///   - stages: the rows for which to record what happens inside their expressions, see ``Recording/Row/stages``; for a
  ///     picture, at least those that are marked.
  public init(
    _ scene: Scene, budget: RunBudget = .standard, cancellation: Cancellation = Cancellation(),
    catalogue: Catalogue = .standard, stages: StageSelection = .none
  ) {
    (self.scene, self.budget, self.cancellation, self.catalogue) = (scene, budget, cancellation, catalogue)
    self.stages = stages
  }

  /// Runs the scene to its end on the calling thread.
  public func perform() -> RunOutcome {
    if let row = scene.rows.first(where: { $0.live != nil }) { return .invalid(.live(row: row.name)) }
    // A run over its budget stops itself, and not the work that it is a part of.
    let own = Cancellation(within: cancellation)
    do throws(SceneError) {
      return .recording(
        try ScenePlayer(scene, catalogue: catalogue, budget: budget, cancellation: own, stages: stages)
          .runImmediately())
    } catch {
      return RunOutcome(error)
    }
  }
}

/// What came of a run. A run that was stopped has no recording, because a part of one would depend on the machine.
public enum RunOutcome: Sendable {
  /// The events of the whole run.
  case recording(Recording)
  /// The scene can't be played.
  case invalid(SceneError)
  /// The run exceeded a limit of its budget.
  case tooLarge(SceneError)
  /// The deadline passed.
  case outOfTime
  /// The run was cancelled, because its result is no longer needed.
  case cancelled

  /// What came of a run that has failed.
  package init(_ error: SceneError) {
    self =
      switch error {
      case .stopped(.outOfTime): .outOfTime
      case .stopped(.cancelled): .cancelled
      case .stopped(.overLimit), .tooManyEvents, .tooManyParts, .tooManyBytes, .playback(.endless): .tooLarge(error)
      default: .invalid(error)
      }
  }

  /// The recording.
  ///
  /// - Throws: ``SceneError`` when there is none.
  public func get() throws(SceneError) -> Recording {
    switch self {
    case .recording(let recording): return recording
    case .invalid(let error), .tooLarge(let error): throw error
    case .outOfTime: throw .stopped(.outOfTime)
    case .cancelled: throw .stopped(.cancelled)
    }
  }
}
