internal import Logging
internal import Marbles
internal import Player
internal import RedisClient
internal import SceneFiles
internal import Scenes
internal import Wire

/// The work of a relay's thread: reads entries, and shows what they say.
final class RelayWorker {
  private let url: RedisStreamURL
  private let store: StateStore
  private let link: RelayConnection
  private let stopper: RedisStopper
  private let logger: Logger
  private let onStart: () -> Void
  private var order = RelaySequence()
  private let plans: RemotePlans
  /// Why the scene that was shown last could not be planned, as the log says.
  private var planningProblem: String?
  /// Whether changes were missing since all entries were read last.
  private var isStartingOver = false
  /// The run of the daemon that has ended.
  private var endedRun: String?
  /// When an entry was read last, in wall nanoseconds.
  private var lastHeard: Int64

  /// How long the other daemon may be silent, in wall nanoseconds: as long as viewers wait.
  private static let silence = 3 * SceneTime(WireLimits.heartbeat).nanoseconds
  /// How long to wait after a problem that another attempt is not likely to change.
  private static let longPause = Duration.seconds(5)

  /// - Parameters:
  ///   - plans: plans the scenes.
  ///   - onStart: called when all entries were read for the first time.
  init(
    of url: RedisStreamURL, _ store: StateStore, _ link: RelayConnection, stopper: RedisStopper, _ logger: Logger,
    plans: RemotePlans, onStart: @escaping () -> Void
  ) {
    (self.url, self.store, self.link, self.stopper) = (url, store, link, stopper)
    (self.logger, self.onStart, self.plans, lastHeard) = (logger, onStart, plans, store.settings.now())
  }

  private var now: Int64 { store.settings.now() }

  /// Reads until it is stopped.
  func run() {
    let reports = Reports(url.place, store, link, logger)
    var reader = RelayReader(url, stopper: stopper, now: store.settings.now, onState: reports.tell)
    while !stopper.isStopped {
      do throws(RelayProblem) {
        guard let entries = try reader.next() else { return }
        let hasStartedOver = isStartingOver
        if entries.isEmpty {
          if now - lastHeard > Self.silence { reports.lose("the daemon that publishes to \(url.place) is silent") }
        } else {
          lastHeard = now
          try show(entries, reports, &reader)
        }
        guard entries.count < RelayReader.batch else { continue }
        // Now all is read that was there.
        if hasStartedOver { isStartingOver = false }
        onStart()
      } catch {
        reports.fail(error.description)
        stopper.wait(Self.longPause)
      }
    }
  }

  private func show(
    _ entries: [(entry: RelayEntry, time: Int64)], _ reports: Reports, _ reader: inout RelayReader
  ) throws(RelayProblem) {
    defer { store.send(at: now) }
    for (entry, time) in entries {
      if let mismatch = WireVersion.mismatch(with: entry.wireVersion) { throw RelayProblem(description: mismatch) }
      // The last changes of a daemon may come after its end.
      if entry.run != endedRun { reports.hear() }
      link.count(age: max(0, now - time))
      for step in order.take(entry) {
        switch step {
        case .start(let snapshot, let motion, let run, let sequence):
          try start(snapshot, motion, run: run, sequence: sequence, at: time)
        case .change(let event, let sequence): store.follow(event, sequence: sequence, age: max(0, now - time), at: now)
        case .motion(let motion): store.correct(motion.later(by: max(0, now - time)), at: now)
        case .ended:
          endedRun = entry.run
          reports.lose("the daemon that publishes to \(url.place) has ended")
        case .missed:
          link.countMiss()
          logger.notice("changes are missing; continuing with the newest snapshot")
          // If this does not help, the next snapshot or checkpoint does.
          guard !isStartingOver else { continue }
          isStartingOver = true
          return reader.startOver()
        }
      }
    }
  }

  /// Shows a snapshot; the log says once when its scene can't be planned.
  func start(
    _ snapshot: ViewerSnapshot, _ motion: PlayheadMotion, run: String, sequence: Int, at time: Int64
  ) throws(RelayProblem) {
    guard let scene = try? SceneFile(parsing: snapshot.yaml, path: "\(snapshot.scene.name).yaml").scene else {
      // The changes that follow are not those of the scene that is shown.
      order = RelaySequence()
      throw RelayProblem(description: "the scene \(snapshot.scene.name) can't be read; is this an older release?")
    }
    let plan = plans.plan(of: scene, until: snapshot.duration)
    let problem = plan.problem.map { "the relay draws \(scene.name) from its events alone: \($0)" }
    if let problem, problem != planningProblem { logger.warning("\(problem)") }
    planningProblem = problem
    var snapshot = snapshot
    snapshot.notice = problem ?? snapshot.notice
    store.follow(
      snapshot, scene, plan: plan, motion.later(by: max(0, now - time)), run: run, sequence: sequence, at: now)
  }
}

/// Tells viewers, the status and the log whether the other daemon is heard.
private final class Reports {
  private let place: String
  private let store: StateStore
  private let link: RelayConnection
  private let logger: Logger
  /// Why nothing is heard; nil while something is.
  private var loss: String?

  init(_ place: String, _ store: StateStore, _ link: RelayConnection, _ logger: Logger) {
    (self.place, self.store, self.link, self.logger) = (place, store, link, logger)
  }

  func tell(_ state: RedisLink.State) {
    if let reason = link.note(state) { lose("\(place): \(reason); trying again") }
    if state == .connected { logger.info("connected") }
  }

  /// A problem that ends the connection's use for a while.
  func fail(_ reason: String) {
    link.note(reason)
    lose("\(place): \(reason)")
  }

  func lose(_ reason: String) {
    guard loss != reason else { return }
    loss = reason
    logger.warning("\(reason)")
    store.hold(reason, at: store.settings.now())
  }

  func hear() {
    guard loss != nil else { return }
    loss = nil
    logger.notice("following again")
    store.hold(nil, at: store.settings.now())
  }
}
