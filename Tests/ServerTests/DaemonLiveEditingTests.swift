import Dispatch
import HubCore
import Inputs
import Logging
import Marbles
import Player
import SceneFiles
import Scenes
import Synchronization
import Testing
import Wire

@testable import Server

/// Expressions of a daemon's live scene change while values arrive: nothing is lost or doubled, and viewers see where.
@Suite(.timeLimit(.minutes(30))) struct DaemonLiveEditingTests {
  private final class Wall: Sendable {
    private let nanoseconds = Mutex<Int64>(0)
    var now: Int64 { nanoseconds.withLock { $0 } }
    func advance(seconds: Int64) { nanoseconds.withLock { $0 += seconds * 1_000_000_000 } }
  }

  /// What a run has recorded.
  private final class Recorder: ArrivalRecorder {
    let state = Mutex((values: [Value](), ends: 0))
    func record(_ entries: [Recording.Entry]) {
      state.withLock { state in
        for case .value(let event) in entries.filter({ $0.row == 0 }).map(\.kind) { state.values.append(event.value) }
      }
    }
    func add(_ row: Scene.Row, at time: SceneTime) {}
    func end(at time: SceneTime, isStopped: Bool) { state.withLock { $0.ends += 1 } }
    func unrecorded(ofRow position: Int) -> Int { 0 }
  }

  private static func scene(_ rows: String, step: String = "1s") throws -> Scene {
    try SceneFile(parsing: "step: \(step)\nrows: { \(rows) }", path: "live.yaml").scene
  }

  private static func hub(
    _ scene: Scene, cards: Duration? = nil, wall: Wall? = nil, recorder: Recorder? = nil, queue: Int = 1 << 22
  ) -> Hub {
    var settings = HubSettings.gatheringNothing
    if let wall { settings.now = { wall.now } }
    settings.viewerQueueBytes = queue
    settings.planningTimeLimit = .seconds(600)
    if let recorder { settings.recorder = { _ in recorder } }
    return Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene, length: .loops(1))]), titleCards: cards,
      settings: settings, run: "r", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private static func edit(_ hub: Hub, _ command: String) async throws {
    var request = ControlRequest()
    (request.edit, request.editor) = (.commands([command]), "ada")
    try await hub.control(request, library: .shipped)
  }

  private static func undo(_ hub: Hub) async throws {
    var request = ControlRequest()
    (request.edit, request.editor) = (.undo, "ada")
    try await hub.control(request, library: .shipped)
  }

  /// Waits for a state.
  private static func wait(_ hub: Hub, until isReached: (NowPlaying) -> Bool) async {
    let (news, report) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observer = hub.store.observe { report.yield() }
    defer { hub.store.remove(observer) }
    if let playing = hub.store.current, isReached(playing) { return }
    for await _ in news { if let playing = hub.store.current, isReached(playing) { return } }
  }

  /// Sends values on a thread that may wait.
  private static func send(_ values: ClosedRange<Int>, to queue: ArrivalQueue) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "feeder").async {
        for value in values { queue.send(.int(value)) }
        continuation.resume()
      }
    }
  }

  /// What a viewer knows once it knows enough; nil when its stream ends before.
  private static func follow(
    _ hub: Hub, _ viewer: Subscription, until isEnough: (Recording) -> Bool
  ) async throws -> Recording? {
    var known: (follower: RecordingFollower, recording: Recording)?
    while let lines = await hub.store.lines(for: viewer) {
      for line in lines {
        switch StreamEvent(json: line) {
        case .snapshot(let snapshot, _)?:
          let scene = try SceneFile(parsing: snapshot.yaml, path: "live.yaml").scene
          let follower = RecordingFollower(scene)
          var recording = scene.emptyHistory
          follower.take(snapshot, into: &recording)
          known = (follower, recording)
        case let event?: if known != nil { known!.follower.take(event, into: &known!.recording) }
        case nil: Issue.record("no message: \(line)")
        }
      }
      if let recording = known?.recording, isEnough(recording) { return recording }
    }
    return nil
  }

  private static func values(_ row: Recording.Row) -> [Value] { row.timeline.events.map(\.value) }

  private static func row(_ name: String, of recording: Recording) throws -> Recording.Row {
    try #require(recording.rows.first { $0.name == name })
  }

  @Test("An edit follows the stream: nothing is lost or doubled, old marbles stay, and all viewers see the mark")
  func follows() async throws {
    let recorder = Recorder()
    let hub = Self.hub(
      try Self.scene("a: { live: true }, b: { apply: 'a.reductions(0) { $0 + $1 }' }"), recorder: recorder)
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let queue = try #require(hub.store.scenePlayback?.liveInput("a"))
    let count = 1000
    let viewer = try #require(hub.store.subscribe(.lines))
    // The last edit changes what this row reads.
    async let seen = Self.follow(hub, viewer) { recording in
      recording.rows.allSatisfy { $0.count == count }
        && recording.rows.contains { $0.name == "total" && $0.edits.count == 1 }
    }
    let edits = [
      "set b = a.reductions(0) { $0 - $1 }", "set b = a.reductions(0) { $0 + 1 }", nil,
      "add total = b.reductions(0) { $0 + 1 }", "set b = a.map { $0 }",
    ]
    for (number, edit) in edits.enumerated() {
      let share = count / edits.count
      async let isSent: Void = Self.send(number * share + 1...(number + 1) * share, to: queue)
      await Self.wait(hub) { $0.history.rows[0].count > number * share + 20 }
      if let edit { try await Self.edit(hub, edit) } else { try await Self.undo(hub) }
      #expect(hub.store.scenePlayback?.liveInput("a") === queue)
      await isSent
    }
    await Self.wait(hub) { $0.history.rows.allSatisfy { $0.count == count } }
    let history = try #require(hub.store.current?.history)
    let (a, b) = (try Self.row("a", of: history), try Self.row("b", of: history))
    #expect(Self.values(a) == (1...count).map { .int($0) })
    #expect(
      b.edits.map(\.old) == [
        "a.reductions(0) { $0 + $1 }", "a.reductions(0) { $0 - $1 }", "a.reductions(0) { $0 + 1 }",
        "a.reductions(0) { $0 - $1 }",
      ])
    let meanings: [@Sendable (Int) -> Int] = [
      { $0 * ($0 + 1) / 2 }, { -$0 * ($0 + 1) / 2 }, { $0 }, { -$0 * ($0 + 1) / 2 }, { $0 },
    ]
    let expected = (1...count).map { number in Value.int(meanings[b.edits.count { $0.index < number }](number)) }
    #expect(Self.values(b) == expected)
    // A row that was added has the results of all values.
    #expect(Self.values(try Self.row("total", of: history)) == (1...count).map { .int($0) })
    let told = try #require(try await seen)
    for name in ["a", "b", "total"] {
      let (here, there) = (try Self.row(name, of: history), try Self.row(name, of: told))
      // A viewer that fell behind has had a fresh start, with the newest values.
      #expect(Self.values(there) == Array(Self.values(here)[there.earlier...]), "\(name)")
      #expect(there.edits == here.edits.filter { $0.index >= there.earlier }, "\(name)")
    }
    await hub.stop()
    await player.value
    let recorded = recorder.state.withLock(\.self)
    #expect(recorded.values == (1...count).map { .int($0) } && recorded.ends == 1)
  }

  @Test("A viewer that is slow sees the same in the end") func slowViewer() async throws {
    let hub = Self.hub(try Self.scene("a: { live: true }, b: { apply: 'a.map { $0 }' }"), queue: 4096)
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let queue = try #require(hub.store.scenePlayback?.liveInput("a"))
    let viewer = try #require(hub.store.subscribe(.lines))
    await Self.send(1...500, to: queue)
    await Self.wait(hub) { $0.history.rows[1].count == 500 }
    try await Self.edit(hub, "set b = a.map { $0 * 10 }")
    await Self.send(501...1000, to: queue)
    await Self.wait(hub) { $0.history.rows[1].count == 1000 }
    let told = try #require(try await Self.follow(hub, viewer) { $0.rows[1].count == 1000 })
    #expect(Self.values(told.rows[1]) == (1...500).map { .int($0) } + (501...1000).map { .int($0 * 10) })
    #expect(told.rows[1].edits.map(\.index) == [500])
    await hub.stop()
    await player.value
  }

  @Test("Before the scene begins, an edit changes it, and its inputs are known at once") func titleCard() async throws {
    let wall = Wall()
    let hub = Self.hub(
      try Self.scene(
        "a: { live: true }, b: { apply: 'a.map { $0 }' }, c: { marbles: '8|' }, d: { apply: 'c.map { $0 }' }"),
      cards: .seconds(3), wall: wall)
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let queue = try #require(hub.store.scenePlayback?.liveInput("a"))
    #expect(queue.offer(1) == .accepted)
    try await Self.edit(hub, "set b = a.map { $0 * 10 }")
    #expect(hub.store.scenePlayback?.liveInput("a") === queue && hub.store.current?.phase == .ready)
    wall.advance(seconds: 3)
    await hub.advance()
    #expect(queue.offer(2) == .accepted)
    await Self.wait(hub) { $0.history.rows[1].count == 2 && $0.history.rows[3].timeline.end != .open }
    // What is given at 0 comes once, too.
    #expect(hub.store.current?.history.rows.map(Self.values) == [[1, 2], [10, 20], [8], [8]])
    await hub.stop()
    await player.value
  }

  @Test("Inputs with given events go on where they were: none of them comes twice") func givenInputs() async throws {
    let hub = Self.hub(
      try Self.scene(
        "a: { live: true }, c: { marbles: '1-2-3-4-5-6-7-8|' }, b: { apply: 'merge(a, c)' }", step: "20ms"))
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    for factor in 2...4 {
      await Self.wait(hub) { $0.history.rows[1].count >= factor }
      try await Self.edit(hub, "set b = merge(a, c).map { [$0, \(factor)] }")
    }
    await Self.wait(hub) { $0.history.rows[1].timeline.end != .open && $0.history.rows[2].count >= 8 }
    let history = try #require(hub.store.current?.history)
    #expect(Self.values(history.rows[1]) == (1...8).map { .int($0) })
    let numbers = Self.values(history.rows[2]).map { if case .array(let parts) = $0 { parts[0] } else { $0 } }
    #expect(numbers == (1...8).map { .int($0) })
    await hub.stop()
    await player.value
  }

  @Test("A paused scene stays paused, and an edit that can't be made leaves the run as it is")
  func paused() async throws {
    let hub = Self.hub(try Self.scene("a: { live: true }, b: { apply: 'a.map { $0 }' }"))
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    var request = ControlRequest()
    request.isPaused = true
    try await hub.control(request, library: .shipped)
    try await Self.edit(hub, "set b = a.map { $0 * 10 }")
    #expect(hub.store.scenePlayback?.isPaused == true)
    let run = try #require(hub.store.scenePlayback)
    await #expect(throws: ControlRequest.Invalid.self) { try await Self.edit(hub, "set b = a.map { $0 * }") }
    await #expect(throws: ControlRequest.Invalid.self) { try await Self.edit(hub, "remove a") }
    #expect(hub.store.scenePlayback === run)
    let queue = try #require(run.liveInput("a"))
    #expect(queue.offer(7) == .accepted)
    await Self.wait(hub) { $0.history.rows[1].count == 1 }
    #expect(hub.store.current.map { Self.values($0.history.rows[1]) } == [70])
    await hub.stop()
    await player.value
  }
}
