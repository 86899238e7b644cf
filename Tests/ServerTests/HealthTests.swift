import HTTPTypes
import HubCore
import Hummingbird
import Logging
import Marbles
import NIOCore
import NIOEmbedded
import RedisClient
import SceneFiles
import Scenes
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

/// Whether a daemon works, as its supervisors ask.
@Suite(.timeLimit(.minutes(30))) struct HealthTests {
  @Test("threads that answer are alive; while they hang they are asked once, and alive again when they go on")
  func probe() async {
    let clock = ManualClock()
    let questions = Mutex<[@Sendable () -> Void]>([])
    let probe = HealthProbe(clock: clock) { answer in questions.withLock { $0.append(answer) } }
    for _ in 1...3 {
      async let isAlive = probe.isAlive()
      await clock.untilAsleep()
      clock.advance(by: HealthProbe.limit)
      #expect(await isAlive == false)
    }
    let waiting = questions.withLock { $0 }
    #expect(waiting.count == 1)
    async let isAlive = probe.isAlive()
    await clock.untilAsleep()
    waiting.first?()
    #expect(await isAlive)
    let quick = HealthProbe(clock: clock) { $0() }
    #expect(await quick.isAlive())
  }

  @Test("a daemon that hangs is neither healthy nor ready, and its metrics say so")
  func hangs() async throws {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(await hub.begin())
    let clock = ManualClock()
    let health = HealthRoutes(probe: HealthProbe(clock: clock) { _ in }, obstacle: { hub.store.standstill })
    let api = API(
      broadcaster: hub, library: { .shipped }, daemonStatus: { .test }, reload: { nil }, quit: {}, health: health)
    let responder = api.viewRouter().buildResponder()
    func ask(_ path: String) async throws -> (Int, String) {
      let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
      let context = APIContext(
        source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
      async let response = responder.respond(to: request, context: context)
      await clock.untilAsleep()
      clock.advance(by: HealthProbe.limit)
      let collector = Collector()
      try await response.body.write(collector)
      return (try await response.status.code, String(buffer: collector.bytes))
    }
    for path in ["/healthz", "/readyz"] {
      let (status, body) = try await ask(path)
      #expect(status == 503 && body.contains("a thread did not respond within 1 s"), "\(path): \(body)")
    }
    #expect(try await ask("/metrics").1.contains("\nmarbled_alive 0\n"))
    #expect(try await ask("/metrics").1.contains("\nmarbled_ready 0\n"))
    await hub.stop()
  }

  @Test("what keeps a daemon from playing is said")
  func standstill() async throws {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(hub.store.standstill == "nothing is played")
    #expect(await hub.begin())
    #expect(hub.store.standstill == nil)
    try await hub.control(ControlRequest(try Value(json: #"{"paused":true}"#)), library: .shipped)
    #expect(hub.store.standstill == "playback is paused")
    try await hub.control(ControlRequest(try Value(json: #"{"paused":false}"#)), library: .shipped)
    #expect(hub.store.standstill == nil)
    var display = HubDisplay(phase: .ended)
    display.standstill = "one can't be played again: broken"
    hub.store.update(display)
    #expect(hub.store.standstill == "one can't be played again: broken")
    await hub.stop()
  }

  @Test("a relay that has lost its publisher stands still")
  func relay() throws {
    var settings = HubSettings()
    let connection = RelayConnection(try .init(parsing: "redis://host/show", allowed: []))
    settings.following = connection
    let store = StateStore(settings: settings, run: "r")
    connection.note("connection refused; trying again after 1 s")
    #expect(store.standstill == "redis://host:6379/show: connection refused; trying again after 1 s")
    store.wait(for: "redis://host:6379/show", at: 0)
    connection.note("connected")
    #expect(store.standstill == "waiting for redis://host:6379/show")
    connection.count(age: 0)
    #expect(store.standstill == nil)
    store.hold("the daemon that publishes there is silent", at: 0)
    #expect(store.standstill == "the daemon that publishes there is silent")
    store.hold(nil, at: 0)
    #expect(store.standstill == nil)
  }
}
