import HubCore
import Logging
import Marbles
import NIOCore
import Player
import SceneFiles
import Scenes
import Synchronization
import Testing
import Wire

@testable import Server

/// Scenes that are played for real, a thousand times as fast; wall time in the programme is what the test says.
@Suite(.timeLimit(.minutes(30))) struct HubTests {
  private final class Wall: Sendable {
    private let nanoseconds = Mutex<Int64>(0)
    var now: Int64 { nanoseconds.withLock { $0 } }
    func advance(seconds: Int64) { nanoseconds.withLock { $0 += seconds * 1_000_000_000 } }
  }

  private let wall = Wall()

  private func scene(_ name: String, speed: SpeedFactor = 1000, _ rows: String = "a: { marbles: '1-2|' }") throws
    -> Scene
  {
    var scene = try SceneFile(
      parsing: "rows:\n  \(rows)\n  b: { apply: a.map { $0 * 2 } }\n".replacing(
        "b: { apply: a.map { $0 * 2 } }", with: "b: { apply: 'a.map { $0 * 2 }' }"), path: "\(name).yaml"
    ).scene
    scene.speedFactor = speed
    return scene
  }

  private func hub(
    _ scenes: [Scene], cards: Duration? = nil, queue: Int = 1 << 20, limit: Duration = .milliseconds(50),
    hasRealTime: Bool = false
  ) -> Hub {
    var settings = HubSettings.gatheringNothing
    if !hasRealTime { settings.now = { [wall] in wall.now } }
    settings.viewerQueueBytes = queue
    settings.planningTimeLimit = limit
    return Hub(
      playlist: Playlist(entries: scenes.map { Playlist.Entry(scene: $0, length: .loops(1)) }), titleCards: cards,
      settings: settings, run: "r", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// A line as a few words each: its kind, and what is particular to it. A snapshot is its scene, what it tells, and how
  /// the scene stands when it is over, so it does not matter how much has happened before it was made.
  private func words(_ line: String) -> [String] {
    guard case .object(let object)? = try? Value(json: line), case .string(let type)? = object["type"] else {
      return ["not an object"]
    }
    func motion(_ object: Members) -> String {
      "\(text(object, "phase"))\(object["paused"] == .bool(true) ? " paused" : "") ×\(text(object, "speedFactor"))"
    }
    func event(_ object: Members) -> String {
      "\(text(object, "row")) \(text(object, "kind")) \(text(object, "value"))@\(text(object, "time"))"
    }
    switch type {
    case "event": return [event(object)]
    case "snapshot":
      guard case .array(let events)? = object["events"] else { return ["no events"] }
      let told = events.map { if case .object(let members) = $0 { event(members) } else { "no event" } }
      return [text(object, "scene")] + told + (object["phase"] == "ended" ? [motion(object)] : [])
    case "motion": return [motion(object)]
    default: return ["\(type) \(text(object, type))"]
    }
  }

  private func text(_ object: Members, _ key: String) -> String { object[key]?.description ?? "none" }

  /// Reads on until `isLast` is true of what was read.
  private func read(
    _ hub: Hub, _ subscription: Subscription, until isLast: (String) -> Bool
  ) async -> [String] {
    var read: [String] = []
    while let lines = await hub.store.lines(for: subscription) {
      for word in lines.flatMap(words) { read.append(word) }
      if read.contains(where: isLast) { return read }
    }
    return read
  }

  @Test("a viewer gets a snapshot, each event in order, and the next scene")
  func follows() async throws {
    let hub = hub([try scene("one"), try scene("two")])
    let viewer = try #require(hub.store.subscribe(.lines))
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    #expect(
      await read(hub, viewer) { $0 == "ended ×1000" } == [
        "one", "a value 1@0", "b value 2@0", "a value 2@2", "b value 4@2", "a finish none@3", "b finish none@3",
        "ended ×1000",
      ])
    wall.advance(seconds: 1)
    await hub.advance()
    #expect(await read(hub, viewer) { $0 == "two" }.first == "two")
    await hub.stop()
    await player.value
  }

  @Test("a late viewer gets past events, and all later ones")
  func late() async throws {
    let hub = hub([try scene("one")])
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let early = try #require(hub.store.subscribe(.lines))
    _ = await read(hub, early) { $0 == "ended ×1000" }
    let late = try #require(hub.store.subscribe(.lines))
    #expect(
      await read(hub, late) { _ in true } == [
        "one", "a value 1@0", "b value 2@0", "a value 2@2", "b value 4@2", "a finish none@3", "b finish none@3",
        "ended ×1000",
      ])
    try await control(hub, #"{"message":"hello"}"#)
    #expect(await read(hub, late) { _ in true } == ["message hello"])
    await hub.stop()
    await player.value
  }

  @Test("a viewer that reconnects with an id gets the missed events; with an unknown id, a snapshot")
  func resumes() async throws {
    let hub = hub([try scene("one", speed: 0.001)])
    #expect(await hub.begin())
    try await control(hub, #"{"paused":true}"#)
    for text in ["x", "y", "z"] { try await control(hub, "{\"message\":\"\(text)\"}") }
    let newest = hub.store.contents.withLock { $0.backlog.sequence }
    let back = try #require(hub.store.subscribe(.events, after: "r-\(newest - 2)"))
    #expect(await read(hub, back) { $0 == "message z" } == ["message y", "message z"])
    for id in ["r-0", "other-\(newest)", "r-\(newest + 1)", "r", ""] where id != "r-0" {
      let other = try #require(hub.store.subscribe(.events, after: id))
      #expect(await read(hub, other) { _ in true }.first == "one", "\(id)")
    }
    await hub.stop()
  }

  @Test("a slow viewer gets a new snapshot, without effect on others")
  func fallsBehind() async throws {
    let hub = hub([try scene("one", speed: 0.001)], queue: 2000)
    #expect(await hub.begin())
    try await control(hub, #"{"paused":true}"#)
    let slow = try #require(hub.store.subscribe(.lines))
    let quick = try #require(hub.store.subscribe(.lines))
    _ = await read(hub, slow) { $0 == "one" }
    _ = await read(hub, quick) { $0 == "one" }
    for number in 1...100 {
      try await control(hub, "{\"message\":\"\(number)\"}")
      #expect(await read(hub, quick) { _ in true } == ["message \(number)"])
    }
    #expect(await read(hub, slow) { _ in true }.first == "one")
    try await control(hub, #"{"message":"last"}"#)
    #expect(await read(hub, slow) { _ in true } == ["message last"])
    #expect(hub.store.metricsText().text.contains("marbled_viewer_drops_total 1\n"))
    await hub.stop()
  }

  @Test("only a viewer that is stuck for 30 s is closed")
  func stuck() async throws {
    let hub = hub([try scene("one", speed: 0.001)])
    #expect(await hub.begin())
    try await control(hub, #"{"paused":true}"#)
    let stuck = try #require(hub.store.subscribe(.lines))
    let alive = try #require(hub.store.subscribe(.lines))
    wall.advance(seconds: 29)
    _ = await read(hub, alive) { $0 == "one" }
    hub.beat()
    #expect(hub.store.viewerCount == 2)
    wall.advance(seconds: 2)
    hub.beat()
    #expect(hub.store.viewerCount == 1)
    #expect(await hub.store.lines(for: stuck) == nil)
    await hub.stop()
  }

  @Test("a speed that was set holds from scene to scene, until it is taken back")
  func speeds() async throws {
    let hub = hub([try scene("one", speed: 2), try scene("two", speed: 3)])
    #expect(await hub.begin())
    func speed() -> SpeedFactor? { hub.store.current?.scenePlayback.speedFactor }
    #expect(speed() == 2)
    try await control(hub, #"{"speedFactor":8}"#)
    #expect(speed() == 8 && hub.store.current?.display.isSpeedSet == true)
    try await control(hub, #"{"scene":"next"}"#)
    #expect(hub.store.current?.scene.name == "two" && speed() == 8)
    try await control(hub, #"{"speedFactor":"scene"}"#)
    #expect(speed() == 3 && hub.store.current?.display.isSpeedSet == false)
    await hub.stop()
  }

  @Test("seeking and stepping move the playhead, and what has happened with it")
  func seeking() async throws {
    let hub = hub([try scene("one", speed: 1)])
    #expect(await hub.begin())
    try await control(hub, #"{"paused":true,"seek":2.5}"#)
    #expect(hub.store.current?.time == .seconds(2.5))
    #expect(hub.store.current?.history.rows.map(\.timeline.events.count) == [2, 2])
    await #expect(throws: ControlRequest.Invalid("`seek` is 3.5; the scene ends at 3 s")) {
      try await control(hub, #"{"seek":3.5}"#)
    }
    await hub.stop()
  }

  @Test("scenes are found in the playlist, among those that were sent, and by name; nothing else is opened")
  func finding() async throws {
    let hub = hub([try scene("one", speed: 1), try scene("two", speed: 1)])
    #expect(await hub.begin())
    for (name, title) in [("two", "two"), ("previous", "one"), ("sample", "sample"), ("zip", "zip")] {
      try await control(hub, "{\"scene\":\"\(name)\"}")
      #expect(hub.store.current?.scene.name == title)
    }
    try await hub.keep(try scene("sent", speed: 1), bytes: 0, from: "test")
    try await control(hub, #"{"scene":"sent"}"#)
    #expect(hub.store.current?.scene.name == "sent" && hub.store.current?.display.playlist.position == nil)
    for name in ["/etc/passwd", "../x.yaml", "-", "merge(a)"] {
      await #expect(throws: ControlRequest.Invalid("no scene is called `\(name)`")) {
        try await control(hub, "{\"scene\":\"\(name)\"}")
      }
    }
    await hub.stop()
  }

  @Test("a scene that can't be played is left out, and it is said")
  func leavesOut() async throws {
    var bad = try scene("bad")
    bad.rows.append(bad.rows[0])
    let hub = hub([bad, try scene("good")])
    #expect(await hub.begin())
    #expect(hub.store.current?.scene.name == "good")
    #expect(await hub.state.notices == ["bad is left out: two rows are called `a`; names of rows must be unique"])
    let none = self.hub([bad])
    #expect(await none.begin() == false)
    await hub.stop()
  }

  @Test("when nothing else can be played, what plays is played once more, and it is said once why")
  func stays() async throws {
    let hub = hub([try scene("good")])
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let viewer = try #require(hub.store.subscribe(.lines))
    _ = await read(hub, viewer) { $0.hasPrefix("ended") }
    await hub.reload(
      Playlist(entries: [Playlist.Entry(scene: try endless(), length: .loops(1))]), titleCards: nil, message: nil)
    wall.advance(seconds: 1)
    await hub.advance()
    // The plan is not there in time.
    wall.advance(seconds: 1)
    await hub.advance()
    _ = await read(hub, viewer) { $0.hasPrefix("ended") }
    wall.advance(seconds: 1)
    await hub.advance()
    _ = await read(hub, viewer) { $0.hasPrefix("ended") }
    #expect(await hub.state.notices.count == 1)
    #expect(await hub.state.notices.first?.hasPrefix("endless is left out: could not be simulated") == true)
    await hub.stop()
    await player.value
  }

  @Test("a scene that was asked for and can't be played is refused, and what plays plays on")
  func refuses() async throws {
    let hub = hub([try scene("good"), try endless()])
    #expect(await hub.begin())
    let request = Task { try await control(hub, #"{"scene":"endless","paused":true}"#) }
    while await hub.state.preparing == nil { await Task.yield() }
    wall.advance(seconds: 1)
    await hub.advance()
    await #expect(
      throws: ControlRequest.Invalid(
        "endless can't be played: could not be simulated within 0.05 s; a shorter `duration:` may help")
    ) { try await request.value }
    #expect(hub.store.current?.scene.name == "good")
    #expect(await hub.state.isPaused == false)
    await hub.stop()
  }

  @Test("scenes that never suspend are refused, and the playlist goes on with its next scene")
  func hopelessScenes() async throws {
    let hub = hub([try scene("one"), try scene("two")], limit: .seconds(2), hasRealTime: true)
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let viewer = try #require(hub.store.subscribe(.lines))
    let names = (1...20).map { "hopeless\($0)" }
    for name in names { try await hub.keep(try neverSuspending(name), bytes: 0, from: "test") }
    // Each request overtakes the one before, whose job ends; the last one is refused at its time limit.
    await withTaskGroup(of: Bool.self) { group in
      for name in names { group.addTask { await isRefused(hub, name) } }
      for await isRefused in group { #expect(isRefused) }
    }
    #expect(await read(hub, viewer) { $0 == "two" }.contains("two"))
    #expect(await hub.state.notices == [])
    await hub.stop()
    await player.value
  }

  private func isRefused(_ hub: Hub, _ scene: String) async -> Bool {
    do {
      try await control(hub, "{\"scene\":\"\(scene)\"}")
      return false
    } catch {
      return true
    }
  }

  /// A scene with minutes of work in one job of the executor.
  private func neverSuspending(_ name: String) throws -> Scene {
    try SceneFile(
      parsing: """
        rows:
          out: { apply: '(0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }' }
        """, path: "\(name).yaml"
    ).scene
  }

  /// A scene in which it is never known whether something will still happen.
  private func endless() throws -> Scene {
    try SceneFile(
      parsing: """
        duration: 99999s
        rows:
          a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).filter { _ in false }' }
        """, path: "endless.yaml"
    ).scene
  }

  @Test("a scene's thread answers the watchdog while it is paused, behind a title card, and at its end")
  func pulses() async throws {
    let hub = hub([try scene("one", speed: 1)], cards: .seconds(3))
    #expect(await hub.begin())
    await hub.responds()
    wall.advance(seconds: 3)
    await hub.advance()
    #expect(hub.store.current?.phase == .playing)
    await hub.responds()
    try await control(hub, #"{"paused":true}"#)
    await hub.responds()
    await hub.stop()
    await hub.responds()
  }

  @Test("at shutdown, streams end, and new ones are refused")
  func ends() async throws {
    let hub = hub([try scene("one", speed: 1)])
    #expect(await hub.begin())
    let viewer = try #require(hub.store.subscribe(.lines))
    _ = await read(hub, viewer) { $0 == "one" }
    hub.store.endStreams()
    #expect(await read(hub, viewer) { _ in false }.last == "end none")
    #expect(hub.store.subscribe(.lines) == nil)
    await hub.stop()
  }

  @Test("events of a live row are sent at once, at speed 1")
  func liveRows() async throws {
    let live = try scene("one", speed: 1, "a: { live: true }")
    let hub = hub([live, try scene("two", speed: 3)])
    #expect(await hub.begin())
    let player = Task { await hub.play() }
    let viewer = try #require(hub.store.subscribe(.lines))
    _ = await read(hub, viewer) { $0 == "one" }
    let input = try #require(hub.store.current?.scenePlayback.liveInput("a"))
    for number in 1...3 { #expect(input.offer(.int(number)) == .accepted) }
    let told = await read(hub, viewer) { $0.hasPrefix("b value 6@") }.map { String($0.prefix { $0 != "@" }) }
    #expect(told.filter { $0.hasPrefix("a") } == ["a value 1", "a value 2", "a value 3"])
    #expect(told.filter { $0.hasPrefix("b") } == ["b value 2", "b value 4", "b value 6"])
    await #expect(throws: ControlRequest.Invalid.self) { try await control(hub, #"{"speedFactor":2}"#) }
    await #expect(throws: ControlRequest.Invalid.self) { try await control(hub, #"{"seek":1}"#) }
    // Of another scene it makes sense.
    try await control(hub, #"{"speedFactor":2,"scene":"two"}"#)
    #expect(hub.store.current?.scenePlayback.speedFactor == 2)
    await hub.stop()
    await player.value
  }

  private func control(_ hub: Hub, _ json: String) async throws {
    try await hub.control(ControlRequest(try Value(json: json)), library: .shipped)
  }
}
