internal import ServiceLifecycle
internal import UnixSignals

/// Reloads the configuration at SIGHUP, unless the signal means that the terminal was closed.
struct ReloadService: Service {
  let console: Console?
  let reload: @Sendable () async -> String?

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      if console?.isGone != true { _ = await reload() }
    }
  }
}
