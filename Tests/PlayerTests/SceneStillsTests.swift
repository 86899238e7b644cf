import Dispatch
import Marbles
import Playback
import SceneFiles
import SceneTestSupport
import Scenes
import Synchronization
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// The scene beside the list of scenes is computed on another thread.
@Suite(.timeLimit(.minutes(30))) struct SceneStillsTests {
  /// Scenes whose runs begin and end when the test says so.
  private final class Runs: Sendable {
    private struct State {
      var begun: [Int] = []
      var running = 0
      var mostAtOnce = 0
      var cancelled: [Int] = []
    }

    private let state = Mutex(State())
    private let hasBegun = DispatchSemaphore(value: 0)
    private let door = DispatchSemaphore(value: 0)
    private let news = DispatchSemaphore(value: 0)
    private let drawing: SceneDrawing

    init() throws { drawing = SceneDrawing(scene: .sample, plan: try Scene.sample.recorded()) }

    var begun: [Int] { state.withLock { $0.begun } }
    var cancelled: [Int] { state.withLock { $0.cancelled } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    /// Waits until a run has begun.
    func waitForBegin() { hasBegun.wait() }
    /// Lets a run end.
    func letOneEnd() { door.signal() }
    /// Waits until a picture is ready.
    func waitForNews() { news.wait() }

    func makeStills() -> SceneStills { SceneStills(watchdog: Watchdog { _, _ in }) { self.news.signal() } }

    func preview(_ index: Int) -> (@Sendable (Cancellation) throws -> SceneDrawing)? {
      { cancellation in
        self.state.withLock { state in
          state.begun.append(index)
          state.running += 1
          state.mostAtOnce = max(state.mostAtOnce, state.running)
        }
        self.hasBegun.signal()
        self.door.wait()
        self.state.withLock { state in
          state.running -= 1
          if cancellation.isSet { state.cancelled.append(index) }
        }
        return self.drawing
      }
    }
  }

  private func isNil(_ still: SceneStill?) -> Bool { if case nil = still { true } else { false } }

  @Test("each scene is computed once, and is there at once when it is selected again") func once() throws {
    let runs = try Runs()
    let stills = runs.makeStills()
    for index in [0, 1] {
      #expect(isNil(stills.still(of: index, preview: runs.preview)))
      #expect(isNil(stills.still(of: index, preview: runs.preview)))
      runs.letOneEnd()
      runs.waitForNews()
      #expect(stills.still(of: index, preview: runs.preview)?.drawing != nil)
    }
    for index in [0, 1, 0] { #expect(stills.still(of: index, preview: runs.preview)?.drawing != nil) }
    #expect(runs.begun == [0, 1] && runs.cancelled == [])
    // The next list begins without pictures.
    stills.forget()
    #expect(isNil(stills.still(of: 1, preview: runs.preview)))
    runs.letOneEnd()
    runs.waitForNews()
    #expect(runs.begun == [0, 1, 1])
  }

  @Test("a run whose scene is not selected any more is cancelled, and only one is running") func moving() throws {
    let runs = try Runs()
    let stills = runs.makeStills()
    #expect(isNil(stills.still(of: 0, preview: runs.preview)))
    runs.waitForBegin()
    // The runs between are never begun.
    for index in 1...20 { #expect(isNil(stills.still(of: index, preview: runs.preview))) }
    runs.letOneEnd()
    runs.letOneEnd()
    runs.waitForNews()
    #expect(stills.still(of: 20, preview: runs.preview)?.drawing != nil)
    #expect(runs.begun == [0, 20] && runs.cancelled == [0] && runs.mostAtOnce == 1)
    // What was cancelled is not known.
    #expect(isNil(stills.still(of: 0, preview: runs.preview)))
    runs.letOneEnd()
    runs.waitForNews()
    #expect(stills.still(of: 0, preview: runs.preview)?.drawing != nil)
    #expect(isNil(stills.still(of: nil, preview: runs.preview)))
  }

  @Test("a picture that is ready soon follows its key at once") func waiting() throws {
    let runs = try Runs()
    let stills = SceneStills(waiting: .seconds(3600)) {}
    runs.letOneEnd()
    #expect(stills.still(of: 0, preview: runs.preview)?.drawing != nil)
  }

  @Test("a scene that can't run says so in one line") func problem() throws {
    struct Failure: Error, CustomStringConvertible { var description: String { "row a: it is wrong\n  here" } }
    let stills = SceneStills(waiting: .seconds(3600)) {}
    let fails: @Sendable (Cancellation) throws -> SceneDrawing = { _ in throw Failure() }
    #expect(stills.still(of: 0) { _ in fails }?.problem == "this scene can't run: row a: it is wrong")
    #expect(isNil(stills.still(of: 1) { _ in nil }))
  }

  @Test("scenes of the library, those that play and live ones") func previews() throws {
    var (other, live) = (Scene.sample, Scene.sample)
    other.name = "other"
    (live.name, live.rows) = ("live", [Scene.Row(name: "in", content: .live(Scene.Live()))])
    let library = ChoosableScenes(
      choices: { [SceneChoice(name: "other", title: "other", about: "", group: "Scenes")] },
      scene: { [other] _, _ in other }, drawing: { SceneDrawing(scene: $0, plan: $1) })
    let playback = try LocalPlayback(
      drawings: [
        SceneDrawing(scene: .sample, plan: try Scene.sample.recorded()),
        SceneDrawing(scene: live, plan: live.emptyRecording()),
      ], library: library, startPausedAt: .zero)
    defer { playback.end() }
    let names = playback.choices.map(\.name)
    func drawing(_ name: String) throws -> SceneDrawing {
      let position = try #require(names.firstIndex(of: name))
      let make = try #require(playback.preview(of: position))
      return try make(Cancellation())
    }
    #expect(try drawing("sample").scene == .sample)
    let unknown = try drawing("other")
    #expect(unknown.scene == other && unknown.plan.rows == playback.drawing.plan.rows)
    let stills = SceneStills(waiting: .seconds(3600)) {}
    let position = try #require(names.firstIndex(of: "live"))
    #expect(
      stills.still(of: position, preview: playback.preview)?.problem == "a live scene shows what arrives while it plays"
    )
    #expect(playback.preview(of: names.count) == nil)
  }
}

extension SceneStill {
  fileprivate var drawing: SceneDrawing? { if case .drawing(let drawing) = self { drawing } else { nil } }
  fileprivate var problem: String? { if case .problem(let text) = self { text } else { nil } }
}
