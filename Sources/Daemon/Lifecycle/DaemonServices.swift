internal import Dispatch
internal import Logging
internal import Marbles
internal import Scenes
internal import ServiceLifecycle
internal import UnixSignals

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Steps through the playlist until it is to end.
struct PlayService: Service {
  let hub: Hub

  func run() async throws {
    await withGracefulShutdownHandler {
      await hub.play()
    } onGracefulShutdown: {
      Task { await hub.stop() }
    }
  }
}

/// Ends all streams when the end begins: servers wait for what is still being answered.
///
/// After all servers in its group, as those behind are told first.
struct StreamsService: Service {
  let hub: Hub

  func run() async throws {
    try? await gracefulShutdown()
    hub.endStreams()
    for _ in 0..<Self.rounds {
      guard hub.hasStreams else { return }
      try? await Task.sleep(for: Self.pause)
    }
    hub.cutStreams()
  }

  /// How often it is looked whether all have taken the end, and what is between.
  private static let rounds = 30
  private static let pause = Duration.milliseconds(10)
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
  static let interval = Duration.seconds(5)
  let hub: Hub

  func run() async throws {
    for await _ in Ticks(every: Self.interval).cancelOnGracefulShutdown() { hub.beat() }
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
  /// One element a server that is up.
  let serversUp: AsyncStream<Void>
  let servers: Int
  /// Waits until all that could hang has come round; false when it is cancelled before.
  let isAlive: @Sendable () async -> Bool
  let logger: Logger

  func run() async throws {
    var count = 0
    for await _ in serversUp.cancelOnGracefulShutdown() {
      count += 1
      if count == servers { break }
    }
    guard count == servers else { return }
    logger.info("ready")
    notifier.send(.ready, .status(await line()))
    let interval = notifier.watchdogInterval ?? .seconds(10)
    var told = ""
    for await _ in Ticks(every: interval).cancelOnGracefulShutdown() {
      // Whatever hangs lets the watchdog bark.
      guard await cancelWhenGracefulShutdown(isAlive) else { continue }
      if notifier.watchdogInterval != nil { notifier.send(.watchdog) }
      let line = await line()
      if line != told { notifier.send(.status(line)) }
      told = line
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

/// The time that systemd compares with.
func monotonicMicroseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}

/// An element every so often, until it is cancelled.
struct Ticks: AsyncSequence, Sendable {
  let interval: Duration

  init(every interval: Duration) { self.interval = interval }

  struct Iterator: AsyncIteratorProtocol {
    let interval: Duration
    mutating func next() async -> Void? {
      do { return try await Task.sleep(for: interval) } catch { return nil }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(interval: interval) }
}
