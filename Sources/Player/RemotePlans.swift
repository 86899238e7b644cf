package import Marbles
package import Playback
package import Scenes
internal import Synchronization

/// What is known in advance about a scene that another process plays.
package struct RemotePlan: Sendable {
  /// The recording of the whole run; without outputs unless the plan is complete.
  package var recording: Recording
  /// Whether the recording has the outputs, too. If not, they are drawn from the events that the other process sends.
  package var isComplete: Bool
  /// Why the scene could not be planned; nil when it was, when it is live, and when nobody waits for it.
  package var problem: String?

  /// Creates a plan.
  package init(recording: Recording, isComplete: Bool, problem: String? = nil) {
    (self.recording, self.isComplete, self.problem) = (recording, isComplete, problem)
  }
}

/// Plans the scenes that another process plays, for those that show them: attached terminals and relays.
///
/// It is the run that the other process has made, too, with its time limit; a scene that takes longer here has no outputs in
/// advance. The last plan is kept, as a scene may begin again many times.
package final class RemotePlans: Sendable {
  private struct State {
    /// Stops the current run; nil while none runs.
    var cancellation: Cancellation?
    var hasEnded = false
    /// The last scene, and what came of its run.
    var last: (scene: Scene, plan: RemotePlan)?
  }

  private let state = Mutex(State())
  private let limit: Duration
  private let watchdog: Watchdog

  /// - Parameters:
  ///   - limit: how long a run may take.
  ///   - watchdog: ends runs that take longer.
  package init(limit: Duration = .seconds(5), watchdog: Watchdog = .wall) {
    (self.limit, self.watchdog) = (limit, watchdog)
  }

  /// Runs a scene on the calling thread, unless it is the last one.
  ///
  /// A run that was cancelled is not kept: it says nothing about the scene. One whose time was up is, or each snapshot of
  /// the scene would take that long again.
  ///
  /// - Parameters:
  ///   - duration: how long the scene is in the other process; nil when that is not known.
  ///   - cancellation: stops the run; it expires when the time of the run is up.
  package func plan(
    of scene: Scene, until duration: SceneTime?, cancellation: Cancellation = Cancellation()
  ) -> RemotePlan {
    func incomplete(_ problem: String?) -> RemotePlan {
      RemotePlan(
        recording: scene.emptyRecording(until: scene.isLive ? nil : duration), isComplete: false, problem: problem)
    }
    guard !scene.isLive else { return incomplete(nil) }
    if let last = state.withLock({ $0.last }), last.scene == scene { return last.plan }
    let plan: RemotePlan
    switch run(scene, cancellation) {
    case .recording(let recording): plan = RemotePlan(recording: recording, isComplete: true)
    case .invalid(let error), .tooLarge(let error): plan = incomplete(error.description)
    case .outOfTime: plan = incomplete("could not be simulated within \(SceneTime(limit).inMilliseconds) s")
    case .cancelled: return incomplete(nil)
    }
    state.withLock { $0.last = (scene, plan) }
    return plan
  }

  private func run(_ scene: Scene, _ cancellation: Cancellation) -> RunOutcome {
    let hasEnded = state.withLock { state in
      state.cancellation = cancellation
      return state.hasEnded
    }
    defer { state.withLock { $0.cancellation = nil } }
    if hasEnded { cancellation.cancel() }
    watchdog.limit(cancellation, to: limit)
    return BoundedRun(scene, cancellation: cancellation, stages: .marked).perform()
  }

  /// Cancels the current run.
  package func cancel() { state.withLock { $0.cancellation }?.cancel() }

  /// Cancels the current run and those that follow.
  package func end() {
    state.withLock { $0.hasEnded = true }
    cancel()
  }
}
