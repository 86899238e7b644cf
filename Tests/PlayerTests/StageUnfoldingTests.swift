import Dispatch
import Expressions
import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout
@testable import Player

/// `]` and `[`: stages as rows of the picture that one viewer sees.
@Suite struct StageUnfoldingTests {
  private static let size = Size(columns: 80, rows: 24)

  /// - Parameter marks: the row that shows its stages by itself.
  private func snapshot(marking marks: String? = nil) throws -> PlaybackSnapshot {
    var rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse("1-12|", row: "a").timeline)),
      Scene.Row(name: "out", content: .output(try Expression.parse("a.map { $0 * 2 }.filter { $0 > 2 }"))),
      Scene.Row(name: "last", content: .output(try Expression.parse("out.prefix(1).map { $0 }"))),
    ]
    for row in rows.indices { rows[row].showsStages = rows[row].name == marks }
    let scene = Scene(name: "test", rows: rows)
    let plan = try BoundedRun(scene, stages: .marked).perform().get()
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
    let open = open(viewer, snapshot)
    let first = unfolding.unfolded(snapshot, open) { renumbered.renumber(from: $0, to: $1) }
    if !open.isEmpty, first.owners == nil { isRecorded.wait() }
    let seen = unfolding.unfolded(snapshot, open) { renumbered.renumber(from: $0, to: $1) }
    viewer = renumbered
    return seen
  }

  private func open(_ viewer: Viewer, _ snapshot: PlaybackSnapshot) -> Set<String> {
    viewer.stages.shown(in: snapshot.drawing.scene)
  }

  private func names(_ snapshot: PlaybackSnapshot) -> [String] { snapshot.drawing.scene.rows.map(\.name) }

  private func press(_ key: Character, _ viewer: inout Viewer, _ snapshot: PlaybackSnapshot) -> [Viewer.Request] {
    viewer.press(.character(key), [], watching: snapshot, size: Self.size)
  }

  @Test("a run that fails says why, once") func failure() throws {
    let row = Scene.Row(name: "out", content: .output(try Expression.parse("nowhere.map { $0 }.filter { $0 > 1 }")))
    let scene = Scene(name: "test", rows: [row])
    let plan = scene.emptyRecording()
    let snapshot = PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: plan), recording: plan,
      playhead: Playhead(time: .zero, playback: PlaybackState(at: 0, isPaused: true)))
    let isDone = DispatchSemaphore(value: 0)
    let unfolding = StageUnfolding { isDone.signal() }
    // The run may be done before the first picture is asked for its stages, or after it.
    var problems: [String?] = []
    for isLater in [false, true, true] {
      if isLater, problems.count == 1 { isDone.wait() }
      #expect(unfolding.unfolded(snapshot, ["out"]) { _, _ in }.owners == nil)
      problems.append(unfolding.takeProblem())
    }
    let told = problems.compactMap { $0 }
    #expect(
      told.count == 1 && told[0].hasPrefix("the stages can't be shown: ") && told[0].contains("nowhere"), "\(told)")
  }

  @Test("keys that edit are not offered while stages are shown") func keysThatEdit() throws {
    let snapshot = try snapshot()
    var viewer = Viewer()
    #expect(viewer.keyContext(of: snapshot, size: Self.size).canEdit)
    _ = press("]", &viewer, snapshot)
    #expect(!viewer.keyContext(of: seen(&viewer, snapshot), size: Self.size).canEdit)
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
    #expect(open(viewer, snapshot) == ["out"])
    viewer = Viewer()

    viewer.selected = EventKey(row: 2, index: 0)
    #expect(press("]", &viewer, snapshot) == [])
    unfolded = seen(&viewer, snapshot)
    #expect(names(unfolded) == ["a", "out", "last.prefix", "last"])
    #expect(viewer.selected == EventKey(row: 3, index: 0))
  }

  @Test("a row with `stages: true` shows them from the first picture on, until they are folded")
  func markedRows() throws {
    let snapshot = try snapshot(marking: "last")
    var viewer = Viewer()
    // Nothing is recorded a second time.
    let unfolding = StageUnfolding { Issue.record("the plan has the stages") }
    var unfolded = unfolding.unfolded(snapshot, open(viewer, snapshot)) { _, _ in }
    #expect(names(unfolded) == ["a", "out", "last.prefix", "last"])

    #expect(press("[", &viewer, unfolded) == [])
    unfolded = unfolding.unfolded(snapshot, open(viewer, snapshot)) { _, _ in }
    #expect(names(unfolded) == ["a", "out", "last"])
    #expect(press("]", &viewer, unfolded) == [])
    #expect(open(viewer, snapshot) == ["out", "last"])

    // Another scene is as it says.
    _ = press("[", &viewer, unfolded)
    var other = try self.snapshot(marking: "out").drawing.scene
    #expect(viewer.stages.shown(in: other) == [])
    other.name = "other"
    #expect(viewer.stages.shown(in: other) == ["out"])
  }

  @Test("of a row with one operator, there are none") func singleOperators() throws {
    var scene = try snapshot().drawing.scene
    scene.rows.removeLast()
    scene.rows[1].content = .output(try Expression.parse("a.map { $0 }"))
    let plan = try BoundedRun(scene).perform().get()
    let snapshot = PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: plan), recording: plan,
      playhead: Playhead(time: .seconds(4), playback: PlaybackState(at: 0, isPaused: true)))
    var viewer = Viewer()
    #expect(
      press("]", &viewer, snapshot) == [
        .say("no expression has a second operator outside of closures, so there are no stages to show")
      ])
    // The scene can be edited without folding.
    #expect(seen(&viewer, snapshot).owners == nil)
    viewer.selected = EventKey(row: 1, index: 0)
    #expect(
      press("]", &viewer, snapshot) == [
        .say("out has no second operator outside of closures, so it has no stages to show")
      ])
  }

  @Test("a marble is not dragged while stages are shown, as rows have other positions") func dragging() throws {
    let snapshot = try snapshot(marking: "out")
    var viewer = Viewer()
    let unfolded = seen(&viewer, snapshot)
    let marble = try #require(
      viewer.picture(of: unfolded, size: Self.size).anchors.marbles.first { $0.row == 0 && $0.events.first?.value == 1 }
    )
    let (column, row) = (marble.bounds.columns.lowerBound, marble.bounds.rows.lowerBound)
    func point(_ action: Mouse.Action, _ column: Int) -> [Viewer.Request] {
      viewer.point(Mouse(action, column: column, row: row), watching: unfolded, size: Self.size)
    }
    #expect(point(.press(.left), column) == [])
    #expect(viewer.selected == EventKey(row: 0, index: 0))
    #expect(point(.drag(.left), column + 9) == [.say(Viewer.stagesAreNotEdited)])
    #expect(point(.drag(.left), column + 12) == [] && point(.release(.left), column + 12) == [])
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
    #expect(open(viewer, snapshot).isEmpty)
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
