import HubCore
import Logging
import Platform
import SceneFiles
import Scenes
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Server

/// What is waited for when a daemon ends, and for how long.
@Suite(.timeLimit(.minutes(30))) struct EndingServicesTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A server with a request that is not answered until a test says so, whatever is cancelled.
  private final class Stubborn: Service {
    let isRunning: AsyncStream<Void>
    private let running: AsyncStream<Void>.Continuation
    private let rest = Mutex<CheckedContinuation<Void, Never>?>(nil)

    init() { (isRunning, running) = AsyncStream.makeStream() }

    func run() async throws {
      await withCheckedContinuation { continuation in
        rest.withLock { $0 = continuation }
        running.yield()
      }
    }

    func end() { rest.withLock { $0 }?.resume() }
  }

  private struct Failing: Service {
    struct Failure: Error {}

    func run() async throws { throw Failure() }
  }

  @Test("a request that takes long does not hold up the end")
  func stubborn() async throws {
    let server = Stubborn()
    defer { server.end() }
    let clock = ManualClock()
    let group = ServiceGroup(
      services: [ServerService(server: server, clock: clock)], gracefulShutdownSignals: [], logger: Self.logger)
    let running = Task { try await group.run() }
    for await _ in server.isRunning { break }
    await group.triggerGracefulShutdown()
    await clock.untilAsleep()
    clock.advance(by: ServerService.timeout)
    try await running.value
  }

  @Test("a server that fails ends the daemon with its reason")
  func failing() async throws {
    let service = ServerService(server: Failing(), clock: ManualClock())
    await #expect(throws: Failing.Failure.self) { try await service.run() }
  }

  @Test("streams are over when the last viewer has gone")
  func streams() async throws {
    let scene = try SceneFile(parsing: "rows:\n  a: { marbles: '1-2|' }\n", path: "one.yaml").scene
    let hub = Hub(playlist: Playlist(entries: [Playlist.Entry(scene: scene, length: .loops(1))]), logger: Self.logger)
    await hub.store.streamsEnded()
    let viewers = [try #require(hub.store.subscribe(.lines)), try #require(hub.store.subscribe(.lines))]
    await withTaskGroup { group in
      group.addTask {
        await hub.store.streamsEnded()
        #expect(!hub.store.hasStreams)
      }
      for viewer in viewers { group.addTask { hub.store.unsubscribe(viewer) } }
    }
  }
}

@Suite(.timeLimit(.minutes(30))) struct OneTimeEventTests {
  @Test("work is not waited for when the end is asked for, before it begins or while it goes on")
  func work() async {
    for isEarly in [true, false] {
      let end = OneTimeEvent()
      if isEarly { end.happen() }
      let result = await DaemonRunner.unlessEnded(by: end) {
        end.happen()
        // As long as it takes.
        try? await ManualClock().sleep(for: .seconds(1))
        return 1
      }
      #expect(result == nil)
    }
    #expect(await DaemonRunner.unlessEnded(by: OneTimeEvent()) { 1 } == 1)
  }

  @Test("a later observer gets it, too, and only once")
  func later() {
    let (first, second) = (Counter(), Counter())
    let end = OneTimeEvent()
    end.observe { _ = first.next() }
    end.happen()
    end.observe { _ = second.next() }
    #expect(first.count == 1 && second.count == 1)
  }
}
