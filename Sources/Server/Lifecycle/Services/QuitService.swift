internal import ServiceLifecycle

/// Shuts the group down on request.
struct QuitService: Service {
  let requests: AsyncStream<Void>

  func run() async throws {
    for await _ in requests.cancelOnGracefulShutdown() { return }
  }
}
