import Drawing
import HubCore
import Logging
import Marbles
import NIOCore
import Playback
import Player
import SceneFiles
import Scenes
import Terminal
import Testing
import Wire

@testable import Client
@testable import Server

/// A hub tells, a board elsewhere listens: it has to know what the hub knows.
@Suite(.timeLimit(.minutes(30))) struct RemoteStateStoreTests {
  private let live = """
    title: Clicks
    about: What people do.
    rows:
      a: { live: { capacity: 4 } }
      given: { marbles: "1-2|" }
      pair: { apply: 'a.map { ($0, "x") }' }
    """

  private func hub(_ texts: String..., message: String? = nil) throws -> Hub {
    let entries = try texts.enumerated().map { index, text in
      Playlist.Entry(
        scene: try SceneFile(parsing: text, path: "scene\(index).yaml").scene, length: .loops(1))
    }
    return Hub(
      playlist: Playlist(entries: entries), message: message, settings: .gatheringNothing, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Tells a board all until `isEnough` is true of it.
  private func tell(
    _ board: RemoteStateStore, _ hub: Hub, _ subscription: Subscription, until isEnough: (RemoteState) -> Bool
  ) async {
    while let lines = await hub.store.lines(for: subscription) {
      for line in lines { board.take(line) }
      if let remote = board.current, isEnough(remote) { return }
    }
  }

  private func send(_ values: ClosedRange<Int>, to hub: Hub) throws {
    let input = try #require(hub.store.current?.scenePlayback.liveInput("a"))
    for value in values { #expect(input.offer(.int(value)) == .accepted) }
  }

  @Test("live events are known as they come, by who comes early and by who comes late")
  func liveEvents() async throws {
    let hub = try hub(live)
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let (early, late) = (RemoteStateStore(), RemoteStateStore())
    let first = try #require(hub.store.subscribe(.lines))
    try send(1...12, to: hub)
    await tell(early, hub, first) { $0.recording.rows[2].earlier + $0.recording.rows[2].timeline.events.count == 12 }
    let second = try #require(hub.store.subscribe(.lines))
    await tell(late, hub, second) { _ in true }
    let known = try #require(hub.store.current?.recording)
    #expect(known.rows[0].forgotten > 0)
    for board in [early, late] {
      #expect(board.current?.recording.rows[0] == known.rows[0])
      #expect(board.current?.recording.rows[1] == known.rows[1])
      #expect(board.current?.recording.rows[2].timeline == known.rows[2].timeline)
      #expect(board.current?.recording.rows[2].forgotten == known.rows[2].forgotten)
    }
    #expect(known.rows[2].timeline.events.last?.value == .tuple([12, "x"]))
    await hub.stop()
    await player.value
  }

  @Test("what was lost is known, and the picture says so")
  func losses() async throws {
    let hub = try hub(live)
    #expect(await hub.begin())
    let (early, late) = (RemoteStateStore(), RemoteStateStore())
    let subscription = try #require(hub.store.subscribe(.lines))
    await tell(early, hub, subscription) { _ in true }
    let input = try #require(hub.store.current?.scenePlayback.liveInput("a"))
    for _ in 1...3 { input.noteMalformed() }
    hub.store.tellSources(at: 0)
    await tell(early, hub, subscription) { $0.recording.rows[0].losses.malformed > 0 }
    await tell(late, hub, try #require(hub.store.subscribe(.lines))) { _ in true }
    for board in [early, late] {
      let remote = try #require(board.current)
      #expect(remote.recording.rows[0].losses == ArrivalQueue.Counts(malformed: 3))
      let drawing = SceneDrawing(scene: remote.scene, plan: remote.plan)
      let lines = drawing.frame(remote.recording, at: FrameState(time: .zero), size: Size(columns: 60, rows: 20)).lines
      #expect(lines.contains { $0.contains("3 lines not JSON") }, "\(lines)")
    }
    #expect(hub.store.current?.recording.rows[0].losses.malformed == 3)
    await hub.stop()
  }

  @Test("time of a live scene goes on without an end; that of others stops at theirs")
  func time() async throws {
    let hub = try hub(live, "rows: { b: { marbles: '1-2|' } }")
    #expect(await hub.begin())
    let board = RemoteStateStore()
    let subscription = try #require(hub.store.subscribe(.lines))
    await tell(board, hub, subscription) { _ in true }
    let later = board.wall.now() + 3_600_000_000_000
    #expect(try #require(board.current).playback.time(at: later) >= .seconds(3600))
    try await hub.control(ControlRequest(words: ["next"]), library: .shipped)
    await tell(board, hub, subscription) { !$0.scene.isLive }
    #expect(board.current?.playback.time(at: later) == .seconds(3))
    await hub.stop()
  }

  @Test("what a daemon may tell of time and speed moves the playhead, and never ends this process")
  func extremes() async throws {
    let hub = try hub("rows: { b: { marbles: '1--------2|' } }")
    #expect(await hub.begin())
    let board = RemoteStateStore()
    let subscription = try #require(hub.store.subscribe(.lines))
    await tell(board, hub, subscription) { _ in true }
    for (time, factor) in [("9223372036.854775807", "1e300"), ("-1e308", "1000000"), ("0", "1e-300"), ("0", "-1")] {
      board.take(#"{"type":"motion","time":\#(time),"speedFactor":\#(factor),"paused":false,"phase":"playing"}"#)
      let playback = try #require(board.current).playback
      for wall in [0, board.wall.now(), .max] { #expect(playback.time(at: wall) <= .seconds(10)) }
      #expect(SpeedFactor.range.contains(playback.speedFactor.value))
    }
    await hub.stop()
  }

  @Test("banner and notice are known from the beginning, and when they change")
  func sentence() async throws {
    let hub = try hub(live, message: "Welcome")
    await hub.note("a file can't be read")
    #expect(await hub.begin())
    let board = RemoteStateStore()
    let subscription = try #require(hub.store.subscribe(.lines))
    await tell(board, hub, subscription) { _ in true }
    #expect(board.current?.overlay.message == "Welcome")
    #expect(board.current?.overlay.notice == "a file can't be read")
    let entry = Playlist.Entry(scene: try #require(hub.store.current).scene)
    await hub.reload(Playlist(entries: [entry]), titleCards: nil, message: nil)
    await tell(board, hub, subscription) { $0.overlay.message == nil && $0.overlay.notice == nil }
    await hub.stop()
  }

  @Test("an edit reaches every viewer, at the same time of the scene")
  func edits() async throws {
    let hub = try hub("rows: { b: { marbles: '1-2|' } }")
    #expect(await hub.begin())
    let boards = [RemoteStateStore(), RemoteStateStore()]
    let subscriptions = try boards.map { _ in try #require(hub.store.subscribe(.lines)) }
    for (board, subscription) in zip(boards, subscriptions) { await tell(board, hub, subscription) { _ in true } }
    func control(_ json: String) async throws {
      try await hub.control(ControlRequest(Value(json: json)), library: .shipped)
    }
    try await control(#"{"paused":true,"seek":1}"#)
    try await control(#"{"edit":["set b = 1-2-3|","add c = b.map { $0 * 2 }"],"editor":"ada"}"#)
    #expect(hub.store.status().playing?.editor == "ada")
    let refusal = "command 1, column 3: found a group `(` that is never closed, expected `)` after its values"
    await #expect(throws: ControlRequest.Invalid(refusal)) {
      try await control(#"{"edit":["set b = 1-(2|",""],"editor":"ada"}"#)
    }
    for (board, subscription) in zip(boards, subscriptions) {
      await tell(board, hub, subscription) { $0.playlist.edits?.count == 1 }
      let remote = try #require(board.current)
      #expect(remote.scene.rows.map(\.name) == ["b", "c"] && remote.plan.rows[1].timeline.events.count == 3)
      #expect(remote.playback.isPaused && remote.playback.anchor == .seconds(1) && remote.playlist.edits?.undone == 0)
    }
    try await control(#"{"undo":true,"editor":"ada"}"#)
    for (board, subscription) in zip(boards, subscriptions) {
      await tell(board, hub, subscription) { $0.playlist.edits?.undone == 1 }
      #expect(board.current?.scene.rows.map(\.name) == ["b"])
    }
    await hub.stop()
  }

  @Test("without news the picture freezes, and the reason is shown until there is news")
  func lost() async throws {
    let hub = try hub("rows: { b: { marbles: '1--------2|' } }")
    #expect(await hub.begin())
    let board = RemoteStateStore()
    let subscription = try #require(hub.store.subscribe(.lines))
    await tell(board, hub, subscription) { _ in true }
    let other = try #require(hub.store.subscribe(.lines))
    let again = try #require(await hub.store.lines(for: other))
    board.take(#"{"type":"end"}"#)
    board.lose(.silence("the daemon does not answer; trying again"))
    let remote = try #require(board.current)
    #expect(remote.overlay.notice == "the daemon has ended; waiting for another one")
    #expect(remote.playback.isPaused && remote.playback.time(at: .max) == remote.playback.anchor)
    for line in again { board.take(line) }
    #expect(board.current?.overlay.notice == nil && board.current?.playback.isPaused == false)
    await hub.stop()
  }

  @Test("what can't have happened changes nothing")
  func nonsense() async throws {
    let board = RemoteStateStore()
    board.take(#"{"type":"event","row":"a","time":1,"kind":"finish"}"#)
    #expect(board.current == nil)
    let yaml = "rows: { a: { live: true } }"
    board.take(
      #"{"type":"snapshot","scene":"s","yaml":"\#(yaml)","rows":[{"name":"a","earlier":-3},{"name":"x"}],"events":[7]}"#
    )
    func event(_ time: Double) -> String {
      #"{"type":"event","row":"a","time":\#(time),"kind":"value","id":"a#0","value":1}"#
    }
    for line in [
      event(2), event(1), "nothing", #"{"type":"event"}"#, #"{"type":"losses","row":"x"}"#,
      #"{"type":"event","row":"a","time":3,"kind":"finish"}"#, event(4),
    ] { board.take(line) }
    let row = try #require(board.current?.recording.rows[0])
    #expect(row.timeline.events.map(\.time) == [.seconds(2)] && row.timeline.end == .finish(.seconds(3)))
    #expect(row.forgotten == 0)
  }

  @Test("a daemon of another wire version is not drawn, and the sentence names both versions")
  func otherVersion() throws {
    let board = RemoteStateStore()
    let snapshot = #"{"type":"snapshot","scene":"s","wire":2,"yaml":"rows: { a: { marbles: '1|' } }"}"#
    board.take(snapshot.replacing(#""wire":2,"#, with: ""))
    #expect(board.current != nil)
    board.take(snapshot)
    #expect(board.current == nil)
    #expect(board.waiting == "this marbled speaks wire version 1, the daemon 2: update the older one")
  }
}
