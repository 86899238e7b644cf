import Marbles
import Scenes
import Testing
import Wire

@testable import HubCore

/// What a hub does for each failure of planning and each purpose of a preparation.
@Suite struct PlanningFailureTests {
  /// The failures that a scene is to blame for, or a slow machine.
  private static let lasting: [PlanningFailure] = [.invalid("broken"), .tooLarge("too many events"), .outOfTime]
  /// The failures that say nothing about the scene.
  private static let passing: [PlanningFailure] = [.cancelled, .busy]

  private static func playlist(_ names: String...) -> Playlist { ScriptedHub.playlist(names) }

  // MARK: Purposes

  private func starting() -> ScriptedHub {
    var hub = ScriptedHub(Self.playlist("one", "two", "three"))
    #expect(hub.handle(.began(PendingRequestID(0))) == ["prepare one"])
    return hub
  }

  private func advancing() -> ScriptedHub {
    var hub = ScriptedHub(Self.playlist("one", "two", "three"))
    hub.begin()
    hub.end()
    #expect(hub.tick(after: 1) == ["prepare two"])
    return hub
  }

  private func replaying() -> ScriptedHub {
    var hub = ScriptedHub(ScriptedHub.playlist(["one", "two"], length: .loops(2)))
    hub.begin()
    hub.end()
    #expect(hub.tick(after: 1) == ["prepare one"])
    return hub
  }

  /// A hub that plays its scene again because the other one can't be played.
  private func staying() -> ScriptedHub {
    var hub = ScriptedHub(Self.playlist("one", "bad"))
    hub.begin()
    hub.end()
    #expect(hub.tick(after: 1) == ["prepare bad"])
    // The playlist comes round to `one`.
    #expect(hub.fail() == ["prepare one"])
    hub.prepare()
    hub.end()
    #expect(hub.tick(after: 1) == ["prepare one"])
    #expect(hub.fail() == ["prepare one"])
    return hub
  }

  private func asked(_ json: String, _ prepare: String) throws -> ScriptedHub {
    var hub = ScriptedHub(Self.playlist("one", "two", "three"))
    hub.begin()
    #expect(try hub.ask(json) == [prepare])
    return hub
  }

  // MARK: What is wrong with the scene

  @Test("the start of the daemon goes on with the next scene", arguments: lasting)
  func start(failure: PlanningFailure) {
    var hub = starting()
    #expect(hub.fail(failure) == ["prepare two"])
    #expect(hub.state.notices.count == 1)
  }

  @Test("the playlist goes on with the next scene", arguments: lasting)
  func advance(failure: PlanningFailure) {
    var hub = advancing()
    #expect(hub.fail(failure) == ["prepare three"])
    #expect(hub.state.notices.count == 1)
  }

  @Test("a scene that can't be played again stays, and is tried again after 10 s", arguments: lasting)
  func replay(failure: PlanningFailure) {
    var hub = replaying()
    for _ in 1...3 {
      #expect(hub.fail(failure) == [])
      #expect(hub.state.notices.count == 1)
      #expect(hub.state.deadline == hub.now + HubState.retryPause)
      #expect(hub.tick(after: 10) == ["prepare one"])
    }
  }

  @Test("the only scene that is left stays, and is tried again after 10 s", arguments: lasting)
  func stay(failure: PlanningFailure) {
    var hub = staying()
    #expect(hub.fail(failure) == [])
    #expect(hub.state.deadline == hub.now + HubState.retryPause)
    #expect(hub.state.shown?.scene.name == "one")
  }

  @Test("a request for a scene is refused", arguments: lasting)
  func request(failure: PlanningFailure) throws {
    for json in [#"{"scene":"two"}"#, #"{"scene":"two","paused":true}"#] {
      var hub = try asked(json, "prepare two")
      #expect(hub.fail(failure) == ["request 1 refused: unprocessable"])
      #expect(hub.state.notices == [] && !hub.state.leavesOut(ScriptedHub.scene("two"), at: hub.now))
    }
    var hub = try asked(#"{"seek":2}"#, "prepare one at 2")
    #expect(hub.fail(failure) == ["request 1 refused: unprocessable"])
  }

  @Test("next and previous skip the scene in their direction", arguments: lasting)
  func neighbours(failure: PlanningFailure) throws {
    var next = try asked(#"{"scene":"next"}"#, "prepare two")
    #expect(next.fail(failure) == ["prepare three"])
    #expect(next.prepare() == ["show three", "begin", "done"])
    var previous = try asked(#"{"scene":"previous"}"#, "prepare three")
    #expect(previous.fail(failure) == ["prepare two"])
    #expect(previous.prepare() == ["show two", "begin", "done"])
  }

  @Test("a hub says why its picture stands still, until a scene plays again", arguments: lasting)
  func standstill(failure: PlanningFailure) {
    var hub = advancing()
    #expect(hub.state.display.standstill == nil && hub.state.display.leftOutUntil == [])
    hub.fail(failure)
    #expect(hub.state.display.standstill?.hasPrefix("two can't be played: ") == true)
    let end = failure == .outOfTime ? hub.now + HubState.outOfTimePause : Int64.max
    #expect(hub.state.display.leftOutUntil == [end])
    hub.prepare()
    #expect(hub.state.display.standstill == nil && hub.state.display.leftOutUntil == [end])

    hub = staying()
    hub.fail(failure)
    #expect(hub.state.display.standstill?.hasPrefix("one can't be played again: ") == true)
    hub.tick(after: 10)
    hub.prepare()
    #expect(hub.state.display.standstill == nil)
  }

  @Test("scenes that can't be read are left out until the next reload")
  func unreadable() {
    var hub = ScriptedHub(Self.playlist("one"))
    _ = hub.handle(.unreadable(["two.yaml:1:1: error", "three.yaml:1:1: error"]))
    #expect(hub.state.display.leftOutUntil == [.max, .max] && hub.state.notices.count == 2)
    #expect(hub.state.notices.first == "left out of the playlist: two.yaml:1:1: error")
    let problems = ["two.yaml:1:1: error"]
    _ = hub.handle(.reloaded(Self.playlist("one"), titleCards: nil, message: nil, problems: problems))
    #expect(hub.state.display.leftOutUntil == [.max] && hub.state.notices.count == 1)
    _ = hub.handle(.reloaded(Self.playlist("one"), titleCards: nil, message: nil, problems: []))
    #expect(hub.state.display.leftOutUntil == [])
  }

  @Test("a playlist that finds no place for 5 s stands still until it has one")
  func waitingStandsStill() {
    var hub = advancing()
    for _ in 0..<100 {
      hub.fail(.busy)
      hub.tick(after: 0.25)
    }
    #expect(hub.state.display.standstill == hub.state.notices.last && hub.state.notices.count == 1)
    hub.prepare()
    #expect(hub.state.display.standstill == nil)
  }

  // MARK: What says nothing about the scene

  @Test("the playlist tries the same scene again after a short pause", arguments: passing)
  func triesAgain(failure: PlanningFailure) {
    for (hub, prepare) in [
      (starting(), "prepare one"), (advancing(), "prepare two"), (replaying(), "prepare one"),
      (staying(), "prepare one"),
    ] {
      var hub = hub
      let notices = hub.state.notices
      let leftOut = hub.state.playlistScenes.map { hub.state.leavesOut($0, at: hub.now) }
      for _ in 1...10 {
        #expect(hub.fail(failure) == [])
        #expect(hub.state.deadline == hub.now + HubState.busyPause)
        #expect(hub.tick(after: 0.2) == [])
        #expect(hub.tick(after: 0.05) == [prepare])
      }
      #expect(hub.state.notices == notices)
      #expect(hub.state.playlistScenes.map { hub.state.leavesOut($0, at: hub.now) } == leftOut)
      #expect(hub.prepare().contains("begin"))
    }
  }

  private static let requests = [
    (#"{"scene":"two"}"#, "prepare two"), (#"{"scene":"next"}"#, "prepare two"),
    (#"{"scene":"previous"}"#, "prepare three"), (#"{"seek":2}"#, "prepare one at 2"),
  ]

  @Test("a request whose job was cancelled was overtaken", arguments: requests)
  func cancelled(json: String, prepare: String) throws {
    var hub = try asked(json, prepare)
    #expect(hub.fail(.cancelled) == ["request 1 refused: conflict"])
    #expect(hub.state.deadline == nil && hub.state.notices == [])
    #expect(try hub.ask(json) == [prepare])
  }

  @Test("a request waits for a place until its time limit, and is refused then", arguments: requests)
  func busy(json: String, prepare: String) throws {
    var hub = try asked(json, prepare)
    for _ in 1..<20 {
      #expect(hub.fail(.busy) == [])
      #expect(hub.tick(after: 0.25) == [prepare])
    }
    #expect(hub.fail(.busy) == [])
    #expect(hub.tick(after: 0.25) == ["request 1 refused: busy"])
    #expect(hub.state.deadline == nil && hub.state.notices == [])
    #expect(HubState.busy.description == "other scenes are still being planned; try again in a few seconds")
    // The scene is not to blame.
    #expect(try hub.ask(json) == [prepare])
    #expect(hub.prepare().last == "done")
  }

  @Test("a request that gets a place late is refused for the queue, not for the scene", arguments: requests)
  func late(json: String, prepare: String) throws {
    var hub = try asked(json, prepare)
    #expect(hub.fail(.busy) == [])
    #expect(hub.tick(after: 0.25) == [prepare])
    #expect(hub.tick(after: 4.5) == [])
    #expect(hub.tick(after: 0.25) == ["cancel", "request 1 refused: busy"])
    #expect(hub.state.notices == [])
    #expect(try hub.ask(json) == [prepare])
  }

  @Test("a playlist that finds no place goes on as soon as there is one, and says once what it waits for")
  func waits() {
    var hub = advancing()
    for _ in 0..<100 {
      #expect(hub.fail(.busy) == [])
      #expect(hub.state.shown?.scene.name == "one")
      #expect(hub.tick(after: 0.25) == ["prepare two"])
    }
    #expect(hub.state.notices == ["two waits for its turn: other scenes are still being planned"])
    // Its time begins with its place.
    #expect(hub.tick(after: 4.9) == [])
    #expect(hub.prepare() == ["show two", "begin"])
  }

  // MARK: Time

  @Test("a scene that was not planned in time is tried again after a minute, and its problem is said once")
  func comesBack() throws {
    var hub = ScriptedHub(Self.playlist("one", "slow"))
    hub.begin()
    hub.end()
    #expect(hub.tick(after: 1) == ["prepare slow"])
    #expect(hub.tick(after: 5) == ["cancel", "prepare one"])
    hub.prepare()
    for _ in 1...2 {
      // In its pause it is skipped.
      hub.end()
      #expect(hub.tick(after: 1) == ["prepare one"])
      hub.prepare()
      #expect(hub.tick(after: 58) == [])
      hub.end()
      #expect(hub.tick(after: 1) == ["prepare slow"])
      #expect(hub.fail(.outOfTime) == ["prepare one"])
      hub.prepare()
    }
    #expect(
      hub.state.notices == [
        "slow is left out: could not be simulated within 5 s; a shorter `duration:` may help; it is tried again after 60 s"
      ])
  }

  @Test("a scene that can't be played is tried again after a reload, not before")
  func reload() {
    var hub = ScriptedHub(Self.playlist("one", "bad"))
    hub.begin()
    hub.end()
    #expect(hub.tick(after: 1) == ["prepare bad"])
    #expect(hub.fail(.tooLarge("too many events")) == ["prepare one"])
    hub.prepare()
    hub.end()
    #expect(hub.tick(after: 10_000) == ["prepare one"])
    hub.prepare()
    _ = hub.handle(.reloaded(Self.playlist("one", "bad"), titleCards: nil, message: nil, problems: []))
    hub.end()
    #expect(hub.tick(after: 1) == ["prepare bad"])
  }

  // MARK: What happens during the pause

  @Test("a late result of an attempt is not taken for that of the next one")
  func lateResult() throws {
    var hub = advancing()
    let first = try #require(hub.state.preparing)
    #expect(hub.fail(.busy) == [])
    #expect(hub.state.preparing == nil)
    #expect(hub.handle(.failed(first, .invalid("broken"))) == [])
    #expect(hub.tick(after: 0.25) == ["prepare two"])
    #expect(hub.handle(.prepared(first, duration: .zero)) == ["discard"])
    #expect(hub.handle(.failed(first, .outOfTime)) == [])
    #expect(hub.prepare() == ["show two", "begin"])
  }

  @Test("a request goes before a playlist that waits, which has no job to cancel")
  func overtakes() throws {
    var hub = advancing()
    hub.fail(.busy)
    #expect(try hub.ask(#"{"scene":"three"}"#) == ["prepare three"])
    hub.fail(.busy)
    #expect(try hub.ask(#"{"scene":"two"}"#) == ["request 1 refused: conflict", "prepare two"])
    #expect(hub.prepare() == ["show two", "begin", "done"])
  }

  @Test("settings change at once while a scene waits, and hold for it, too")
  func settings() throws {
    var hub = advancing()
    hub.fail(.busy)
    #expect(try hub.ask(#"{"speedFactor":3,"paused":true}"#) == ["speed 3", "pause", "done"])
    #expect(hub.tick(after: 0.25) == ["prepare two"])
    #expect(hub.prepare() == ["show two", "speed 3", "pause", "begin"])
  }

  @Test("another playlist takes the place of the scene that waits")
  func reloads() {
    var hub = advancing()
    hub.fail(.busy)
    let effects = hub.handle(.reloaded(Self.playlist("one", "other"), titleCards: nil, message: nil, problems: []))
    #expect(effects == ["prepare other"])
    #expect(hub.prepare() == ["show other", "begin"])
  }

  @Test("at shutdown a request that waits gets an answer, and nothing is due")
  func shutDown() throws {
    var hub = try asked(#"{"scene":"two"}"#, "prepare two")
    hub.fail(.busy)
    #expect(hub.handle(.shutDown) == ["request 1 refused: unavailable", "stop"])
    #expect(hub.tick(after: 100) == [] && hub.state.deadline == nil)
  }
}
