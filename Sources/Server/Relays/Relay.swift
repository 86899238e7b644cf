internal import Foundation
internal import HubCore
internal import Logging
internal import Marbles
internal import Platform
internal import Player
internal import RedisClient
internal import SceneFiles
internal import Scenes
internal import Wire

/// Shows what another daemon plays, to other viewers: it follows the stream to which that daemon publishes.
///
/// Nothing is played here, and nothing can be changed. Changes keep their numbers, so a viewer may leave one relay and continue
/// at another.
final class Relay: Broadcaster {
  let store: StateStore
  let logger: Logger
  let isSteerable = false
  private let url: RedisStreamURL
  private let link: RelayConnection
  private let stopper: RedisStopper
  private let clock: MonotonicClock
  private let (end, hasEnded) = AsyncStream<Void>.makeStream()
  private let (start, hasStarted) = AsyncStream<Void>.makeStream()
  /// The end of the thread that follows.
  private let workerEnd = OneTimeEvent()
  private let plans: RemotePlans

  /// How long the start waits for the first snapshot, so that viewers who continue find the changes.
  static let startWait = Duration.seconds(2)

  /// - Parameters:
  ///   - url: the stream.
  ///   - settings: with the link that learns what the connection does.
  ///   - clock: measures what the thread waits, and what ``stop()`` waits for it.
  init(of url: RedisStreamURL, settings: HubSettings, _ logger: Logger, clock: MonotonicClock = .system) {
    (stopper, self.clock) = (RedisStopper(clock: clock), clock)
    (self.url, self.logger) = (url, logger.naming(url))
    link = settings.following ?? RelayConnection(url)
    plans = RemotePlans(limit: settings.planningTimeLimit)
    store = StateStore(settings: settings, run: String(UInt32.random(in: .min ... .max), radix: 36))
  }

  // MARK: Lifecycle

  /// Begins to follow; returns when something is shown, or after ``startWait``.
  func begin(_ clock: any Clock<Duration> = ContinuousClock()) async {
    store.wait(for: url.place, at: store.settings.now())
    let thread = Thread { [self] in
      RelayWorker(of: url, store, link, stopper: stopper, logger, plans: plans) { [hasStarted] in
        hasStarted.finish()
      }.run()
      workerEnd.happen()
    }
    thread.name = "marbled.follow"
    thread.start()
    let timer = Task { [hasStarted] in
      try? await clock.sleep(for: Self.startWait)
      hasStarted.finish()
    }
    for await _ in start {}
    timer.cancel()
  }

  func play() async { for await _ in end {} }

  func stop() async {
    stopper.stop()
    plans.end()
    hasEnded.finish()
    await WorkQueue("marbled.stop").perform { [workerEnd, clock] in
      _ = workerEnd.wait(within: .seconds(1), clock: clock)
    }
  }

  func responds() async -> Bool { true }

  // MARK: Requests

  var knownScenes: [SceneListing.Item] { store.current.map { [SceneListing.Item($0.scene, origin: "followed")] } ?? [] }

  private var refusal: ControlRequest.Invalid {
    ControlRequest.Invalid("this daemon follows \(url.place); steer the daemon that publishes there", .conflict)
  }

  /// Refuses everything but the end of this process.
  func control(
    _ request: ControlRequest, from peer: String, library: SceneLibrary
  ) async throws(ControlRequest.Invalid) {
    var rest = request
    rest.quits = false
    guard rest == ControlRequest() else { throw refusal }
  }

  /// Does nothing: the scenes are in another daemon.
  func reload(_ playlist: Playlist, titleCards: Duration?, message: String?, problems: [String]) {}

  func note(_ text: String) { logger.warning("\(text)") }

  func keep(_ scene: Scene, bytes: Int, from peer: String) async throws(ControlRequest.Invalid) { throw refusal }
}
