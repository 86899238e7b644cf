internal import Dispatch
internal import HubCore
internal import Marbles
internal import Playback
internal import Player
internal import Scenes
internal import Synchronization
internal import Wire

/// Plans scenes and creates their runs, each on a dedicated thread: a plan may take seconds.
///
/// The hub cancels a job that is no longer needed, or whose time is up. Everything in the job reads the cancellation,
/// so a scene that never suspends stops, too. A job keeps its place until it has really ended.
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
    /// The run itself, if it goes on with the live rows of another one.
    var edit: LiveEditRun?

    /// Releases the run.
    func discard() { PreparationQueue.letGo(of: scenePlayback) }
  }

  /// The result of a job.
  enum Outcome: Sendable {
    case ready(Run)
    /// There is no run.
    case failed(PlanningFailure)
    /// The edit does not fit the scene.
    case refused(ControlRequest.Invalid)

    /// Releases a result that is no longer needed.
    func discard() { if case .ready(let run) = self { run.discard() } }
  }

  /// The maximum number of concurrent jobs: the current one, and cancelled ones that are about to end.
  static let maximumJobs = 4

  private struct State {
    var jobs: [PreparationTicket: Cancellation] = [:]
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

  /// Starts a job, unless all places are taken: then it fails with ``PlanningFailure/busy``.
  ///
  /// - Parameters:
  ///   - past: what the run goes on with; nil for a run that starts empty.
  ///   - cancellation: stops the job.
  ///   - onChange: called on the run's thread when the run has something to read.
  ///   - completion: called once, on any thread; at once, on the calling thread, when all places are taken.
  func prepare(
    _ job: HubEffect.Job, after past: LiveEditRun.Past? = nil, cancellation: Cancellation = Cancellation(),
    onChange: @escaping @Sendable () -> Void, completion: @escaping @Sendable (Outcome) -> Void
  ) {
    let hasRoom = state.withLock { state in
      guard state.jobs.count < Self.maximumJobs else { return false }
      state.jobs[job.ticket] = cancellation
      return true
    }
    guard hasRoom else { return completion(.failed(.busy)) }
    // A separate queue: the shared ones have one thread per core, and a plan may block it for seconds.
    DispatchQueue(label: "marbled.prepare", qos: .userInitiated).async { [self] in
      let outcome = outcome(of: job, past, cancellation, onChange)
      _ = state.withLock { $0.jobs.removeValue(forKey: job.ticket) }
      completion(outcome)
    }
  }

  /// Ends a job as soon as possible; its result is still reported.
  func cancel(_ ticket: PreparationTicket) { state.withLock { $0.jobs[ticket] }?.cancel() }

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
    of job: HubEffect.Job, _ past: LiveEditRun.Past?, _ cancellation: Cancellation,
    _ onChange: @escaping @Sendable () -> Void
  ) -> Outcome {
    var (job, edited) = (job, nil as EditedScene?)
    do throws(ControlRequest.Invalid) {
      edited = try job.edit?.applied(cancellation: cancellation)
      job.scene = edited?.history.scene ?? job.scene
    } catch {
      return .refused(error)
    }
    do throws(PlanningFailure) {
      let plan = try plan(of: job.scene, cancellation)
      guard let past else { return .ready(try run(job, plan, edited, cancellation, onChange)) }
      return .ready(try run(job, plan, edited, after: past, cancellation, onChange))
    } catch {
      return .failed(error)
    }
  }

  /// The recording of the whole run, cached by scene; empty for a live scene, which can't be planned.
  func plan(of scene: Scene, _ cancellation: Cancellation) throws(PlanningFailure) -> Recording {
    guard !scene.isLive else {
      do throws(SceneError) { try scene.check() } catch { throw PlanningFailure(error) }
      return scene.emptyRecording()
    }
    if let plan = state.withLock({ $0.plans[scene] }) { return plan }
    let plan: Recording
    do throws(SceneError) {
      plan = try BoundedRun(scene, cancellation: cancellation, stages: .marked).perform().get()
    } catch {
      throw PlanningFailure(error)
    }
    try cancellation.check()
    guard plan.approximateBytes(upTo: maximumPlan) <= maximumPlan else {
      throw .tooLarge(
        "its recording takes more than \(maximumPlan >> 20) MiB of memory; a shorter `duration:` may help")
    }
    state.withLock { $0.plans.keep(plan, of: scene) }
    return plan
  }

  /// A run that has repeated what has arrived in the live rows that it will take over.
  private func run(
    _ job: HubEffect.Job, _ plan: Recording, _ edited: EditedScene?, after past: LiveEditRun.Past,
    _ cancellation: Cancellation, _ onChange: @escaping @Sendable () -> Void
  ) throws(PlanningFailure) -> Run {
    do throws(SceneError) {
      let edit = try LiveEditRun(
        job.scene, after: past, atLeast: plan.duration, reportsInputs: true, cancellation: cancellation,
        onChange: onChange)
      return Run(
        names: EventNames(job.scene), plan: plan, history: job.scene.emptyHistory, scenePlayback: edit.scenePlayback,
        edited: edited, edit: edit)
    } catch {
      throw PlanningFailure(error)
    }
  }

  /// A run that stands at the start that the job asks for.
  private func run(
    _ job: HubEffect.Job, _ plan: Recording, _ edited: EditedScene?, _ cancellation: Cancellation,
    _ onChange: @escaping @Sendable () -> Void
  ) throws(PlanningFailure) -> Run {
    let scenePlayback: ScenePlayback
    do throws(SceneError) {
      scenePlayback = try ScenePlayback(
        job.scene, speedFactor: job.speedFactor, from: min(job.start, plan.duration), isPaused: job.isPaused,
        atLeast: plan.duration, reportsInputs: true, recorder: recorder(job.scene), cancellation: cancellation,
        onChange: onChange)
    } catch {
      throw PlanningFailure(error)
    }
    do throws(PlanningFailure) {
      do throws(SceneError) { try scenePlayback.catchUp() } catch { throw PlanningFailure(error) }
      try cancellation.check()
    } catch {
      // On this thread: the job keeps its place until its run has really ended.
      scenePlayback.stop()
      throw error
    }
    var history = job.scene.emptyHistory
    for entry in scenePlayback.takeEntries() { history.append(entry) }
    return Run(
      names: EventNames(job.scene), plan: plan, history: history, scenePlayback: scenePlayback, edited: edited)
  }
}

extension Cancellation {
  /// Throws the cause once the job is to stop.
  fileprivate func check() throws(PlanningFailure) {
    guard let cause else { return }
    throw PlanningFailure(.stopped(cause))
  }
}

extension PlanningFailure {
  /// Why a scene has no run.
  fileprivate init(_ error: SceneError) {
    self =
      switch RunOutcome(error) {
      case .cancelled: .cancelled
      case .outOfTime: .outOfTime
      case .tooLarge: .tooLarge(error.description)
      case .invalid, .recording: .invalid(error.description)
      }
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
