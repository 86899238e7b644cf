internal import ServiceLifecycle

/// Stops the runs of pages when shutdown begins: a run must not delay the end.
struct RunsService: Service {
  private let queue: RunQueue

  init(_ queue: RunQueue) { self.queue = queue }

  func run() async throws {
    try? await gracefulShutdown()
    queue.stop()
  }
}
