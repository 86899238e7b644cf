import Marbles
import SceneFiles
import Scenes
import Testing
import Wire

@testable import HubCore

/// Edits of the scene that a hub plays.
@Suite struct EditingTests {
  private static let second: Int64 = 1_000_000_000

  /// A hub whose jobs are done when a test says so.
  private struct Hub {
    var state: HubState
    var now: Int64 = 0
    private var requests = 0
    private var jobs: [HubEffect.Job] = []

    init(_ scenes: Scene..., length: Playlist.Length = .loops(1), cards: Duration? = nil) {
      state = HubState(
        playlist: Playlist(entries: scenes.map { Playlist.Entry(scene: $0, length: length) }), titleCards: cards)
      handle(.began(PendingRequestID(0)))
      prepare()
    }

    /// The answers of an event: `done`, or the reason of a refusal.
    @discardableResult
    mutating func handle(_ event: HubEvent, playhead: SceneTime = .zero) -> [String] {
      state.handle(event, at: now, playhead: playhead).compactMap { effect in
        switch effect {
        case .prepare(let job): jobs.append(job)
        case .answer(_, let refusal): return refusal.map { "\($0.reason): \($0)" } ?? "done"
        default: break
        }
        return nil
      }
    }

    /// Does the newest job.
    @discardableResult
    mutating func prepare() -> [String] {
      guard let job = jobs.popLast() else { return ["no job"] }
      do throws(ControlRequest.Invalid) {
        return handle(.prepared(job.ticket, duration: .seconds(8), edited: try job.edit?.applied()))
      } catch {
        return handle(.refused(job.ticket, error))
      }
    }

    /// Sends a request, without doing its job.
    mutating func ask(_ json: String, at playhead: SceneTime = .zero) throws -> [String] {
      requests += 1
      let request = try ControlRequest(Value(json: json))
      return handle(
        .requested(PendingRequestID(requests), request, peer: "test", found: .nothing(names: [])), playhead: playhead)
    }

    /// Sends a request, and does its job.
    mutating func edit(_ json: String, at playhead: SceneTime = .zero) throws -> [String] {
      let answers = try ask(json, at: playhead)
      return answers.isEmpty ? prepare() : answers
    }

    mutating func end() {
      if let ticket = state.shown?.ticket { handle(.ended(ticket, error: nil)) }
    }

    mutating func tick(after seconds: Double = 0) {
      now += Int64(seconds * 1e9)
      handle(.tick)
    }

    var job: HubEffect.Job? { jobs.last }
    var diagram: String? { state.shown?.scene.diagram(ofRow: 0) }
    /// The expression of the second row.
    var expression: String? { state.shown?.scene.emptyRecording().rows[1].expression }
    var names: [String]? { state.shown?.scene.rows.map(\.name) }
  }

  private static func scene(_ name: String, _ rows: String = "a: { marbles: '1-2|' }") throws -> Scene {
    try SceneFile(parsing: "rows: { \(rows) }", path: "\(name).yaml").scene
  }

  @Test("an edited scene continues at its time, paused or playing as before")
  func continues() throws {
    var hub = Hub(try Self.scene("one"))
    #expect(try hub.ask(#"{"edit":"add b = a.map { $0 * 2 }"}"#, at: .seconds(1.5)) == [])
    #expect(hub.job?.start == .seconds(1.5) && hub.job?.isPaused == false)
    #expect(hub.names == ["a"])
    #expect(hub.prepare() == ["done"])
    #expect(hub.names == ["a", "b"] && hub.state.display.phase == .playing)
    #expect(try hub.ask(#"{"paused":true}"#) == ["done"])
    #expect(try hub.ask(#"{"edit":"remove b"}"#, at: .seconds(1.5)) == [])
    #expect(hub.job?.isPaused == true)
    #expect(hub.prepare() == ["done"])
    #expect(hub.names == ["a"] && hub.state.isPaused && hub.state.display.playlist.edits?.count == 2)
  }

  @Test("a title card stays, and an end stays an end that counts once")
  func phases() throws {
    var hub = Hub(try Self.scene("one"), try Self.scene("two"), length: .loops(2), cards: .seconds(3))
    #expect(try hub.edit(#"{"edit":"set a = 5-6|"}"#) == ["done"])
    #expect(hub.state.display.phase == .ready && hub.diagram == "5-6|")
    hub.tick(after: 3)
    hub.end()
    #expect(try hub.edit(#"{"edit":"set a = 7-8|"}"#, at: .seconds(8)) == ["done"])
    #expect(hub.state.display.phase == .playing)
    hub.end()
    hub.tick(after: 1)
    #expect(hub.job?.scene.name == "one" && hub.job?.start == .zero)
    hub.prepare()
    hub.end()
    hub.tick(after: 1)
    #expect(hub.job?.scene.name == "two")
  }

  @Test("all commands of a request or none: the place of the mistake is said")
  func allOrNothing() throws {
    var hub = Hub(try Self.scene("one"))
    let refused = try hub.edit(#"{"edit":["add b = a.map { $0 }","remove c"],"message":"hi"}"#)
    #expect(refused.count == 1 && refused[0].hasPrefix("unprocessable: command 2: no row is called `c`"), "\(refused)")
    #expect(hub.names == ["a"] && hub.state.message == nil)
    #expect(hub.state.display.playlist.edits?.count == 0 && hub.state.display.pen == nil && hub.state.preparing == nil)
    let column = try hub.edit(#"{"edit":"set a = 1-(2|"}"#)
    #expect(column.count == 1 && column[0].hasPrefix("unprocessable: column 3: "), "\(column)")
    // Each command is read in the scene that the commands before it make.
    #expect(try hub.edit(#"{"edit":["add b = a.map { $0 }","rename b c","add d = c.map { $0 }"]}"#) == ["done"])
    #expect(hub.names == ["a", "c", "d"] && hub.state.display.playlist.edits?.count == 1)
  }

  @Test("edits are undone and made again, one request at a time")
  func undo() throws {
    var hub = Hub(try Self.scene("one"))
    #expect(try hub.edit(#"{"undo":true}"#) == ["conflict: one has no edit to undo"])
    #expect(try hub.edit(#"{"edit":"set a = 5|"}"#) == ["done"])
    #expect(try hub.edit(#"{"edit":["set a = 6|","add b = a.map { $0 }"]}"#) == ["done"])
    #expect(try hub.edit(#"{"redo":true}"#) == ["conflict: one has no undone edit"])
    #expect(try hub.edit(#"{"undo":true}"#) == ["done"])
    #expect(hub.diagram == "5|" && hub.names == ["a"])
    #expect(hub.state.display.playlist.edits?.count == 1 && hub.state.display.playlist.edits?.undone == 1)
    #expect(try hub.edit(#"{"redo":true}"#) == ["done"])
    #expect(hub.diagram == "6|" && hub.names == ["a", "b"])
    #expect(hub.state.display.playlist.edits?.count == 2 && hub.state.display.playlist.edits?.undone == 0)
  }

  @Test("an editor keeps others from editing for 30 s after its last edit")
  func pen() throws {
    var hub = Hub(try Self.scene("one"))
    // No client edits now, and a refused edit does not change that.
    #expect(try hub.edit(#"{"edit":"nonsense","editor":"bob"}"#).first?.hasPrefix("unprocessable: ") == true)
    #expect(try hub.edit(#"{"edit":"set a = 5|","editor":"ada"}"#) == ["done"])
    #expect(try hub.edit(#"{"edit":"set a = 6|","editor":"bob"}"#) == ["conflict: ada is editing; try again in 30 s"])
    hub.now += 29 * Self.second
    #expect(try hub.edit(#"{"undo":true}"#) == ["conflict: ada is editing; try again in 1 s"])
    #expect(try hub.edit(#"{"edit":"set a = 7|","editor":"ada"}"#) == ["done"])
    #expect(hub.state.display.pen == EditingPen(editor: "ada", end: hub.now + EditingPen.holdTime))
    hub.now += 30 * Self.second - 1
    #expect(try hub.edit(#"{"undo":true}"#) == ["conflict: ada is editing; try again in 1 s"])
    hub.now += 1
    #expect(try hub.edit(#"{"undo":true}"#) == ["done"])
    #expect(hub.state.display.pen?.editor == "anonymous")
    // Other requests need no pen.
    #expect(try hub.ask(#"{"paused":true}"#) == ["done"])
  }

  @Test("an edit for another scene than the one that plays is refused")
  func otherScene() throws {
    var hub = Hub(try Self.scene("one"))
    #expect(
      try hub.edit(#"{"edit":"set a = 5|","in":"two"}"#) == ["conflict: one plays now, so the edit of two was not made"]
    )
    #expect(try hub.edit(#"{"edit":"set a = 5|","in":"one"}"#) == ["done"])
    #expect(try hub.edit(#"{"undo":true,"in":"two"}"#) == ["conflict: one plays now, so the edit of two was not made"])
  }

  @Test("an edit that is planned is not overtaken by that of another editor")
  func planned() throws {
    var hub = Hub(try Self.scene("one"))
    #expect(try hub.ask(#"{"edit":"set a = 5|","editor":"ada"}"#) == [])
    #expect(try hub.ask(#"{"edit":"set a = 6|","editor":"bob"}"#) == ["conflict: ada is editing; try again in 30 s"])
    #expect(hub.prepare() == ["done"])
    #expect(hub.diagram == "5|")
  }

  @Test("an edit that waits for a place in the queue keeps its editor, and is made once there is one")
  func waits() throws {
    var hub = Hub(try Self.scene("one"))
    #expect(try hub.ask(#"{"edit":"set a = 5|","editor":"ada"}"#) == [])
    let ticket = try #require(hub.job?.ticket)
    #expect(hub.handle(.failed(ticket, .busy)) == [])
    #expect(try hub.ask(#"{"edit":"set a = 6|","editor":"bob"}"#) == ["conflict: ada is editing; try again in 30 s"])
    hub.tick(after: 0.25)
    #expect(hub.job?.ticket != ticket && hub.job?.edit != nil)
    #expect(hub.prepare() == ["done"])
    #expect(hub.diagram == "5|" && hub.state.display.playlist.edits?.count == 1)
  }

  @Test("a scene stays edited when its next turn comes, until its file changes")
  func turns() throws {
    let (one, two) = (try Self.scene("one"), try Self.scene("two"))
    var hub = Hub(one, two)
    #expect(try hub.edit(#"{"edit":"set a = 5|"}"#) == ["done"])
    #expect(try hub.edit(#"{"scene":"two"}"#) == ["done"])
    #expect(hub.diagram == "1-2|" && hub.state.display.playlist.edits?.count == 0)
    #expect(try hub.edit(#"{"edit":"set a = 6|"}"#) == ["done"])
    #expect(try hub.edit(#"{"scene":"one"}"#) == ["done"])
    #expect(hub.diagram == "5|" && hub.state.display.playlist.edits?.count == 1)
    let changed = try Self.scene("one", "a: { marbles: '9|' }")
    hub.handle(
      .reloaded(
        Playlist(entries: [two, changed].map { Playlist.Entry(scene: $0) }), titleCards: nil, message: nil,
        problems: []))
    #expect(hub.diagram == "5|" && hub.state.display.playlist.edits?.count == 1)
    #expect(try hub.edit(#"{"scene":"one"}"#) == ["done"])
    #expect(hub.diagram == "9|" && hub.state.display.playlist.edits?.count == 0)
  }

  @Test("a live scene goes on with an edit: its run is continued, not begun anew, and undone in the same way")
  func live() throws {
    var hub = Hub(try Self.scene("clicks", "a: { live: true }, b: { apply: 'a.map { $0 }' }"))
    let first = try #require(hub.state.shown?.ticket)
    #expect(try hub.ask(#"{"edit":"set b = a.map { $0 * 2 }"}"#, at: .seconds(3)) == [])
    let job = try #require(hub.job)
    #expect(job.continued == first)
    let effects = hub.state.handle(
      .prepared(job.ticket, duration: .zero, edited: try job.edit?.applied()), at: hub.now)
    #expect(effects.compactMap(ScriptedHub.word) == ["take over clicks", "begin", "done"])
    #expect(hub.expression == "a.map { $0 * 2 }")
    #expect(hub.state.shown?.ticket == job.ticket && hub.state.display.playlist.edits?.count == 1)
    #expect(try hub.edit(#"{"undo":true}"#) == ["done"])
    #expect(hub.expression == "a.map { $0 }")
    #expect(hub.state.display.playlist.edits == PlaylistStatus.Edits(count: 0, undone: 1))
    // Another run of the scene begins anew.
    #expect(try hub.ask(#"{"seek":0}"#) == [])
    #expect(hub.job?.continued == nil)
  }

  @Test("what can't work in a live scene says why, with its place, and changes nothing")
  func refusedLive() throws {
    var hub = Hub(try Self.scene("clicks", "a: { live: true }, b: { apply: 'a.map { $0 }' }"))
    let scene = hub.state.shown?.scene
    for (edit, refusal) in [
      ("set b = a.map { $0 * }", "unprocessable: column 14: "),
      ("set b = zip(a, nope)", "unprocessable: column 8: "),
      ("remove a", "unprocessable: row a receives values, so it stays"),
      ("rename a c", "unprocessable: row a receives values, so it keeps its name"),
      ("set a = 1-2|", "unprocessable: row a is not an input with a timeline"),
      ("add c = 1|", "unprocessable: a live scene takes no drawn inputs"),
    ] {
      let answers = try hub.edit(#"{"edit":"\#(edit)"}"#)
      #expect(answers.count == 1 && answers[0].hasPrefix(refusal), "\(edit): \(answers)")
    }
    #expect(hub.state.shown?.scene == scene && hub.state.display.playlist.edits?.count == 0)
    #expect(try hub.ask(#"{"edit":"set b = a.map { $0 * 2 }"}"#) == [])
    let ticket = try #require(hub.job?.ticket)
    #expect(
      hub.handle(.failed(ticket, .outOfTime))
        == ["unprocessable: the edit was not made: its expressions take more than 5 s for the events that are kept"])
    #expect(hub.state.shown?.scene == scene && hub.state.display.notices == [])
    #expect(try hub.ask(#"{"edit":"set b = a.map { $0 * 2 }"}"#) == [])
    hub.end()
    #expect(hub.prepare() == ["conflict: clicks is over: nothing arrives any more that an edit could follow"])
    #expect(
      try hub.edit(#"{"edit":"remove b"}"#)
        == ["conflict: clicks is over: nothing arrives any more that an edit could follow"])
    #expect(hub.state.shown?.scene == scene)
  }

  @Test("lists can't be edited")
  func refused() throws {
    let rain = try SceneFile(parsing: "kind: matrix", path: "rain.yaml").scene
    var other = Hub(rain)
    #expect(
      try other.edit(#"{"edit":"add b = 1|"}"#) == ["conflict: rain has no rows on a time axis, so it can't be edited"])
  }

  @Test("the speed of an edited scene applies, unless a request has set one")
  func speed() throws {
    var hub = Hub(try Self.scene("one"))
    #expect(try hub.edit(#"{"edit":"scene speed 3"}"#) == ["done"])
    #expect(hub.state.run.map { hub.state.factor(for: $0.entry.scene) } == 3)
    #expect(try hub.ask(#"{"speedFactor":2}"#) == ["done"])
    #expect(hub.state.run.map { hub.state.factor(for: $0.entry.scene) } == 2)
  }

  @Test("the edits of at most 100 scenes are kept")
  func bounds() throws {
    var scenes = EditedScenes()
    let all = try (0..<101).map { try Self.scene("s\($0)") }
    for scene in all {
      let edit = PendingEdit(history: EditHistory(scene), edit: .commands(["set a = 5|"]))
      scenes.keep(try edit.applied(), of: scene)
    }
    #expect(scenes[all[0]] == nil && scenes[all[1]]?.undoCount == 1 && scenes[all[100]]?.undoCount == 1)
    #expect(EditedScenes.maximumEdits(ofSceneWithBytes: 100) == 1000)
    #expect(EditedScenes.maximumEdits(ofSceneWithBytes: 1 << 20) == 16)
    #expect(EditedScenes.maximumEdits(ofSceneWithBytes: 1 << 30) == 1)
  }
}
