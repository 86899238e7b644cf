internal import ServiceLifecycle

/// A server. Its shutdown waits for pending requests, but not for slow ones: the hub may be waiting for the plan of the
/// scene that a request asks for.
struct ServerService: Service {
  let server: any Service
  let clock: any Clock<Duration>

  /// How long pending requests may take after shutdown has begun.
  static let timeout = Duration.milliseconds(500)

  func run() async throws {
    let (ends, end) = AsyncStream<Result<Void, any Error>>.makeStream()
    // Outside of any task group, which would wait for it.
    let serving = Task {
      do { end.yield(.success(try await server.run())) } catch { end.yield(.failure(error)) }
    }
    let waiting = Task {
      try await gracefulShutdown()
      try await clock.sleep(for: Self.timeout)
      end.yield(.success(()))
    }
    defer {
      serving.cancel()
      waiting.cancel()
    }
    for await result in ends { return try result.get() }
  }
}
