internal import HubCore
internal import Inputs
internal import Marbles
internal import Player
internal import Scenes

/// The runs of a hub: the prepared ones and the current one.
struct PreparedRuns {
  private let preparations: PreparationQueue
  private var prepared: [PreparationTicket: PreparationQueue.Run] = [:]
  private var shown: (ticket: PreparationTicket, scenePlayback: ScenePlayback)?
  /// The sources of the current run; nil before its beginning, and for a scene that is not live.
  private var feeds: RunFeeds?
  /// The live rows that were added to the current run.
  private var addedRows: [Scene.Row] = []
  private let log: SourceLog
  private let taps: TapListener?
  /// Whether the hub knows that the current run is over.
  private(set) var hasToldEnd = false

  /// - Parameters:
  ///   - recorder: the recorder of a run of a scene.
  ///   - taps: listens for programs with taps.
  ///   - log: the log of what is wrong with sources.
  init(recorder: @escaping @Sendable (Scene) -> (any ArrivalRecorder)?, taps: TapListener?, log: SourceLog) {
    preparations = PreparationQueue(recorder: recorder)
    (self.taps, self.log) = (taps, log)
  }

  /// The current run; nil while nothing plays.
  var scenePlayback: ScenePlayback? { shown?.scenePlayback }

  /// - Parameter past: what the run goes on with; nil for a run that starts empty.
  func prepare(
    _ job: HubEffect.Job, after past: LiveEditRun.Past?, onChange: @escaping @Sendable () -> Void,
    completion: @escaping @Sendable (PreparationQueue.Outcome) -> Void
  ) {
    preparations.prepare(job, after: past, onChange: onChange, completion: completion)
  }

  /// Keeps a job's result until it is shown or discarded; returns the event for the hub.
  mutating func keep(_ outcome: PreparationQueue.Outcome, of ticket: PreparationTicket) -> HubEvent {
    switch outcome {
    case .ready(let run):
      prepared[ticket] = run
      return .prepared(ticket, duration: run.plan.duration, edited: run.edited)
    case .refused(let refusal): return .refused(ticket, refusal)
    case .failed(let failure): return .failed(ticket, failure)
    }
  }

  /// Replaces the current run, which ends, by a prepared one.
  mutating func show(_ ticket: PreparationTicket) -> PreparationQueue.Run? {
    guard let run = prepared.removeValue(forKey: ticket) else { return nil }
    stopFeeds()
    if let scenePlayback { preparations.end(scenePlayback) }
    (shown, hasToldEnd, addedRows) = ((ticket, run.scenePlayback), false, [])
    return run
  }

  /// Lets a prepared run take the place of the current one, whose sources and live rows it takes over.
  ///
  /// - Returns: the run, and the one before it, which has ended, and whose entries can still be taken; nil without such runs.
  mutating func takeOver(_ ticket: PreparationTicket) -> (old: ScenePlayback, next: LiveEditRun)? {
    guard let old = scenePlayback, let next = prepared.removeValue(forKey: ticket)?.edit else { return nil }
    old.handOver()
    // The edited scene has all rows.
    (shown, hasToldEnd, addedRows) = ((ticket, next.scenePlayback), false, [])
    return (old, next)
  }

  /// Notes that the hub knows of the end of the current run; returns its ticket.
  mutating func tellEnd() -> PreparationTicket? {
    hasToldEnd = true
    return shown?.ticket
  }

  /// Performs an effect that concerns only runs.
  mutating func perform(_ effect: HubEffect) {
    switch effect {
    case .cancel(let ticket): preparations.cancel(ticket)
    case .discard(let ticket): prepared.removeValue(forKey: ticket)?.discard()
    case .begin:
      scenePlayback?.begin()
      startFeeds()
    case .setPaused(let flag):
      guard let scenePlayback, scenePlayback.isPaused != flag else { break }
      if flag { scenePlayback.pause() } else { scenePlayback.resume() }
    case .setSpeed(let factor): if scenePlayback?.speedFactor != factor { scenePlayback?.setSpeedFactor(factor) }
    case .step(let count): for _ in 0..<count { scenePlayback?.step() }
    case .prepare, .show, .takeOver, .addRows, .publish, .answer, .log, .stop: break
    }
  }

  /// Adds live rows behind all others of the current run, and starts their sources unless the run has not begun.
  mutating func add(_ rows: [Scene.Row]) {
    guard let scenePlayback else { return }
    // A run that is over takes no more rows; the next one has them from its start.
    let added = rows.filter { scenePlayback.addLiveRow($0) != nil }
    addedRows += added
    feeds?.start(Scene(name: scenePlayback.scene.name, rows: added), in: scenePlayback)
  }

  /// Starts the sources that the scene names.
  private mutating func startFeeds() {
    guard feeds == nil, let scenePlayback, scenePlayback.scene.isLive else { return }
    var scene = scenePlayback.scene
    scene.rows += addedRows
    let feeds = RunFeeds(taps: taps, log: log)
    self.feeds = feeds
    feeds.start(scene, in: scenePlayback)
  }

  /// Ends the sources of the current run, and their commands.
  mutating func stopFeeds() {
    feeds?.stop()
    feeds = nil
  }
}
