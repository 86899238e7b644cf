import Dispatch
import Marbles
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

/// A scene whose player is not ready yet: the picture is never empty, and keys go on.
@Suite(.timeLimit(.minutes(30))) struct StartingTests {
  /// Lets players catch up with their start one by one, because they report what has happened until then.
  private final class Gate: ArrivalRecorder {
    private let isOpen = Mutex(true)
    private let passes = DispatchSemaphore(value: 0)
    private let arrivals = DispatchSemaphore(value: 0)

    func waitForPlayer() { arrivals.wait() }

    func close() { isOpen.withLock { $0 = false } }

    /// Lets all pass.
    func open() {
      isOpen.withLock { $0 = true }
      passes.signal()
    }

    func record(_ entries: [Recording.Entry]) {
      if isOpen.withLock({ $0 }) { return }
      arrivals.signal()
      passes.wait()
      passes.signal()
    }

    func add(_ row: Scene.Row, at time: SceneTime) {}
    func end(at time: SceneTime, isStopped: Bool) {}
    func unrecorded(ofRow position: Int) -> Int { 0 }
  }

  /// Two scenes, the first of which is paused at 3 s, and a wall clock that stands still.
  private final class Session {
    let playback: LocalPlayback
    let gate = Gate()
    private let news = DispatchSemaphore(value: 0)

    init() throws {
      var other = Scene.sample
      other.name = "other"
      playback = try LocalPlayback(
        drawings: try [Scene.sample, other].map { SceneDrawing(scene: $0, plan: try $0.recorded()) },
        startPausedAt: .seconds(3), wall: WallClock(now: { 0 }) { wake, _ in wake.wait() }, resultWait: .zero,
        watchdog: Watchdog { _, _ in }, recorder: { [gate] _ in gate })
      playback.begin { [news] in news.signal() }
      gate.close()
    }

    deinit {
      gate.open()
      playback.end()
    }

    /// The snapshot once the newest player is ready.
    func settled() -> PlaybackSnapshot {
      gate.open()
      while true {
        let snapshot = playback.snapshot()
        if snapshot.edits.progress == nil { return snapshot }
        news.wait()
      }
    }
  }

  private static func frame(_ snapshot: PlaybackSnapshot) -> [String] {
    let moment = FrameState(
      at: snapshot.playhead.time, of: snapshot.playhead.playback, by: FrameSchedule(of: snapshot.drawing))
    return snapshot.frame(at: moment, size: Size(columns: 80, rows: 24)).lines
  }

  @Test("a seek shows its picture at once, though its player has not caught up")
  func seek() throws {
    let session = try Session()
    session.playback.handle(.seek(.seconds(2)))
    let early = session.playback.snapshot()
    #expect(early.playhead.time == .seconds(2) && early.playhead.state == .paused)
    #expect(early.edits.progress == "computing…")
    let settled = session.settled()
    #expect(settled.playhead.time == .seconds(2) && settled.playhead.state == .paused)
    let (earlyLines, lines) = (Self.frame(early), Self.frame(settled))
    #expect(earlyLines.dropLast() == lines.dropLast() && earlyLines.last?.contains("computing…") == true)
  }

  @Test("the newest seek wins, and keys that are pressed meanwhile count")
  func newest() throws {
    let session = try Session()
    for time in 1...2 { session.playback.handle(.seek(.seconds(Int64(time)))) }
    for command in [PlaybackCommand.resume, .setSpeedFactor(2)] { session.playback.handle(command) }
    #expect(session.playback.snapshot().playhead.state == .playing)
    let settled = session.settled()
    #expect(settled.playhead.time == .seconds(2) && settled.playhead.state == .playing)
    #expect(settled.playhead.playback.speedFactor == 2)
  }

  @Test("a drag takes the place of a start, and goes on from where it ends")
  func hold() throws {
    let session = try Session()
    for command in [PlaybackCommand.restart, .drag(to: .seconds(1), phase: .preview)] {
      session.playback.handle(command)
    }
    #expect(session.playback.snapshot().playhead.time == .seconds(1) && session.playback.starting == nil)
    session.playback.handle(.drag(to: .seconds(1), phase: .kept))
    let settled = session.settled()
    #expect(settled.playhead.time == .seconds(1) && settled.playhead.state == .playing)
  }

  @Test("the old scene stays until the next one is ready")
  func change() throws {
    let session = try Session()
    let before = session.playback.snapshot()
    session.playback.handle(.seek(.seconds(1)))
    session.gate.waitForPlayer()
    session.playback.handle(.changeScene(by: 1))
    session.playback.handle(.seek(.seconds(2)))
    let early = session.playback.snapshot()
    #expect(early.drawing.scene.name == "sample" && early.edits.progress == "computing…")
    #expect(early.playhead.time == .seconds(3) && early.recording == before.recording)
    #expect(before.recording.rows.contains { !$0.isInput && !$0.timeline.events.isEmpty })
    let settled = session.settled()
    #expect(settled.drawing.scene.name == "other" && settled.playhead.time == .seconds(2))
  }
}
