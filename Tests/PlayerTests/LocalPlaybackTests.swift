import Dispatch
import Expressions
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Scenes
import Synchronization
import Terminal
import Testing

@testable import Drawing
@testable import Playback
@testable import Player

/// Scenes that are played in this process, by a wall clock that jumps to whatever is waited for.
@Suite struct LocalShowTests {
  /// Jumps to each deadline; stands still while nothing is due.
  private final class Wall: Sendable {
    private let time = Atomic<Int64>(1_000_000_000)

    var clock: WallClock {
      WallClock(now: { self.time.load(ordering: .sequentiallyConsistent) }) { wake, deadline in
        guard let deadline else { return wake.wait() }
        self.time.store(deadline, ordering: .sequentiallyConsistent)
      }
    }

    func advance(milliseconds: Int64) { time.add(milliseconds * 1_000_000, ordering: .sequentiallyConsistent) }
  }

  /// Lets something happen on a thread that may wait.
  private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: body)) }
    }
  }

  private static func drawing(_ scene: Scene) throws -> SceneDrawing {
    SceneDrawing(scene: scene, plan: try scene.plan())
  }

  /// Waits until the scene that plays is over.
  private static func awaitEnd(of source: LocalPlayback, _ news: DispatchSemaphore) {
    while source.snapshot().playhead.state != .finished { news.wait() }
  }

  @Test("The end is seen for a second before the next round") func loops() async throws {
    try await onOwnThread {
      let (wall, news) = (Wall(), DispatchSemaphore(value: 0))
      let begun = Atomic(0)
      let source = try LocalPlayback(drawings: [try Self.drawing(.sample)], loops: true, wall: wall.clock) { _ in
        begun.add(1, ordering: .relaxed)
      }
      source.begin { news.signal() }
      defer { source.end() }
      Self.awaitEnd(of: source, news)
      try source.advance()
      #expect(source.untilAdvance == 1_000_000_000)
      wall.advance(milliseconds: 999)
      try source.advance()
      #expect(source.untilAdvance == 1_000_000 && begun.load(ordering: .relaxed) == 1)
      wall.advance(milliseconds: 1)
      try source.advance()
      #expect(begun.load(ordering: .relaxed) == 2)
    }
  }

  @Test("A scene that can't be played when its turn comes is an error, and no picture of another one")
  func unplayable() async throws {
    try await onOwnThread {
      var broken = Scene.sample
      broken.rows.append(Scene.Row(name: "m", content: .output(try Expression.parse("merge(ints, nope)"))))
      let drawings = [try Self.drawing(.sample), SceneDrawing(scene: broken, plan: try Scene.sample.recorded())]
      let source = try LocalPlayback(drawings: drawings, startPausedAt: .seconds(1), wall: Wall().clock)
      source.begin {}
      defer { source.end() }
      try source.advance()
      source.handle(.changeScene(by: 1))
      #expect(throws: SceneError.self) { try source.advance() }
      #expect(source.snapshot().drawing.scene == .sample)
    }
  }

  @Test("To begin, or to look, after the end is to stand at the end") func clamped() async throws {
    try await onOwnThread {
      let source = try LocalPlayback(
        drawings: [try Self.drawing(.sample)], startPausedAt: .seconds(99), wall: Wall().clock)
      source.begin {}
      defer { source.end() }
      let end = source.snapshot().drawing.plan.duration
      #expect(source.snapshot().playhead.time == end)
      source.handle(.seek(.seconds(1)))
      #expect(source.snapshot().playhead.time == .seconds(1))
      source.handle(.seek(.seconds(99)))
      #expect(source.snapshot().playhead.time == end)
    }
  }

  @Test("Nothing that arrived is lost when keys look back or start over") func live() async throws {
    try await onOwnThread {
      let (wall, news) = (Wall(), DispatchSemaphore(value: 0))
      let scene = Scene(name: "live", rows: [Scene.Row(name: "a", content: .live(Scene.Live(capacity: 100)))])
      let source = try LocalPlayback(drawings: [try Self.drawing(scene)], wall: wall.clock) { scenePlayback in
        scenePlayback.liveInput("a")?.send(1)
        scenePlayback.liveInput("a")?.finish()
      }
      source.begin { news.signal() }
      defer { source.end() }
      Self.awaitEnd(of: source, news)
      for command in [PlaybackCommand.restart, .seek(.zero), .seek(.seconds(1)), .hold(at: .zero), .release] {
        source.handle(command)
        let snapshot = source.snapshot()
        #expect(snapshot.recording.rows[0].timeline.events.map(\.value) == [1], "\(command)")
        #expect(snapshot.playhead.state == .finished, "\(command)")
      }
      let picture = Viewer().picture(of: source.snapshot(), size: Size(columns: 120, rows: 24))
      #expect(picture.canvas.lines.last?.contains("restart") == false)
    }
  }
}
