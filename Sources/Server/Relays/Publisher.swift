internal import Logging
internal import NIOCore
internal import Platform
internal import Playback
internal import RedisClient
internal import ServiceLifecycle
internal import Synchronization
internal import Wire

/// Appends what a daemon shows to a stream of a Redis server, for any number of relays.
///
/// It reads changes like a viewer, so a slow or missing server affects no viewer: the publisher falls behind, and continues
/// with a snapshot.
final class Publisher: Service {
  private let store: StateStore
  private let link: RelayConnection
  private let logger: Logger
  let stopper = RedisStopper()
  private let watchdog: Watchdog
  private let writer: Mutex<RelayWriter>
  private let queue = WorkQueue("marbled.publish")

  /// How many of the newest entries the server keeps, about, unless the URL says it.
  static let defaultLength = 10_000
  /// How long to wait after an error of the server that another attempt is not likely to change.
  private static let longPause = Duration.seconds(5)
  /// How long the last entry may take.
  static let lastEntryLimit = Duration.milliseconds(400)

  /// - Parameters:
  ///   - store: what is shown.
  ///   - url: the stream, with `maxlen` for the number of entries to keep.
  ///   - watchdog: ends a last entry that takes long.
  init(_ store: StateStore, to url: RedisStreamURL, _ logger: Logger, watchdog: Watchdog = .wall) {
    let logger = logger.naming(url)
    let link = store.settings.publishing ?? RelayConnection(url)
    (self.store, self.link, self.logger, self.watchdog) = (store, link, logger, watchdog)
    writer = Mutex(
      RelayWriter(
        url, maximumLength: url["maxlen"].flatMap(Int.init) ?? Self.defaultLength, stopper: stopper
      ) { state in
        let known = link.status.state
        if let reason = link.note(state) {
          if !known.hasPrefix(reason) { logger.warning("not publishing: \(reason); trying again") }
        } else if state == .connected {
          logger.notice("publishing")
        }
      })
  }

  func run() async throws {
    guard let subscription = store.subscribe(.lines, isPublisher: true) else { return }
    await withGracefulShutdownHandler {
      await publish(subscription)
    } onGracefulShutdown: { [self] in
      stopSoon()
    }
    store.unsubscribe(subscription)
    // The service group treats a service that returns before the shutdown as failed.
    try? await gracefulShutdown()
  }

  /// Stops the thread after it has written the end of the stream, or soon if it can't.
  func stopSoon() { watchdog.call(after: Self.lastEntryLimit) { [stopper] in stopper.stop() } }

  private func publish(_ subscription: Subscription) async {
    while let buffers = await store.next(for: subscription) {
      let lines = buffers.map { String(buffer: $0) }.joined()
      await write(lines.isSnapshot ? .snapshot : .changes, lines)
      guard writer.withLock({ $0.needsCheckpoint }), let checkpoint = await store.checkpoint() else { continue }
      await write(.checkpoint, checkpoint)
    }
  }

  /// Tries until it succeeds or is stopped.
  private func write(_ kind: RelayEntry.Kind, _ lines: String) async {
    let run = store.run
    await queue.perform { [self] in
      writer.withLock { writer in
        while !stopper.isStopped {
          do throws(RedisFailure) {
            try writer.write(kind, lines, run: run)
            return link.count()
          } catch {
            let text = error.description
            if link.status.state != text { logger.warning("not publishing: \(text)") }
            link.note(text)
            stopper.wait(Self.longPause)
          }
        }
      }
    }
  }
}

extension String {
  /// Whether the first line is a snapshot.
  fileprivate var isSnapshot: Bool { prefix(80).contains("\"type\":\"snapshot\"") }
}

extension StateStore {
  /// Distinguishes the run of the daemon that numbers the changes from others.
  var run: String { contents.withLock { $0.run } }

  /// A snapshot and the changes after it, as lines; nil when nothing plays.
  func checkpoint() async -> String? {
    guard let snapshot = await snapshots.snapshot(of: self) else { return nil }
    return contents.withLock { contents in
      guard let playing = contents.playing else { return nil }
      var buffers = snapshot.buffers(.lines, run: contents.run, motion: playing.motion)
      contents.backlog.seal()
      if case .bytes(let following, _) = contents.backlog.read(snapshot.end, .lines, limit: .max) {
        buffers += following
      }
      return buffers.map { String(buffer: $0) }.joined()
    }
  }
}
