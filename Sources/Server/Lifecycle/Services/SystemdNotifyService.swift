internal import HubCore
internal import Logging
internal import Marbles
internal import Player
internal import Scenes
internal import ServiceLifecycle
internal import Wire

/// Notifies systemd of readiness, of what plays, of being alive, and of shutdown.
struct SystemdNotifyService: Service {
  let broadcaster: any Broadcaster
  let notifier: ServiceNotifier
  let watchdog: WatchdogNotifier
  /// Yields an element for each server that is listening.
  let serversUp: AsyncStream<Void>
  let servers: Int
  let clock: any Clock<Duration>
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
    watchdog.start()
    defer { watchdog.stop() }
    await atIntervals(of: WireLimits.heartbeat, clock) {
      // In a task: the broadcaster may hang, and the service manager must still learn of the shutdown.
      Task { notifier.send(.status(await line())) }
    }
    notifier.send(.stopping)
  }

  private func line() async -> String {
    guard let scenePlayback = broadcaster.store.scenePlayback else { return "nothing can be played" }
    let viewers = broadcaster.store.viewerCount
    let speed = scenePlayback.speedFactor
    return "\(scenePlayback.scene.name) ×\(speed), \(viewers) \(viewers == 1 ? "viewer" : "viewers")"
  }
}
