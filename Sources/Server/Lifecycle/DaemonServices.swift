internal import Dispatch
internal import HubCore
internal import Logging
internal import Marbles
internal import Player
internal import Scenes
internal import ServiceLifecycle
internal import UnixSignals
internal import Wire

/// Plays the playlist until shutdown.
///
/// Shutdown does not wait for the hub, which may be waiting for a plan.
struct PlayService: Service {
  let hub: Hub

  func run() async throws {
    let playing = Task { await hub.play() }
    try? await gracefulShutdown()
    playing.cancel()
    await hub.stop()
  }
}

/// A server. Its shutdown waits for pending requests, but not for slow ones: the hub may be waiting for the plan of the
/// scene that a request asks for.
struct ServerService: Service {
  let server: any Service
  let clock: any Clock<Duration>

  /// How long pending requests may take after shutdown has begun.
  static let timeout = Duration.milliseconds(500)

  func run() async throws {
    let (ends, end) = AsyncStream<Result<Void, any Error>>.makeStream()
    // Outside of any task group, which would wait for it.
    let serving = Task {
      do { end.yield(.success(try await server.run())) } catch { end.yield(.failure(error)) }
    }
    let waiting = Task {
      try await gracefulShutdown()
      try await clock.sleep(for: Self.timeout)
      end.yield(.success(()))
    }
    defer {
      serving.cancel()
      waiting.cancel()
    }
    for await result in ends { return try result.get() }
  }
}

/// Ends all streams at the start of the shutdown: servers wait for pending responses.
///
/// It comes after all servers in its group, as services shut down in reverse order.
struct StreamsService: Service {
  let hub: Hub
  let clock: any Clock<Duration>

  func run() async throws {
    try? await gracefulShutdown()
    hub.endStreams()
    let hub = hub
    await withTaskGroup { group in
      group.addTask { await hub.streamsEnded() }
      group.addTask { [clock] in try? await clock.sleep(for: Self.timeout) }
      await group.next()
      group.cancelAll()
    }
    hub.cutStreams()
  }

  /// How long viewers have to read the end of their streams.
  static let timeout = Duration.milliseconds(300)
}

/// Exits the process if shutdown takes too long, whatever hangs in it.
struct LastResortService: Service {
  /// The time limit, from the start of the shutdown.
  static let timeout = DispatchTimeInterval.milliseconds(1800)
  let end: @Sendable () -> Void

  func run() async throws {
    try? await gracefulShutdown()
    // A separate queue, as the shared ones may be blocked.
    DispatchQueue(label: "marbled.end", qos: .userInteractive).asyncAfter(
      deadline: .now() + Self.timeout, execute: end)
  }
}

/// Sends heartbeats to viewers.
struct HeartbeatService: Service {
  let hub: Hub
  let clock: any Clock<Duration>

  func run() async throws {
    for await _ in Ticks(every: Limits.heartbeat, clock: clock).cancelOnGracefulShutdown() { hub.beat() }
  }
}

/// Reloads the configuration at SIGHUP, unless the signal means that the terminal was closed.
struct ReloadService: Service {
  let hub: Hub
  let console: Console?
  let reload: @Sendable () async -> String?

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      if console?.isGone != true { _ = await reload() }
    }
  }
}

/// Shuts the group down on request.
struct QuitService: Service {
  let requests: AsyncStream<Void>

  func run() async throws {
    for await _ in requests.cancelOnGracefulShutdown() { return }
  }
}

/// Notifies systemd of readiness, of what plays, of being alive, and of shutdown.
struct NotifyService: Service {
  let hub: Hub
  let notifier: ServiceNotifier
  let watchdog: WatchdogNotifier
  /// Yields an element for each server that is listening.
  let serversUp: AsyncStream<Void>
  let servers: Int
  let clock: any Clock<Duration>
  let logger: Logger

  /// How often the status line is sent to the service manager.
  static let interval = Duration.seconds(10)

  func run() async throws {
    var count = 0
    for await _ in serversUp.cancelOnGracefulShutdown() {
      count += 1
      if count == servers { break }
    }
    guard count == servers else { return }
    logger.info("ready")
    notifier.send(.ready, .status(await line()))
    watchdog.start()
    defer { watchdog.stop() }
    for await _ in Ticks(every: Limits.heartbeat, clock: clock).cancelOnGracefulShutdown() {
      // In a task: the hub may hang, and the service manager must still learn of the shutdown.
      Task { notifier.send(.status(await line())) }
    }
    notifier.send(.stopping)
  }

  private func line() async -> String {
    guard let nowPlaying = hub.store.current else { return "nothing can be played" }
    let viewers = hub.store.viewerCount
    let speed = nowPlaying.scenePlayback.speedFactor
    return "\(nowPlaying.entry.scene.name) ×\(speed), \(viewers) \(viewers == 1 ? "viewer" : "viewers")"
  }
}

/// `CLOCK_MONOTONIC` in microseconds, as systemd expects it; Dispatch's uptime is the same clock.
func monotonicMicroseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds / 1000 }

/// Yields an element at every interval until it is cancelled.
///
/// Unlike `AsyncTimerSequence` it does not make up for missed ticks: a process that was stopped for an hour would send
/// 720 heartbeats to its viewers.
struct Ticks: AsyncSequence, Sendable {
  let interval: Duration
  let clock: any Clock<Duration>

  init(every interval: Duration, clock: any Clock<Duration>) {
    self.interval = interval
    self.clock = clock
  }

  struct Iterator: AsyncIteratorProtocol {
    let ticks: Ticks
    mutating func next() async -> Void? {
      do { return try await ticks.clock.sleep(for: ticks.interval) } catch { return nil }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(ticks: self) }
}
