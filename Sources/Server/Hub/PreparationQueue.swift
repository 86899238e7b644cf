internal import Dispatch
internal import HubCore
internal import Marbles
internal import Player
internal import Scenes
internal import Synchronization

/// Plans scenes and makes runs of them, each on a thread of its own: it may take seconds, and what is hopeless is given up.
final class PreparationQueue: Sendable {
  /// A run that has not begun.
  struct Run: Sendable {
    /// The ids of its events.
    var names: EventNames
    /// What will have happened at its end.
    var plan: Recording
    /// What has happened by now: all before its start.
    var history: Recording
    var performance: Performance

    /// Lets go of it.
    func discard() { PreparationQueue.letGo(of: performance) }
  }

  /// What came of a job.
  enum Outcome: Sendable {
    case ready(Run)
    case failed(String)

    /// Lets go of what nobody wants.
    func discard() { if case .ready(let run) = self { run.discard() } }
  }

  /// How many jobs may be under way: those that were cancelled go on for a while.
  static let maximumJobs = 4

  private struct State {
    var jobs: [Ticket: Cancellation] = [:]
    var plans = PlanCache()
  }
  private let state = Mutex(State())
  private let maximumPlan: Int

  /// - Parameter maximumPlan: how many bytes a plan may take.
  init(maximumPlan: Int = PlanCache.maximumPlan) { self.maximumPlan = maximumPlan }

  /// Begins a job.
  ///
  /// - Parameters:
  ///   - onChange: called, on the thread of the run, when there is something to be taken from it.
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
        completion(.failed("scenes that were asked for before are still being planned; try again in some seconds"))
      }
    }
    // A queue of its own: those that all share have a thread for each core, and this may take one for seconds.
    DispatchQueue(label: label, qos: .userInitiated).async { [self] in
      let outcome = outcome(of: job, cancellation, onChange)
      _ = state.withLock { $0.jobs.removeValue(forKey: job.ticket) }
      completion(outcome)
    }
  }

  /// Ends a job as soon as may be; what came of it is told nevertheless.
  func cancel(_ ticket: Ticket) { state.withLock { $0.jobs[ticket] }?.cancel() }

  /// Ends a run that is not shown any more.
  func end(_ performance: Performance) {
    performance.closeLiveInputs()
    Self.letGo(of: performance)
  }

  private static func letGo(of performance: Performance) {
    // It ends when its instant has: nobody waits for that here.
    DispatchQueue(label: "marbled.end", qos: .utility).async { performance.stop() }
  }

  // MARK: On the thread of a job

  private func outcome(
    of job: HubEffect.Job, _ cancellation: Cancellation, _ onChange: @escaping @Sendable () -> Void
  ) -> Outcome {
    do throws(SceneError) {
      let plan = try plan(of: job.scene, cancellation)
      let bytes = plan.approximateBytes(upTo: maximumPlan)
      guard bytes <= maximumPlan else {
        return .failed(
          "what happens in it takes more than \(maximumPlan >> 20) MiB of memory; a shorter `duration:` may help"
        )
      }
      let performance = try Performance(
        job.scene, speedFactor: job.speedFactor, from: min(job.start, plan.duration), isPaused: job.isPaused,
        atLeast: plan.duration, reportsInputs: true, onChange: onChange, willAdvance: cancellation.set)
      var history = job.scene.emptyHistory
      for entry in performance.takeEntries() { history.append(entry) }
      return .ready(Run(names: EventNames(job.scene), plan: plan, history: history, performance: performance))
    } catch {
      return .failed(error.description)
    }
  }

  /// What will happen in a scene, found out once; of a live scene nobody knows.
  private func plan(of scene: Scene, _ cancellation: Cancellation) throws(SceneError) -> Recording {
    guard !scene.isLive else {
      try scene.check()
      return scene.emptyRecording()
    }
    if let plan = state.withLock({ $0.plans[scene] }) { return plan }
    let player = try ScenePlayer(scene)
    cancellation.set(player.cancel)
    let plan = try player.runImmediately()
    // A run that was cut off is no plan.
    if !cancellation.isCancelled { state.withLock { $0.plans.keep(plan, of: scene) } }
    return plan
  }
}

/// Ends work that is done on another thread.
private final class Cancellation: Sendable {
  private let state = Mutex<(isCancelled: Bool, body: (@Sendable () -> Void)?)>((false, nil))

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// What ends the work that begins now.
  func set(_ body: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.body = body
      return state.isCancelled
    }
    if isCancelled { body() }
  }

  func cancel() {
    let body = state.withLock { state in
      state.isCancelled = true
      return state.body
    }
    body?()
  }
}

extension Scene {
  /// What has happened before anything has: nothing, in inputs either.
  fileprivate var emptyHistory: Recording {
    var history = emptyRecording()
    for position in history.rows.indices { history.rows[position].timeline = Timeline(end: .open) }
    return history
  }
}
