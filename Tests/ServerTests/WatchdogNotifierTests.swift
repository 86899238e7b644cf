import Dispatch
import HubCore
import Logging
import Marbles
import SceneFiles
import Scenes
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

/// The notifications for the service manager, with and without a hang.
@Suite(.timeLimit(.minutes(30))) struct WatchdogNotifierTests {
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

  private var notifier: ServiceNotifier {
    ServiceNotifier(
      environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "3600000000"], process: 1)
  }

  /// What has been told by now.
  private func summary(_ notifier: ServiceNotifier) -> [String] {
    notifier.drain(within: .seconds(30))
    return manager.received()
  }

  @Test("a thread that draws and hangs is not called alive, is asked once, and is alive at once when it goes on")
  func drawing() {
    let probe = ThreadProbe()
    let isDrawing = Mutex(true)
    // A thread that draws comes round whenever it is woken.
    probe.begin { if isDrawing.withLock({ $0 }) { probe.respond() } }
    let notifier = notifier
    let watchdog = WatchdogNotifier(notifier, ask: probe.ask)
    for _ in 1...2 { watchdog.tick() }
    #expect(summary(notifier) == ["WATCHDOG=1", "WATCHDOG=1"])

    isDrawing.withLock { $0 = false }
    for _ in 1...3 { watchdog.tick() }
    #expect(summary(notifier) == [] && probe.waitingCount == 1)

    isDrawing.withLock { $0 = true }
    probe.respond()
    #expect(summary(notifier) == ["WATCHDOG=1"])
    watchdog.tick()
    #expect(summary(notifier) == ["WATCHDOG=1"])
  }

  @Test("it asks by itself as soon as it is started, and no more when it is stopped")
  func timer() async {
    let (asked, ask) = AsyncStream<Void>.makeStream()
    let notifier = notifier
    let watchdog = WatchdogNotifier(notifier) { answer in
      answer()
      ask.yield()
    }
    watchdog.start()
    for await _ in asked { break }
    watchdog.stop()
    #expect(summary(notifier) == ["WATCHDOG=1"])
  }

  @Test("what hangs does not keep the service manager from being told of the start and the end")
  func ending() async throws {
    let (up, isUp) = AsyncStream<Void>.makeStream()
    isUp.yield()
    let (asked, ask) = AsyncStream<Void>.makeStream()
    let notifier = notifier
    let service = SystemdNotifyService(
      broadcaster: hub, notifier: notifier, watchdog: WatchdogNotifier(notifier) { _ in ask.yield() }, serversUp: up,
      servers: 1,
      clock: ManualClock(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let group = ServiceGroup(
      services: [service], gracefulShutdownSignals: [], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await group.run() }
    for await _ in asked { break }
    #expect(summary(notifier) == ["READY=1\nSTATUS=nothing can be played"])
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(summary(notifier) == ["STOPPING=1"])
  }

  @Test("a hub is alive on a card, in a scene and paused; a cancelled check is not waited for")
  func hubs() async throws {
    #expect(await hub.responds())
    #expect(await hub.begin())
    #expect(await hub.responds())
    try await hub.control(ControlRequest(try Value(json: #"{"paused":true}"#)), library: .shipped)
    #expect(await hub.responds())
    let hanging = Task { await isAnswered { _ in } }
    hanging.cancel()
    #expect(await hanging.value == false)
    await hub.stop()
  }
}
