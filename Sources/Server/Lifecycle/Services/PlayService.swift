internal import ServiceLifecycle

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
