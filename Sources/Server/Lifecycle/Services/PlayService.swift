internal import ServiceLifecycle

/// Plays the playlist until shutdown.
///
/// Shutdown does not wait for the broadcaster, which may be waiting for a plan.
struct PlayService: Service {
  let broadcaster: any Broadcaster

  func run() async throws {
    let playing = Task { await broadcaster.play() }
    try? await gracefulShutdown()
    playing.cancel()
    await broadcaster.stop()
  }
}
