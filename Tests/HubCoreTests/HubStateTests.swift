import Marbles
import Scenes
import Testing
import Wire

@testable import HubCore

/// What a hub does about what happens, event by event, with effects as words.
@Suite struct HubStateTests {
  private typealias Hub = ScriptedHub

  private static func scene(_ name: String) -> Scene { ScriptedHub.scene(name) }
  private static func playlist(_ names: String...) -> Playlist { ScriptedHub.playlist(names) }

  @Test("the playlist goes on a second after the end of a scene, and an end that comes late changes nothing")
  func playlist() {
    var hub = Hub(Self.playlist("one", "two"))
    #expect(hub.handle(.began(PendingRequestID(0))) == ["prepare one"])
    let first = hub.state.preparing
    #expect(hub.prepare() == ["show one", "begin", "done"])
    #expect(hub.tick(after: 100) == [])
    #expect(hub.end() == [])
    #expect(hub.tick(after: 0.5) == [])
    #expect(hub.tick(after: 0.5) == ["prepare two"])
    #expect(hub.prepare() == ["show two", "begin"])
    #expect(hub.handle(.ended(first!, error: nil)) == [])
    #expect(hub.state.display.phase == .playing)
  }

  @Test("D1: a request that fails while the playlist plans its next scene leaves nothing preparing or spinning")
  func failsWhilePlaylistPlans() throws {
    var hub = Hub(Self.playlist("short", "heavy"))
    hub.begin()
    _ = hub.end()
    #expect(hub.tick(after: 1) == ["prepare heavy"])
    let heavy = try #require(hub.state.preparing)
    #expect(try hub.ask(#"{"scene":"broken"}"#, found: .scene(Self.scene("broken"))) == ["cancel", "prepare broken"])
    #expect(hub.fail() == ["request 1 refused: unprocessable"])
    // What had been planned meanwhile comes too late, and the playlist goes on.
    #expect(hub.handle(.prepared(heavy, duration: .zero)) == ["discard"])
    #expect(hub.tick() == ["prepare heavy"])
    #expect(try #require(hub.state.deadline) > hub.now)
    #expect(hub.prepare() == ["show heavy", "begin"])
  }

  @Test("D10: a request that is overtaken is refused as a conflict, and nothing of it holds")
  func overtaken() throws {
    var hub = Hub(Self.playlist("one", "heavy", "zip"))
    hub.begin()
    #expect(try hub.ask(#"{"scene":"heavy","speedFactor":7,"message":"now heavy"}"#) == ["prepare heavy"])
    #expect(try hub.ask(#"{"scene":"zip"}"#) == ["cancel", "request 1 refused: conflict", "prepare zip"])
    #expect(hub.prepare() == ["show zip", "begin", "done"])
    #expect(hub.state.speed == nil && hub.state.message == nil)
    #expect(HubState.overtaken.description.hasPrefix("another request overtook this one"))
  }

  @Test("a request is carried out in one step when its scene is there")
  func whole() throws {
    var hub = Hub(Self.playlist("one", "two"), cards: .seconds(3))
    hub.begin()
    #expect(
      try hub.ask(#"{"scene":"two","speedFactor":4,"paused":true,"seek":2,"message":"hi"}"#) == ["prepare two at 2"])
    #expect(hub.state.speed == nil && !hub.state.isPaused && hub.state.message == nil)
    #expect(hub.prepare() == ["show two", "speed 4", "pause", "begin", "done"])
    #expect(hub.state.speed == 4 && hub.state.isPaused && hub.state.message == "hi")
    #expect(hub.state.display.phase == .playing)
  }

  @Test("a time behind the end of the scene that is asked for refuses all of the request, and what plays plays on")
  func seekBehindEnd() throws {
    var hub = Hub(Self.playlist("one", "two"))
    hub.begin()
    #expect(try hub.ask(#"{"seek":9}"#) == ["request 1 refused: unprocessable"])
    #expect(try hub.ask(#"{"scene":"two","seek":9,"paused":true}"#) == ["prepare two at 9"])
    #expect(hub.prepare() == ["discard", "request 2 refused: unprocessable"])
    #expect(hub.state.shown?.scene.name == "one" && !hub.state.isPaused && hub.state.preparing == nil)
  }

  @Test("a plan that is too late is given up, and waiting clients get an answer")
  func timeout() throws {
    var hub = Hub(Self.playlist("one", "two"))
    hub.begin()
    _ = try hub.ask(#"{"scene":"two"}"#)
    #expect(hub.tick(after: 4.9) == [])
    #expect(hub.tick(after: 0.1) == ["cancel", "request 1 refused: unprocessable"])
    #expect(hub.state.preparing == nil && hub.state.deadline == nil)
  }

  @Test("what can't be played is left out and said once; when nothing can be played, what is shown is played again")
  func leavesOut() {
    var hub = Hub(Self.playlist("one", "bad", "worse"))
    hub.begin()
    _ = hub.end()
    #expect(hub.tick(after: 1) == ["prepare bad"])
    #expect(hub.fail() == ["prepare worse"])
    #expect(hub.fail() == ["prepare one"])
    #expect(hub.fail() == ["prepare one"])
    // It was one that played; now not even that can be.
    #expect(hub.fail() == [])
    #expect(hub.state.notices.count == 4)
    #expect(hub.state.deadline == hub.now + HubState.retryPause)
    #expect(hub.tick(after: 10) == ["prepare one"])
    #expect(hub.prepare() == ["replay one", "begin"])
    #expect(hub.state.deadline == nil)
  }

  @Test("no scene can be played: the starter of the daemon gets the error")
  func nothingToPlay() {
    var hub = Hub(Self.playlist("bad", "worse"))
    #expect(hub.handle(.began(PendingRequestID(0))) == ["prepare bad"])
    #expect(hub.fail() == ["prepare worse"])
    #expect(hub.fail() == ["request 0 refused: unprocessable"])
    #expect(hub.state.deadline == nil)
    // After a reload it tries again.
    #expect(
      hub.handle(.reloaded(Self.playlist("good"), titleCards: nil, message: nil, problems: [])) == ["prepare good"])
    #expect(hub.prepare() == ["show good", "begin"])
  }

  @Test("next and previous pass over what can't be played, in their direction")
  func neighbours() throws {
    var hub = Hub(Self.playlist("one", "bad", "three"))
    hub.begin()
    #expect(try hub.ask(#"{"scene":"next"}"#) == ["prepare bad"])
    #expect(hub.fail() == ["prepare three"])
    #expect(hub.prepare() == ["show three", "begin", "done"])
    #expect(try hub.ask(#"{"scene":"previous"}"#) == ["prepare one"])
    #expect(hub.prepare() == ["show one", "begin", "done"])
  }

  @Test("steps at the end of a scene begin it again: the first shows what is at 0 s, and none is lost")
  func stepsAtTheEnd() throws {
    var hub = Hub(Self.playlist("one", "two"))
    hub.begin()
    #expect(try hub.ask(#"{"step":2}"#, playhead: .seconds(1)) == ["pause", "step 2", "done"])
    // At the end, whether the scene knows that it is over or not.
    #expect(try hub.ask(#"{"step":1}"#, playhead: .seconds(8)) == ["prepare one"])
    #expect(hub.prepare() == ["replay one", "pause", "begin", "done"])
    _ = hub.end()
    #expect(try hub.ask(#"{"step":3}"#, playhead: .seconds(8)) == ["prepare one"])
    #expect(hub.prepare() == ["replay one", "pause", "begin", "step 2", "done"])
  }

  @Test("live rows: no speed, no time to go to; of another scene it makes sense")
  func live() throws {
    var hub = Hub(Self.playlist("live", "two"))
    hub.begin()
    #expect(try hub.ask(#"{"speedFactor":2}"#) == ["request 1 refused: conflict"])
    #expect(try hub.ask(#"{"seek":1}"#) == ["request 2 refused: conflict"])
    #expect(try hub.ask(#"{"speedFactor":2,"scene":"two"}"#) == ["prepare two"])
    #expect(hub.prepare() == ["show two", "speed 2", "begin", "done"])
    #expect(try hub.ask(#"{"speedFactor":2,"scene":"live"}"#) == ["request 4 refused: conflict"])
  }

  @Test("what is asked for while a scene is planned holds for it, too")
  func meanwhile() throws {
    var hub = Hub(Self.playlist("one", "two"))
    hub.begin()
    _ = hub.end()
    #expect(hub.tick(after: 1) == ["prepare two"])
    #expect(try hub.ask(#"{"speedFactor":3,"paused":true}"#) == ["speed 3", "pause", "done"])
    #expect(hub.prepare() == ["show two", "speed 3", "pause", "begin"])
  }

  @Test("a list without times stays for ten seconds")
  func still() {
    var hub = Hub(Self.playlist("list", "two"))
    _ = hub.handle(.began(PendingRequestID(0)))
    _ = hub.prepare(.zero)
    _ = hub.end()
    #expect(hub.tick(after: 9.9) == [])
    #expect(hub.tick(after: 0.1) == ["prepare two"])
  }

  @Test("a name that nothing has is refused with what may have been meant; an upload can't be called next")
  func names() throws {
    var hub = Hub(Self.playlist("one", "two"))
    hub.begin()
    let effects = hub.state.handle(
      .requested(
        PendingRequestID(9), try ControlRequest(Value(json: #"{"scene":"zipp"}"#)), peer: "test",
        found: .nothing(names: ["zip"])),
      at: 0)
    guard case .answer(_, let refusal?) = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(refusal.description == "no scene is called `zipp`; did you mean `zip`?")
    let upload = hub.handle(.uploaded(PendingRequestID(10), Self.scene("next"), bytes: 10, peer: "test"))
    #expect(upload == ["request 10 refused: unprocessable"])
  }

  @Test("each request leaves an event in the log, with who asked for what and what came of it")
  func log() throws {
    var hub = Hub(Self.playlist("one", "two"))
    hub.begin()
    func events(_ json: String) throws -> [String] {
      let request = try ControlRequest(Value(json: json))
      return hub.state.handle(
        .requested(PendingRequestID(1), request, peer: "control.sock", found: .nothing(names: [])), at: 0
      ).compactMap { effect in
        guard case .log(.info, let text, let metadata) = effect else { return nil }
        return text + metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      }
    }
    #expect(
      try events(#"{"speedFactor":4}"#) == [#"control request peer=control.sock request={"speedFactor":4}"#])
    #expect(
      try events(#"{"seek":99}"#) == [
        "control request refused: `seek` is 99; the scene ends at 8 s" + #" peer=control.sock request={"seek":99}"#
      ])
  }

  @Test("shutdown: waiting clients get an answer, late results are dropped, and nothing is due")
  func shutDown() throws {
    var hub = Hub(Self.playlist("one", "two"))
    hub.begin()
    _ = try hub.ask(#"{"scene":"two"}"#)
    let ticket = try #require(hub.state.preparing)
    let display = hub.state.display
    #expect(hub.handle(.shutDown) == ["cancel", "request 1 refused: unavailable", "stop"])
    #expect(hub.state.display == display, "the last picture stays as it is")
    #expect(hub.handle(.prepared(ticket, duration: .zero)) == ["discard"])
    #expect(try hub.ask(#"{"paused":true}"#) == ["request 2 refused: unavailable"])
    #expect(hub.tick(after: 100) == [] && hub.state.deadline == nil)
  }

  @Test("another playlist while a scene is planned: its position is updated")
  func reloads() throws {
    var hub = Hub(Self.playlist("one", "two", "three"))
    hub.begin()
    _ = try hub.ask(#"{"scene":"three"}"#)
    #expect(hub.handle(.reloaded(Self.playlist("three"), titleCards: nil, message: nil, problems: [])) == [])
    #expect(hub.prepare() == ["show three", "begin", "done"])
    #expect(hub.state.display.playlist.position == 1 && hub.state.display.playlist.count == 1)
    _ = hub.end()
    #expect(hub.tick(after: 1) == ["prepare three"])
    #expect(
      hub.handle(.reloaded(Self.playlist("one", "three"), titleCards: nil, message: nil, problems: []))
        == ["cancel", "prepare one"])
  }
}
