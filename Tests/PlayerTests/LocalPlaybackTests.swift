import Dispatch
import Expressions
import Inputs
import Marbles
import Operators
import Platform
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

  @Test("A presented scene waits at its end for a key") func waits() async throws {
    try await onOwnThread {
      let (wall, news) = (Wall(), DispatchSemaphore(value: 0))
      let drawings = [try Self.drawing(.sample), try Self.drawing(.sample)]
      let source = try LocalPlayback(drawings: drawings, waitsAtEnd: true, wall: wall.clock)
      source.begin { news.signal() }
      defer { source.end() }
      #expect(source.snapshot().place == ScenePlace(1, of: 2))
      Self.awaitEnd(of: source, news)
      try source.advance()
      wall.advance(milliseconds: 60_000)
      try source.advance()
      #expect(source.untilAdvance == nil && source.snapshot().place == ScenePlace(1, of: 2))
      source.handle(.changeScene(by: 1))
      #expect(source.snapshot().place == ScenePlace(2, of: 2))
    }
  }

  @Test("A show may start with a later scene, and goes back to the first") func startingWithAnother() throws {
    var other = Scene.sample
    other.name = "other"
    let source = try LocalPlayback(
      drawings: [try Self.drawing(.sample), try Self.drawing(other)], startingWith: 1, startPausedAt: .zero,
      wall: Wall().clock)
    defer { source.end() }
    #expect(source.snapshot().place == ScenePlace(2, of: 2) && source.snapshot().drawing.scene.name == "other")
    source.handle(.changeScene(by: -1))
    #expect(source.snapshot().place == ScenePlace(1, of: 2) && source.snapshot().drawing.scene.name == "sample")
  }

  @Test("A scene of the library is played when it is chosen, and loaded once") func choosing() async throws {
    try await onOwnThread {
      struct Unreadable: Error, CustomStringConvertible { var description: String { "not a scene" } }
      let loads = Atomic(0)
      let choices = ["sample", "other", "broken"].map {
        SceneChoice(name: $0, title: $0, about: "", group: "Scenes")
      }
      let library = ChoosableScenes(
        choices: { choices },
        scene: { choice, _ in
          guard choice.name == "other" else { throw Unreadable() }
          loads.add(1, ordering: .relaxed)
          var scene = Scene.sample
          scene.name = choice.name
          return scene
        }, drawing: { SceneDrawing(scene: $0, plan: $1) })
      let source = try LocalPlayback(
        drawings: [try Self.drawing(.sample)], library: library, startPausedAt: .zero, wall: Wall().clock)
      source.begin {}
      defer { source.end() }
      // The scene of the command line is one of the library, so it is not listed twice.
      #expect(source.choices == choices)
      for _ in 0..<2 {
        source.handle(.choose(1))
        let snapshot = source.snapshot()
        #expect(snapshot.drawing.scene.name == "other" && snapshot.playhead.state != .paused)
        // Not a part of what is played in turn.
        #expect(!source.goesOn && snapshot.isOneOfSeveral && snapshot.place == nil)
        source.handle(.choose(0))
        #expect(source.snapshot().drawing.scene.name == "sample")
      }
      #expect(loads.load(ordering: .relaxed) == 1)
      source.handle(.choose(2))
      #expect(source.snapshot().drawing.scene.name == "sample" && source.snapshot().notice == "broken: not a scene")
      source.handle(.pause)
      #expect(source.snapshot().notice == nil)
    }
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

  /// A live scene whose row `a` gets one value and ends, or stays open.
  private static func liveSource(
    _ others: [Scene] = [], wall: Wall, finish: Bool = true
  ) throws -> LocalPlayback {
    let output = Scene.Row(name: "b", content: .output(try Expression.parse("a.map { $0 + 1 }")))
    let live = Scene.Row(name: "a", content: .live(Scene.Live(capacity: 100)))
    let drawings = [Scene(name: "live", rows: [live, output])] + others
    return try LocalPlayback(drawings: try drawings.map(Self.drawing), wall: wall.clock) { scenePlayback in
      scenePlayback.liveInput("a")?.send(1)
      if finish { scenePlayback.liveInput("a")?.finish() }
    }
  }

  @Test("Nothing that arrived is lost when keys look back") func live() async throws {
    try await onOwnThread {
      let (wall, news) = (Wall(), DispatchSemaphore(value: 0))
      let source = try Self.liveSource(wall: wall)
      source.begin { news.signal() }
      defer { source.end() }
      Self.awaitEnd(of: source, news)
      for command in [PlaybackCommand.seek(.zero), .seek(.seconds(1)), .drag(to: .zero, phase: .kept)] {
        source.handle(command)
        let snapshot = source.snapshot()
        #expect(snapshot.recording.rows[0].timeline.events.map(\.value) == [1], "\(command)")
        #expect(snapshot.playhead.state == .finished, "\(command)")
      }
      let picture = Viewer().picture(of: source.snapshot(), size: Size(columns: 120, rows: 24))
      #expect(picture.canvas.lines.last?.contains("r play again") == true)
    }
  }

  @Test("At the end of a live scene, to restart is to play again what was recorded") func replay() async throws {
    try await onOwnThread {
      let (wall, news) = (Wall(), DispatchSemaphore(value: 0))
      let source = try Self.liveSource(wall: wall)
      source.begin { news.signal() }
      defer { source.end() }
      Self.awaitEnd(of: source, news)
      source.handle(.restart)
      #expect(!source.snapshot().drawing.scene.isLive)
      Self.awaitEnd(of: source, news)
      let again = source.snapshot()
      #expect(again.recording.rows.map { $0.timeline.events.map(\.value) } == [[1], [2]])
      #expect(again.drawing.plan.rows[1].timeline.events.map(\.value) == [2])
      // And as often as one likes.
      source.handle(.restart)
      Self.awaitEnd(of: source, news)
      #expect(source.snapshot().recording.rows[1].timeline.events.map(\.value) == [2])
    }
  }

  @Test("While a live scene runs, to restart changes nothing") func restartWhileLive() async throws {
    try await onOwnThread {
      let (wall, news) = (Wall(), DispatchSemaphore(value: 0))
      let source = try Self.liveSource(wall: wall, finish: false)
      source.begin { news.signal() }
      defer { source.end() }
      while source.snapshot().recording.rows[1].timeline.events.isEmpty { news.wait() }
      source.handle(.restart)
      #expect(source.snapshot().drawing.scene.isLive)
      #expect(source.snapshot().recording.rows[0].timeline.events.map(\.value) == [1])
    }
  }

  @Test("A live scene goes on while another is shown") func parked() async throws {
    try await onOwnThread {
      let (wall, news) = (Wall(), DispatchSemaphore(value: 0))
      let source = try Self.liveSource([.sample], wall: wall, finish: false)
      source.begin { news.signal() }
      defer { source.end() }
      while source.snapshot().recording.rows[1].timeline.events.isEmpty { news.wait() }
      source.handle(.changeScene(by: 1))
      #expect(source.snapshot().drawing.scene == .sample)
      source.handle(.changeScene(by: 1))
      #expect(source.snapshot().drawing.scene.name == "live")
      #expect(source.snapshot().recording.rows.map { $0.timeline.events.map(\.value) } == [[1], [2]])
    }
  }
}
