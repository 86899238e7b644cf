internal import HubCore
internal import Inputs
internal import Logging
internal import SceneFiles
internal import ServiceLifecycle
internal import Terminal
internal import UnixSignals
internal import Wire

/// A part of the work of a daemon.
struct DaemonService: Service {
  private let work: @Sendable () async throws -> Void

  private init(_ work: @escaping @Sendable () async throws -> Void) { self.work = work }

  func run() async throws { try await work() }

  /// Plays the playlist until shutdown, which does not wait for the broadcaster: it may be waiting for a plan.
  static func playing(_ broadcaster: any Broadcaster) -> DaemonService {
    DaemonService {
      let playing = Task { await broadcaster.play() }
      try? await gracefulShutdown()
      playing.cancel()
      await broadcaster.stop()
    }
  }

  /// Sends heartbeats to viewers.
  static func heartbeats(_ broadcaster: any Broadcaster, _ clock: any Clock<Duration>) -> DaemonService {
    DaemonService { await atIntervals(of: WireLimits.heartbeat, clock) { broadcaster.beat() } }
  }

  /// Tells viewers who waits for whom in the programs of taps.
  static func loops(_ store: StateStore, _ clock: any Clock<Duration>) -> DaemonService {
    DaemonService { await atIntervals(of: .seconds(1), clock) { store.tellLoops(at: store.settings.now()) } }
  }

  /// Undoes what phones have paused or slowed down when none of them steers any more.
  static func resetting(
    _ remote: RemoteControl, _ broadcaster: any Broadcaster, _ clock: any Clock<Duration>
  ) -> DaemonService {
    DaemonService {
      await atIntervals(of: WireLimits.heartbeat, clock) {
        guard let request = remote.reset() else { return }
        try? await broadcaster.control(
          request, from: "the end of remote control", library: SceneLibrary(folders: []))
      }
    }
  }

  /// Makes the socket for taps again when it was removed, as by a cleaner of temporary files.
  static func keeping(_ taps: TapListener, _ clock: any Clock<Duration>, _ logger: Logger) -> DaemonService {
    DaemonService {
      await atIntervals(of: WireLimits.heartbeat, clock) {
        do throws(TapListener.Unavailable) {
          guard try taps.openAgainIfRemoved() else { return }
          LastResort.remove(taps.path)
          logger.warning("a socket was removed; making it again", metadata: ["socket": "tap.sock"])
        } catch {
          logger.warning("a socket was removed, and can't be made again", metadata: ["reason": "\(error)"])
        }
      }
    }
  }

  /// Reloads the configuration at SIGHUP, unless the signal means that the terminal was closed.
  static func reloading(_ console: Console?, reload: @escaping @Sendable () async -> String?) -> DaemonService {
    DaemonService {
      for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
        if console?.isGone != true { _ = await reload() }
      }
    }
  }

  /// Shuts the group down on request.
  static func quitting(at requests: AsyncStream<Void>) -> DaemonService {
    DaemonService { for await _ in requests.cancelOnGracefulShutdown() { return } }
  }

  /// Stops the runs of pages when shutdown begins: a run must not delay the end.
  static func stopping(_ runs: RunQueue) -> DaemonService {
    DaemonService {
      try? await gracefulShutdown()
      runs.stop()
    }
  }
}

/// Calls `body` at every interval until shutdown begins.
///
/// Unlike `AsyncTimerSequence` it does not make up for missed calls: a process that was stopped for an hour would send 720
/// heartbeats to its viewers.
func atIntervals(
  of interval: Duration, _ clock: any Clock<Duration>, _ body: @escaping @Sendable () async -> Void
) async {
  await cancelWhenGracefulShutdown { while (try? await clock.sleep(for: interval)) != nil { await body() } }
}
