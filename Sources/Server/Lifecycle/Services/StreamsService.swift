internal import ServiceLifecycle

/// Ends all streams at the start of the shutdown: servers wait for pending responses.
///
/// It comes after all servers in its group, as services shut down in reverse order.
struct StreamsService: Service {
  let store: StateStore
  let clock: any Clock<Duration>

  func run() async throws {
    try? await gracefulShutdown()
    store.endStreams()
    await withTaskGroup { group in
      group.addTask { [store] in await store.streamsEnded() }
      group.addTask { [clock] in try? await clock.sleep(for: Self.timeout) }
      await group.next()
      group.cancelAll()
    }
    store.cutStreams()
  }

  /// How long viewers have to read the end of their streams.
  static let timeout = Duration.milliseconds(300)
}
