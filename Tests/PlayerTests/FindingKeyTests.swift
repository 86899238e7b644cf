import Dispatch
import Marbles
import Narrations
import Playback
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// The doctor while a scene plays: when it looks, and the key that shows what it has found.
@Suite struct FindingKeyTests {
  private static let size = Size(columns: 80, rows: 24)
  private static let rows = """
    rows:
      typed: { marbles: "abcdefgh|" }
      results: { apply: "typed.debounce(for: .seconds(2))" }
    """

  private func scene(_ text: String = Self.rows) throws -> Scene {
    try SceneFile(parsing: text, path: "test.yaml").scene
  }

  private func snapshot(_ scene: Scene) throws -> PlaybackSnapshot {
    let plan = try scene.plan()
    let drawing = SceneDrawing(scene: scene, plan: plan)
    drawing.examine()
    return PlaybackSnapshot(
      drawing: drawing, recording: plan, playhead: Playhead(time: .zero, playback: PlaybackState(at: 0, isPaused: true))
    )
  }

  private func screen(_ viewer: Viewer, _ snapshot: PlaybackSnapshot) -> String {
    viewer.screen(of: snapshot, size: Self.size).canvas.lines.joined(separator: "\n")
  }

  private func press(_ key: Key, _ viewer: inout Viewer, _ snapshot: PlaybackSnapshot) -> [Viewer.Request] {
    viewer.press(key, [], watching: snapshot, size: Self.size)
  }

  @Test("! shows the findings, and the next key closes them") func key() throws {
    let snapshot = try snapshot(scene())
    var viewer = Viewer()
    #expect(!screen(viewer, snapshot).contains("never-quiet"))
    #expect(screen(viewer, snapshot).contains("! findings"))
    for closing in [Key.character("!"), .escape, .character("X")] {
      #expect(press(.character("!"), &viewer, snapshot) == [])
      let text = screen(viewer, snapshot)
      #expect(text.contains("‼ The doctor: 1 finding") && text.contains("never-quiet: `.debounce`"))
      // A key that edits does nothing else.
      #expect(press(closing, &viewer, snapshot) == [])
      #expect(!screen(viewer, snapshot).contains("never-quiet"), "\(closing)")
    }
  }

  @Test("without findings, and while outputs are hidden, ! does nothing") func nothing() throws {
    var viewer = Viewer()
    let healthy = try snapshot(scene(Self.rows.replacing("seconds(2)", with: "milliseconds(20)")))
    #expect(press(.character("!"), &viewer, healthy) == [] && viewer.pageOfFindings == nil)
    let snapshot = try snapshot(scene())
    _ = press(.character("h"), &viewer, snapshot)
    #expect(press(.character("!"), &viewer, snapshot) == [] && viewer.pageOfFindings == nil)
    #expect(!screen(viewer, snapshot).contains("‼"))
    _ = press(.character("H"), &viewer, snapshot)
    #expect(screen(viewer, snapshot).contains("results‼"))
  }

  @Test("each run of an edited scene is examined, and its stages keep the sign") func runs() throws {
    let hasEnded = DispatchSemaphore(value: 0)
    let run = NewestRun<SceneDrawing> { hasEnded.signal() }
    let scene = try scene(Self.rows.replacing("typed.debounce", with: "typed.prefix(9).debounce"))
    run.start(scene) { SceneDrawing(scene: scene, plan: $0) }
    hasEnded.wait()
    let drawing = try #require(try run.take()?.get())
    #expect(drawing.findings.entries.map(\.row) == ["results"])
    let playback = PlaybackSnapshot(
      drawing: drawing, recording: drawing.plan,
      playhead: Playhead(time: .zero, playback: PlaybackState(at: 0, isPaused: true)))
    let unfolding = StageUnfolding { hasEnded.signal() }
    _ = unfolding.unfolded(playback, ["results"]) { _, _ in }
    hasEnded.wait()
    let seen = unfolding.unfolded(playback, ["results"]) { _, _ in }
    #expect(seen.owners?.count == 3)
    #expect(screen(Viewer(), seen).contains("results‼"))
  }

  @Test("a live scene, a large one, and a run that was stopped are not examined") func limits() throws {
    let live = Scene(name: "live", rows: [Scene.Row(name: "log", content: .live(Scene.Live()))])
    #expect(SceneFindings(running: live, like: live.emptyRecording()).isEmpty)
    let scene = try scene()
    let plan = try scene.plan()
    let stopped = Cancellation()
    stopped.cancel()
    #expect(SceneFindings(running: scene, like: plan, stopped).isEmpty)
    #expect(!SceneFindings(running: scene, like: plan).isEmpty)
    // Its closures take more steps than the doctor may spend.
    let slow = try self.scene(
      Self.rows.replacing("typed.debounce", with: "typed.map { x in (0..<20000).map { $0 }.count }.debounce"))
    #expect(SceneFindings(running: slow, like: try slow.plan()).isEmpty)
  }
}
