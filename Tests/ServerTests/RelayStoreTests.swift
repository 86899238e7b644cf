import Drawing
import HTTPTypes
import HubCore
import Hummingbird
import Logging
import Marbles
import NIOCore
import NIOEmbedded
import Player
import SceneFiles
import Scenes
import Synchronization
import Testing
import Wire

@testable import Client
@testable import Server

/// What the viewers of a relay are sent, with the entries of a publisher but without a Redis server.
@Suite(.timeLimit(.minutes(30))) struct RelayStoreTests {
  private final class Wall: Sendable {
    private let nanoseconds = Mutex<Int64>(0)
    var now: Int64 { nanoseconds.withLock { $0 } }
    func advance(seconds: Double) { nanoseconds.withLock { $0 += Int64(seconds * 1e9) } }
  }

  private let wall = Wall()

  private func store(run: String = "relay") -> StateStore {
    var settings = HubSettings.gatheringNothing
    settings.now = { [wall] in wall.now }
    return StateStore(settings: settings, run: run)
  }

  private func scene(_ rows: String) throws -> Scene { try SceneFile(parsing: "rows: \(rows)", path: "one.yaml").scene }

  private func snapshot(
    _ scene: Scene, _ rows: [ViewerSnapshot.Row]? = nil, _ events: [EventLine] = []
  ) -> ViewerSnapshot {
    let told = PlayingScene(
      name: scene.name, title: scene.title, about: "", isLive: scene.isLive,
      playlist: PlaylistStatus(
        position: 2, count: 3, length: "4 times", next: "Next", nextName: "next", message: "Hello"))
    let rows =
      rows
      ?? scene.rows.map {
        ViewerSnapshot.Row(name: $0.name, isInput: true, expression: nil, earlier: 0, losses: nil)
      }
    return ViewerSnapshot(
      run: "p", scene: told, notice: nil, yaml: scene.yaml, duration: nil, omitted: 0, rows: rows, events: events)
  }

  /// A store that shows a scene of a publisher.
  private func store(
    showing rows: String, _ motion: PlayheadMotion = PlayheadMotion(time: .zero), sequence: Int = 1
  ) throws -> StateStore {
    let store = store()
    try show(rows, on: store, motion, run: "p", sequence: sequence)
    return store
  }

  private func show(
    _ rows: String, on store: StateStore, _ motion: PlayheadMotion = PlayheadMotion(time: .zero), run: String,
    sequence: Int
  ) throws {
    let scene = try scene(rows)
    let plan = RemotePlan(
      recording: scene.isLive ? scene.emptyRecording() : try scene.recorded(), isComplete: !scene.isLive)
    store.follow(snapshot(scene), scene, plan: plan, motion, run: run, sequence: sequence, at: wall.now)
  }

  private func value(_ text: String, _ row: String = "a", at seconds: Double) throws -> StreamEvent {
    let json =
      #"{"type":"event","row":"\#(row)","time":\#(seconds),"kind":"value","id":"\#(row)-\#(text)","value":\#(text)}"#
    return try #require(StreamEvent(json: json))
  }

  @Test("a viewer gets a snapshot with the numbers of the publisher, and each change")
  func changes() async throws {
    let store = try store(showing: "{ a: { live: true } }", sequence: 40)
    let viewer = try #require(store.subscribe(.events))
    let first = try #require(await store.next(for: viewer)).map { String(buffer: $0) }.joined()
    #expect(first.hasPrefix("id: p-40\n"))
    #expect(first.contains(#""length":"4 times","next":"Next""#) && !first.contains(#""edits""#))
    store.follow(.notice("one"), sequence: 41, age: 0, at: wall.now)
    store.send(at: wall.now)
    let second = try #require(await store.next(for: viewer)).map { String(buffer: $0) }.joined()
    #expect(second.hasPrefix("id: p-41\nevent: notice\n"))
  }

  @Test("a picture is that of the scene that is shown, also if the scene before was never asked for")
  func pictures() async throws {
    let store = store()
    let pictures = ViewerPictures(of: store)
    for number in 0..<30 {
      try show("{ row\(number): { marbles: '1-2|' } }", on: store, run: "p", sequence: number)
      if number % 2 == 1 { continue }
      #expect(try await picture(of: pictures).contains("row\(number)"), "\(number)")
    }
  }

  @Test("a scene that the relay can't plan is drawn as it goes, for as long as it is elsewhere")
  func unplanned() async throws {
    let store = store()
    let scene = try scene("{ a: { marbles: '1-2|' }, b: { apply: 'a.map { $0 * 2 }' } }")
    let plan = RemotePlan(recording: scene.emptyRecording(until: .seconds(9)), isComplete: false)
    store.follow(
      snapshot(scene), scene, plan: plan, PlayheadMotion(time: .seconds(1)), run: "p", sequence: 1, at: wall.now)
    let line = #"{"type":"event","row":"b","time":0,"kind":"value","id":"b#0","value":2}"#
    store.follow(try #require(StreamEvent(json: line)), sequence: 2, age: 0, at: wall.now)
    let picture = try await picture(of: ViewerPictures(of: store))
    // A film has times.
    #expect(picture.contains(#""times":[]"#) && picture.contains("b#0"), "\(picture)")
    #expect(store.current?.recording.duration == .seconds(9) && store.current?.duration == .seconds(9))
  }

  private func picture(of pictures: ViewerPictures) async throws -> String {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/v1/picture"),
      body: RequestBody(buffer: ByteBuffer()))
    let body = Collector()
    try await pictures.response(to: request, for: .program, NIOAsyncTestingChannel()).body.write(body)
    return String(buffer: body.bytes)
  }

  @Test("a viewer of another relay continues where it was, without a snapshot")
  func continuing() async throws {
    let store = try store(showing: "{ a: { live: true } }", sequence: 40)
    for number in 41...43 { store.follow(.notice("\(number)"), sequence: number, age: 0, at: wall.now) }
    store.send(at: wall.now)
    let viewer = try #require(store.subscribe(.lines, after: "p-42"))
    #expect(await store.lines(for: viewer) == [StreamEvent.notice("43").json(43)])
    // The same number of another run is another change.
    let other = try #require(store.subscribe(.lines, after: "q-42"))
    #expect(await store.lines(for: other)?.first?.contains(#""type":"snapshot""#) == true)
  }

  @Test("another run of the publisher gives every viewer a snapshot, also when its numbers are the same")
  func otherRun() async throws {
    let store = try store(showing: "{ a: { live: true } }", sequence: 5)
    let viewer = try #require(store.subscribe(.lines))
    #expect(await store.lines(for: viewer)?.count == 1)
    try show("{ a: { live: true } }", on: store, run: "q", sequence: 5)
    #expect(await store.lines(for: viewer)?.first?.contains(#""run":"q""#) == true)
    #expect(store.subscribe(.lines, after: "p-5").map { _ in true } == true)
    let late = try #require(store.subscribe(.lines, after: "p-5"))
    #expect(await store.lines(for: late)?.first?.contains(#""run":"q""#) == true)
  }

  @Test("events become history, so that a late viewer gets them, too")
  func history() async throws {
    let store = try store(showing: "{ a: { live: true } }")
    let losses = StreamEvent.losses(row: "a", .live(dropped: 3, malformed: 0))
    store.follow(losses, sequence: 2, age: 0, at: wall.now)
    let playing = try #require(store.current)
    #expect(playing.history.rows[0].losses.dropped == 3 && playing.scenePlayback.losses(ofRow: 0).dropped == 3)
    #expect(
      playing.display.playlist.edits == nil && playing.display.playlist.position == 2
        && playing.display.playlist.message == "Hello")
  }

  @Test("the playhead is as far as the publisher's, however long the way was")
  func playhead() throws {
    let motion = PlayheadMotion(time: .seconds(2), speedFactor: 2).later(by: 500_000_000)
    let store = try store(showing: "{ a: { marbles: '---------1|' } }", motion)
    #expect(store.current?.time == .seconds(3))
    wall.advance(seconds: 0.5)
    #expect(store.current?.time == .seconds(4))
    store.follow(
      .motion(PlayheadMotion(time: .seconds(1), speedFactor: 1)), sequence: 2, age: 250_000_000, at: wall.now)
    #expect(store.current?.time == .seconds(1.25))
    store.follow(
      .motion(PlayheadMotion(time: .seconds(1.5), isPaused: true)), sequence: 3, age: 250_000_000, at: wall.now)
    #expect(store.current?.time == .seconds(1.5))
    #expect(store.current?.motion.isPaused == true)
  }

  @Test("while nothing is heard, the playhead stands and the reason is shown")
  func loss() async throws {
    let store = try store(showing: "{ a: { marbles: '---------1|' } }")
    let viewer = try #require(store.subscribe(.lines))
    #expect(await store.lines(for: viewer)?.count == 1)
    wall.advance(seconds: 1)
    store.hold("the server is gone", at: wall.now)
    wall.advance(seconds: 2)
    #expect(store.current?.time == .seconds(1))
    #expect(store.current?.notice == "the server is gone")
    let lost = try #require(await store.lines(for: viewer))
    #expect(lost.count == 2 && lost[0].contains(#""paused":true"#) && lost[1].contains("the server is gone"))
    // Not numbered: the numbers are the publisher's.
    #expect(lost.allSatisfy { !$0.contains(#""seq""#) })
    store.hold(nil, at: wall.now)
    #expect(store.current?.time == .seconds(3))
    #expect(store.current?.notice == nil)
    let found = try #require(await store.lines(for: viewer))
    #expect(found.count == 2 && found[0].contains(#""paused":false"#) && found[1].contains("null"))
  }

  @Test("a small difference of the playhead is left, a large one corrected")
  func correction() throws {
    let store = try store(showing: "{ a: { marbles: '---------1|' } }", PlayheadMotion(time: .seconds(1)))
    store.correct(PlayheadMotion(time: .seconds(1.2)), at: wall.now)
    #expect(store.current?.time == .seconds(1))
    store.correct(PlayheadMotion(time: .seconds(4)), at: wall.now)
    #expect(store.current?.time == .seconds(4))
  }

  @Test("before anything was published, viewers are told what is waited for")
  func waiting() async throws {
    let store = store()
    store.wait(for: "redis://host:6379/show", at: wall.now)
    #expect(store.current?.notice == "waiting for redis://host:6379/show")
    let viewer = try #require(store.subscribe(.lines))
    let line = try #require(await store.lines(for: viewer)?.first)
    let remote = RemoteStateStore()
    remote.take(line)
    let shown = try #require(remote.current)
    #expect(shown.overlay.showsCard && shown.overlay.notice == "waiting for redis://host:6379/show")
    #expect(shown.scene.about.contains("redis://host:6379/show"))
  }

  @Test("a checkpoint has all that late relays need")
  func checkpoint() async throws {
    let scene = try scene("{ a: { live: true } }")
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "p",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(await hub.begin())
    await hub.note("a notice")
    let checkpoint = try #require(await hub.store.checkpoint())
    var follower = RelaySequence()
    let steps = follower.take(RelayEntry(kind: .checkpoint, run: "p", lines: checkpoint))
    #expect(steps.count >= 1)
    #expect(follower.run == "p")
    let viewer = try #require(hub.store.subscribe(.lines, isPublisher: true))
    #expect(hub.store.viewerCount == 0 && hub.store.hasStreams)
    hub.store.unsubscribe(viewer)
    await hub.stop()
  }
}
