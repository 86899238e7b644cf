internal import Dispatch
internal import HubCore
internal import Marbles
internal import Player
internal import Scenes
internal import Synchronization
internal import Wire

/// Plans scenes and creates their runs, each on a dedicated thread: a plan may take seconds, and hopeless ones are
/// cancelled.
final class PreparationQueue: Sendable {
  /// A run that has not started.
  struct Run: Sendable {
    var names: EventNames
    /// The recording of the whole run.
    var plan: Recording
    /// What has happened before the start of the run.
    var history: Recording
    var scenePlayback: ScenePlayback
    /// The scene with its edits, if the job had one.
    var edited: EditedScene?

    /// Releases the run.
    func discard() { PreparationQueue.letGo(of: scenePlayback) }
  }

  /// The result of a job.
  enum Outcome: Sendable {
    case ready(Run)
    case failed(String)
    /// The edit does not fit the scene.
    case refused(ControlRequest.Invalid)

    /// Releases a result that is no longer needed.
    func discard() { if case .ready(let run) = self { run.discard() } }
  }

  /// The maximum number of concurrent jobs: cancelled ones keep running for a while.
  static let maximumJobs = 4

  private struct State {
    var jobs: [Ticket: Cancellation] = [:]
    var plans = PlanCache()
  }
  private let state = Mutex(State())
  private let maximumPlan: Int
  private let recorder: @Sendable (Scene) -> (any ArrivalRecorder)?

  /// - Parameters:
  ///   - maximumPlan: the maximum size of a plan, in bytes.
  ///   - recorder: the recorder of a run of a scene.
  init(
    maximumPlan: Int = PlanCache.maximumPlan,
    recorder: @escaping @Sendable (Scene) -> (any ArrivalRecorder)? = { _ in nil }
  ) {
    self.maximumPlan = maximumPlan
    self.recorder = recorder
  }

  /// Starts a job.
  ///
  /// - Parameters:
  ///   - onChange: called on the run's thread when the run has something to read.
  ///   - completion: called once, on any thread.
  func prepare(
    _ job: HubEffect.Job, onChange: @escaping @Sendable () -> Void, completion: @escaping @Sendable (Outcome) -> Void
  ) {
    let cancellation = Cancellation()
    let hasRoom = state.withLock { state in
      guard state.jobs.count < Self.maximumJobs else { return false }
      state.jobs[job.ticket] = cancellation
      return true
    }
    let label = "marbled.prepare"
    guard hasRoom else {
      return DispatchQueue(label: label).async {
        completion(.failed("earlier scenes are still being planned; try again in a few seconds"))
      }
    }
    // A separate queue: the shared ones have one thread per core, and a plan may block it for seconds.
    DispatchQueue(label: label, qos: .userInitiated).async { [self] in
      let outcome = outcome(of: job, cancellation, onChange)
      _ = state.withLock { $0.jobs.removeValue(forKey: job.ticket) }
      completion(outcome)
    }
  }

  /// Ends a job as soon as possible; its result is still reported.
  func cancel(_ ticket: Ticket) { state.withLock { $0.jobs[ticket] }?.cancel() }

  /// Ends a run that is no longer shown.
  func end(_ scenePlayback: ScenePlayback) {
    scenePlayback.closeLiveInputs()
    Self.letGo(of: scenePlayback)
  }

  private static func letGo(of scenePlayback: ScenePlayback) {
    // The run stops after its current instant; the hub does not wait for that.
    DispatchQueue(label: "marbled.end", qos: .utility).async { scenePlayback.stop() }
  }

  // MARK: The job's thread

  private func outcome(
    of job: HubEffect.Job, _ cancellation: Cancellation, _ onChange: @escaping @Sendable () -> Void
  ) -> Outcome {
    var (job, edited) = (job, nil as EditedScene?)
    do throws(ControlRequest.Invalid) {
      edited = try job.edit?.applied()
      job.scene = edited?.history.scene ?? job.scene
    } catch {
      return .refused(error)
    }
    do throws(SceneError) {
      let plan = try plan(of: job.scene, cancellation)
      let bytes = plan.approximateBytes(upTo: maximumPlan)
      guard bytes <= maximumPlan else {
        return .failed(
          "its recording takes more than \(maximumPlan >> 20) MiB of memory; a shorter `duration:` may help"
        )
      }
      let scenePlayback = try ScenePlayback(
        job.scene, speedFactor: job.speedFactor, from: min(job.start, plan.duration), isPaused: job.isPaused,
        atLeast: plan.duration, reportsInputs: true, recorder: recorder(job.scene), onChange: onChange,
        willAdvance: cancellation.set)
      var history = job.scene.emptyHistory
      for entry in scenePlayback.takeEntries() { history.append(entry) }
      return .ready(
        Run(
          names: EventNames(job.scene), plan: plan, history: history, scenePlayback: scenePlayback, edited: edited))
    } catch {
      return .failed(error.description)
    }
  }

  /// The recording of the whole run, cached by scene; empty for a live scene, which can't be planned.
  private func plan(of scene: Scene, _ cancellation: Cancellation) throws(SceneError) -> Recording {
    guard !scene.isLive else {
      try scene.check()
      return scene.emptyRecording()
    }
    if let plan = state.withLock({ $0.plans[scene] }) { return plan }
    let player = try ScenePlayer(scene)
    cancellation.set(player.cancel)
    let plan = try player.runImmediately()
    // A cancelled run is not a plan.
    if !cancellation.isCancelled { state.withLock { $0.plans.keep(plan, of: scene) } }
    return plan
  }
}

extension Scene {
  /// The recording before any event: empty, also for inputs.
  var emptyHistory: Recording {
    var history = emptyRecording()
    for position in history.rows.indices { history.rows[position].timeline = Timeline(end: .open) }
    return history
  }
}
