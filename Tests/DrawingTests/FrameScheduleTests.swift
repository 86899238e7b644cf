import Marbles
import Scenes
import Testing

@testable import Drawing

/// Which times the parts of a playing scene show, and when that changes.
@Suite struct FrameScheduleTests {
  /// Two rows that are redrawn every 200 ms and every 50 ms; everything else every 100 ms.
  private func drawing(backdrop: Scene.Matrix? = nil) -> SceneDrawing {
    let timeline = Timeline(events: [Event(time: .seconds(1), value: 1)], end: .finish(.seconds(8)))
    let scene = Scene(
      name: "test", backdrop: backdrop, refreshInterval: .milliseconds(100),
      rows: [
        Scene.Row(name: "slow", content: .input(timeline), refreshInterval: .milliseconds(200)),
        Scene.Row(name: "fast", content: .input(timeline), refreshInterval: .milliseconds(50)),
      ])
    return SceneDrawing(scene: scene, plan: scene.emptyRecording())
  }

  @Test("Each part of a playing scene shows its last tick") func playing() {
    let playback = PlaybackState(at: 0, speedFactor: 2)
    let moment = FrameState(at: .milliseconds(790), of: playback, by: FrameSchedule(of: drawing()))
    #expect(moment.state == .playing && moment.speedFactor == 2)
    #expect(moment.time == .milliseconds(600))
    #expect(moment.rowTimes == [.milliseconds(400), .milliseconds(700)])
    #expect(moment.rain == nil)
  }

  @Test("Rain has its own times") func rain() {
    let drawing = drawing(backdrop: Scene.Matrix(refreshInterval: .milliseconds(80)))
    let moment = FrameState(at: .milliseconds(790), of: PlaybackState(at: 0), by: FrameSchedule(of: drawing))
    #expect(moment.rain == FrameState.RainTimes(columns: .milliseconds(720), glyphs: .milliseconds(760)))
  }

  @Test("A scene that does not move shows its exact time, and is never due")
  func standingStill() {
    let schedule = FrameSchedule(of: drawing())
    let standing: [(playback: PlaybackState, state: FrameState.State)] = [
      (PlaybackState(at: 0, isPaused: true), .paused), (PlaybackState(at: 0, phase: .ready), .paused),
      (PlaybackState(at: 0, phase: .ended), .finished),
    ]
    for (playback, state) in standing {
      let moment = FrameState(at: .milliseconds(790), of: playback, by: schedule)
      #expect(moment == FrameState(time: .milliseconds(790), state: state))
      #expect(schedule.untilNextTick(at: .milliseconds(790), of: playback) == nil)
    }
  }

  @Test("The next frame is due with the part that changes first")
  func nextTick() {
    let schedule = FrameSchedule(of: drawing())
    let waits = [0, 40, 50, 190].map { schedule.untilNextTick(at: .milliseconds($0), of: PlaybackState(at: 0)) }
    #expect(waits == [50_000_000, 10_000_000, 50_000_000, 10_000_000])
  }
}
