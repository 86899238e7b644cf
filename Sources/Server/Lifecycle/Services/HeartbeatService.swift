internal import HubCore
internal import ServiceLifecycle
internal import Wire

/// Sends heartbeats to viewers.
struct HeartbeatService: Service {
  let broadcaster: any Broadcaster
  let clock: any Clock<Duration>

  func run() async throws {
    for await _ in Ticks(every: Limits.heartbeat, clock: clock).cancelOnGracefulShutdown() { broadcaster.beat() }
  }
}
