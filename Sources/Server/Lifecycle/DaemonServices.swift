internal import Dispatch
internal import HubCore
internal import Logging
internal import Marbles
internal import Player
internal import Scenes
internal import ServiceLifecycle
internal import UnixSignals
internal import Wire

/// Steps through the playlist until it is to end.
///
/// The end does not wait for what the hub is doing: it may be finding out what happens in a scene.
struct PlayService: Service {
  let hub: Hub

  func run() async throws {
    let playing = Task { await hub.play() }
    try? await gracefulShutdown()
    playing.cancel()
    await hub.stop()
  }
}

/// A server, which waits at the end for requests that are still being answered, but not for one that takes long: the hub may
/// be finding out what happens in the scene that it asks for.
struct ServerService: Service {
  let server: any Service
  let clock: any Clock<Duration>

  /// How long requests may still take when the end has begun.
  static let patience = Duration.milliseconds(500)

  func run() async throws {
    let (ends, end) = AsyncStream<Result<Void, any Error>>.makeStream()
    // Outside of any group, which would wait for it.
    let serving = Task {
      do { end.yield(.success(try await server.run())) } catch { end.yield(.failure(error)) }
    }
    let waiting = Task {
      try await gracefulShutdown()
      try await clock.sleep(for: Self.patience)
      end.yield(.success(()))
    }
    defer {
      serving.cancel()
      waiting.cancel()
    }
    for await result in ends { return try result.get() }
  }
}

/// Ends all streams when the end begins: servers wait for what is still being answered.
///
/// After all servers in its group, as those behind are told first.
struct StreamsService: Service {
  let hub: Hub
  let clock: any Clock<Duration>

  func run() async throws {
    try? await gracefulShutdown()
    hub.endStreams()
    let hub = hub
    await withTaskGroup { group in
      group.addTask { await hub.streamsEnded() }
      group.addTask { [clock] in try? await clock.sleep(for: Self.patience) }
      await group.next()
      group.cancelAll()
    }
    hub.cutStreams()
  }

  /// How long viewers have to take the end of their streams.
  static let patience = Duration.milliseconds(300)
}

/// Ends the process, whatever hangs in it, when the end takes too long.
struct LastResortService: Service {
  /// How long after the end has begun.
  static let patience = DispatchTimeInterval.milliseconds(1800)
  let end: @Sendable () -> Void

  func run() async throws {
    try? await gracefulShutdown()
    // A queue of its own, as whatever hangs may hang on those that all share.
    DispatchQueue(label: "marbled.end", qos: .userInteractive).asyncAfter(
      deadline: .now() + Self.patience, execute: end)
  }
}

/// Gives viewers signs of life.
struct HeartbeatService: Service {
  let hub: Hub
  let clock: any Clock<Duration>

  func run() async throws {
    for await _ in Ticks(every: Limits.heartbeat, clock: clock).cancelOnGracefulShutdown() { hub.beat() }
  }
}

/// Reads the configuration again at SIGHUP, unless it says that the terminal is gone.
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

/// Ends the group when it is asked to.
struct QuitService: Service {
  let requests: AsyncStream<Void>

  func run() async throws {
    for await _ in requests.cancelOnGracefulShutdown() { return }
  }
}

/// Tells systemd that it is up, what it plays, that it is alive, and that it ends.
struct NotifyService: Service {
  let hub: Hub
  let notifier: ServiceNotifier
  let watchdog: Watchdog
  /// One element a server that is up.
  let serversUp: AsyncStream<Void>
  let servers: Int
  let clock: any Clock<Duration>
  let logger: Logger

  /// How often the service manager is told what it plays.
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
      // The hub may hang, and the service manager is still to learn of the end.
      Task { notifier.send(.status(await line())) }
    }
    notifier.send(.stopping)
  }

  private func line() async -> String {
    guard let standing = hub.store.current else { return "nothing can be played" }
    let viewers = hub.store.viewerCount
    let speed = standing.performance.speedFactor
    return "\(standing.entry.scene.name) ×\(speed), \(viewers) \(viewers == 1 ? "viewer" : "viewers")"
  }
}

/// The time that systemd compares with: of `CLOCK_MONOTONIC`, as Dispatch's uptime is.
func monotonicMicroseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds / 1000 }

/// An element every so often, until it is cancelled.
///
/// Not `AsyncTimerSequence`, which makes up for ticks that it has missed: a process that was stopped for an hour would send
/// its viewers 720 signs of life.
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
