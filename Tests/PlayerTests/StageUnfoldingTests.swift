import Dispatch
import Expressions
import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// `]` and `[`: stages as rows of the picture that one viewer sees.
@Suite struct StageUnfoldingTests {
  private static let size = Size(columns: 80, rows: 24)

  private func snapshot() throws -> PlaybackSnapshot {
    let rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse("1-12|", row: "a").timeline)),
      Scene.Row(name: "out", content: .output(try Expression.parse("a.map { $0 * 2 }.filter { $0 > 2 }"))),
      Scene.Row(name: "last", content: .output(try Expression.parse("out.prefix(1).map { $0 }"))),
    ]
    let scene = Scene(name: "test", rows: rows)
    let plan = try BoundedRun(scene).perform().get()
    return PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: plan), recording: plan,
      playhead: Playhead(time: .seconds(4), playback: PlaybackState(at: 0, isPaused: true)))
  }

  /// What a viewer sees once the stages are recorded.
  private func seen(_ viewer: inout Viewer, _ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
    let isRecorded = DispatchSemaphore(value: 0)
    let unfolding = StageUnfolding { isRecorded.signal() }
    var renumbered = viewer
    _ = unfolding.unfolded(snapshot, []) { _, _ in }
    _ = unfolding.unfolded(snapshot, viewer.openStages) { renumbered.renumber(from: $0, to: $1) }
    if !viewer.openStages.isEmpty { isRecorded.wait() }
    let seen = unfolding.unfolded(snapshot, viewer.openStages) { renumbered.renumber(from: $0, to: $1) }
    viewer = renumbered
    return seen
  }

  private func names(_ snapshot: PlaybackSnapshot) -> [String] { snapshot.drawing.scene.rows.map(\.name) }

  private func press(_ key: Character, _ viewer: inout Viewer, _ snapshot: PlaybackSnapshot) -> [Viewer.Request] {
    viewer.press(.character(key), [], watching: snapshot, size: Self.size)
  }

  @Test("of all outputs, or of the row that is selected; the selection stays where it is") func keys() throws {
    let snapshot = try snapshot()
    var viewer = Viewer()
    #expect(names(seen(&viewer, snapshot)) == ["a", "out", "last"])

    #expect(press("]", &viewer, snapshot) == [])
    var unfolded = seen(&viewer, snapshot)
    #expect(names(unfolded) == ["a", "out.map", "out", "last.prefix", "last"])
    #expect(unfolded.owners == ["a", "out", "out", "last", "last"])
    #expect(unfolded.recording.rows[1].timeline.events.map(\.value) == [2, 2, 4].map(Value.int))

    // A stage is selected: its row is folded.
    viewer.selected = EventKey(row: 3, index: 0)
    #expect(press("[", &viewer, unfolded) == [])
    #expect(viewer.openStages == ["out"])
    viewer = Viewer()

    viewer.selected = EventKey(row: 2, index: 0)
    #expect(press("]", &viewer, snapshot) == [])
    unfolded = seen(&viewer, snapshot)
    #expect(names(unfolded) == ["a", "out", "last.prefix", "last"])
    #expect(viewer.selected == EventKey(row: 3, index: 0))
  }

  @Test("rows that are gone are not selected any more") func renumbering() {
    var viewer = Viewer()
    (viewer.selected, viewer.focusedRow) = (EventKey(row: 1, index: 2), 1)
    viewer.renumber(from: ["a", "out.map", "out"], to: ["a", "out"])
    #expect(viewer.selected == nil && viewer.focusedRow == nil)
    viewer.focusedRow = 1
    viewer.renumber(from: ["a", "out"], to: ["a", "out.map", "out"])
    #expect(viewer.focusedRow == 2)
  }

  @Test("a key that edits says that stages have to be folded first") func editing() throws {
    let snapshot = try snapshot()
    var viewer = Viewer()
    _ = press("]", &viewer, snapshot)
    let unfolded = seen(&viewer, snapshot)
    #expect(press("e", &viewer, unfolded) == [.say("press [ to fold the stages, and then edit the row")])
    _ = press("[", &viewer, unfolded)
    #expect(viewer.openStages.isEmpty)
    #expect(press("e", &viewer, snapshot) != [.say("press [ to fold the stages, and then edit the row")])
  }

  @Test("frames show the marbles and marks of stages up to the playhead") func frames() throws {
    var snapshot = try snapshot()
    snapshot.playhead = Playhead(time: .seconds(2), playback: PlaybackState(at: 0, isPaused: true))
    var viewer = Viewer()
    _ = press("]", &viewer, snapshot)
    let unfolded = seen(&viewer, snapshot)
    let text = unfolded.frame(at: viewer.moment(of: unfolded), size: Size(columns: 80, rows: 40)).text
    #expect(text.contains("out.map") && text.contains(".filter { $0 > 2 }"))
    // 4 comes at 3 s.
    #expect(!text.contains("▐4▌"))
  }
}
