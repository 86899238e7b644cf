import Marbles
import Scenes
import Testing
import Wire

@testable import HubCore

/// New taps become rows of the scene of all taps, which goes on.
@Suite struct TapRowsTests {
  private static func row(_ name: String) -> Scene.Row {
    Scene.Row(name: name, content: .live(Scene.Live(source: "tap:\(name)")))
  }

  private static let taps = Scene(name: HubState.tapScene, rows: [row("a")])

  /// A hub that shows `scene`, which is not in its playlist.
  private func hub(showing scene: Scene) throws -> HubState {
    var state = HubState(playlist: Playlist(entries: [Playlist.Entry(scene: Scene(name: "one", rows: []))]))
    _ = state.handle(.began(PendingRequestID(0)), at: 0)
    _ = state.handle(.prepared(try #require(state.preparing), duration: .zero), at: 0)
    try request(scene, of: &state)
    _ = state.handle(.prepared(try #require(state.preparing), duration: .zero), at: 0)
    return state
  }

  private func request(_ scene: Scene, of state: inout HubState) throws {
    var request = ControlRequest()
    request.scene = .named(scene.name)
    _ = state.handle(.requested(PendingRequestID(1), request, peer: "test", found: .scene(scene)), at: 0)
  }

  private func report(_ names: [String], to state: inout HubState) -> [HubEffect] {
    state.handle(.tapsReported(names.map(Self.row)), at: 0)
  }

  /// The names of the rows that effects add, if a snapshot follows and nothing else.
  private func added(_ effects: [HubEffect]) -> [String]? {
    guard effects.count == 2, case .addRows(let rows) = effects[0], case .publish(.snapshot) = effects[1] else {
      return nil
    }
    return rows.map(\.name)
  }

  @Test("Twenty new taps add twenty rows to the run that is shown")
  func newTaps() throws {
    var state = try hub(showing: Self.taps)
    let ticket = try #require(state.shown?.ticket)
    let names = (1...20).map { "n\($0)" }
    for count in 1...20 {
      #expect(added(report(["a"] + names.prefix(count), to: &state)) == [names[count - 1]])
    }
    #expect(state.shown?.ticket == ticket && state.preparing == nil)
    #expect(state.shown?.scene.rows.map(\.name) == ["a"] + names)
    #expect(report(["a"] + names, to: &state).isEmpty)
  }

  @Test("A tap that is reported during an edit gets its row, and the edit is refused; later ones lose no edit")
  func edits() throws {
    func edit(_ text: String, of state: inout HubState) throws -> [HubEffect] {
      var request = ControlRequest()
      request.edit = .commands([text])
      return state.handle(
        .requested(PendingRequestID(7), request, peer: "test", found: .nothing(names: [])), at: 0)
    }
    var state = try hub(showing: Self.taps)
    let effects = try edit("add o = a.map { $0 }", of: &state)
    guard case .prepare(let job)? = effects.first else { throw ExpectedEffect() }
    let answers = report(["a", "b"], to: &state)
    #expect(answers.compactMap(ScriptedHub.word) == ["cancel", "request 7 refused: conflict", "add b"])
    #expect(state.handle(.prepared(job.ticket, duration: .zero), at: 0).compactMap(ScriptedHub.word) == ["discard"])
    guard case .prepare(let next)? = try edit("add o = a.map { $0 }", of: &state).first else { throw ExpectedEffect() }
    _ = state.handle(.prepared(next.ticket, duration: .zero, edited: try next.edit?.applied()), at: 0)
    #expect(state.shown?.scene.rows.map(\.name) == ["a", "b", "o"])
    #expect(added(report(["a", "b", "c"], to: &state)) == ["c"])
    guard case .prepare(let last)? = try edit("add p = c.map { $0 }", of: &state).first else { throw ExpectedEffect() }
    #expect(try last.edit?.applied().history.scene.rows.map(\.name) == ["a", "b", "o", "c", "p"])
  }

  private struct ExpectedEffect: Error {}

  @Test("A replay of the scene has the rows that were added")
  func replay() throws {
    var state = HubState(playlist: Playlist(entries: [Playlist.Entry(scene: Self.taps, length: .loops(2))]))
    _ = state.handle(.began(PendingRequestID(0)), at: 0)
    _ = state.handle(.prepared(try #require(state.preparing), duration: .zero), at: 0)
    _ = report(["a", "b"], to: &state)
    _ = state.handle(.ended(try #require(state.shown?.ticket), error: nil), at: 0)
    let effects = state.handle(.tick, at: try #require(state.deadline))
    let jobs = effects.compactMap { if case .prepare(let job) = $0 { job } else { nil } }
    #expect(jobs.map { $0.scene.rows.map(\.name) } == [["a", "b"]])
  }

  @Test("A row that is added while another scene is prepared does not stop that")
  func duringAPreparation() throws {
    var state = try hub(showing: Self.taps)
    try request(Scene(name: "two", rows: []), of: &state)
    let ticket = try #require(state.preparing)
    #expect(added(report(["a", "b"], to: &state)) == ["b"])
    #expect(state.preparing == ticket)
    #expect(state.shown?.scene.rows.map(\.name) == ["a", "b"])
    _ = state.handle(.prepared(ticket, duration: .zero), at: 0)
    #expect(state.shown?.scene.name == "two")
  }

  @Test("Other scenes get no rows, also one of the same name that shows something else")
  func otherScenes() throws {
    let other = Scene(name: HubState.tapScene, rows: [Scene.Row(name: "x", content: .live(Scene.Live()))])
    for scene in [Scene(name: "two", rows: [Self.row("a")]), other] {
      var state = try hub(showing: scene)
      #expect(report(["a", "b"], to: &state).isEmpty)
      #expect(state.shown?.scene == scene)
    }
    var idle = HubState(playlist: Playlist(entries: [Playlist.Entry(scene: Self.taps)]))
    #expect(report(["b"], to: &idle).isEmpty)
  }
}
