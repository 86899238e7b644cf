import Logging
import Marbles
import Scenes
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Daemon

/// What the service manager is told while something hangs, or does not.
@Suite(.timeLimit(.minutes(1))) struct WatchdogTests {
  private let folder: TemporaryFolder
  private let manager: DatagramReceiver
  private let hub: Hub

  init() throws {
    folder = try TemporaryFolder()
    manager = try DatagramReceiver(path: folder.file("notify"))
    var scene = try SceneFile(parsing: "rows:\n  a: { marbles: '1-2|' }\n", path: "one.yaml").scene
    scene.speedFactor = 0.001
    hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene, length: .loops(1))]),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func service(_ isAlive: @escaping @Sendable () async -> Bool) -> NotifyService {
    let (up, isUp) = AsyncStream<Void>.makeStream()
    isUp.yield()
    return NotifyService(
      hub: hub,
      notifier: ServiceNotifier(
        environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "10000"], process: 1),
      serversUp: up, servers: 1, isAlive: isAlive, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// What is told until `isEnough` says so.
  private func told(until isEnough: ([String]) -> Bool) async throws -> [String] {
    var told: [String] = []
    while !isEnough(told) {
      told += manager.received()
      try await Task.sleep(for: .milliseconds(1))
    }
    return told
  }

  @Test("a thread that draws and hangs is not called alive, and is again when it goes on")
  func drawing() async throws {
    let pulse = Pulse()
    let asked = AsyncStream<Void>.makeStream()
    let isDrawing = Mutex(true)
    // A thread that draws comes round whenever it is woken.
    pulse.begin {
      if isDrawing.withLock({ $0 }) { pulse.beat() }
      asked.continuation.yield()
    }
    let service = service { await isAnswered(pulse.ask) }
    let running = Task { try await service.run() }
    let isTwice: ([String]) -> Bool = { $0.count { $0 == "WATCHDOG=1" } >= 2 }
    #expect(try await told(until: isTwice).first?.hasPrefix("READY=1") == true)

    isDrawing.withLock { $0 = false }
    var asks = asked.stream.makeAsyncIterator()
    while pulse.waiting == 0 { await asks.next() }
    _ = manager.received()
    // Ten times as long as it takes to be fed.
    try await Task.sleep(for: .milliseconds(50))
    #expect(manager.received() == [])

    isDrawing.withLock { $0 = true }
    pulse.beat()
    #expect(try await told(until: isTwice).contains("WATCHDOG=1"))
    running.cancel()
    _ = try? await running.value
  }

  @Test("what hangs does not keep the service manager from being told of the end")
  func ending() async throws {
    let service = service { await isAnswered { _ in } }
    let group = ServiceGroup(
      services: [service], gracefulShutdownSignals: [], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await group.run() }
    _ = try await told { !$0.isEmpty }
    await group.triggerGracefulShutdown()
    #expect(try await told { $0.contains("STOPPING=1") } == ["STOPPING=1"])
    try await running.value
  }

  @Test("a hub is alive on a card, in a scene and paused, and nobody waits for one that is cancelled")
  func hubs() async throws {
    #expect(await hub.pulse())
    #expect(await hub.begin())
    #expect(await hub.pulse())
    try await hub.control(ControlRequest(try Value(json: #"{"paused":true}"#)), library: .shipped)
    #expect(await hub.pulse())
    let hanging = Task { await isAnswered { _ in } }
    hanging.cancel()
    #expect(await hanging.value == false)
    await hub.stop()
  }
}
