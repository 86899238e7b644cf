import Marbles
import Operators
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout
@testable import Player

/// Times up to 100 years, windows from 1 ns, sizes from 1x1: no valid request ends the process.
@Suite struct ExtremeTests {
  private static let century = SceneTime.seconds(100 * 365.25 * 86_400)
  private static let spans: [SceneTime] = [
    .nanoseconds(1), .nanoseconds(999), .milliseconds(1), .seconds(1), .seconds(86_400), century,
  ]
  private static let sizes = [
    Size(columns: 1, rows: 1), Size(columns: 1, rows: 60), Size(columns: 200, rows: 1), Size(columns: 20, rows: 5),
    Size(columns: 21, rows: 60), Size(columns: 200, rows: 6),
  ]

  /// A row that ends and one that does not, and an output of both.
  private func scene(_ span: SceneTime, window: SceneTime?, endsWith end: Timeline.End = .open) -> Scene {
    func events(_ times: [SceneTime]) -> [Event] {
      times.enumerated().map { Event(time: $1, value: .int($0), color: .cyan) }
    }
    var scene = Scene(
      name: "extreme",
      rows: [
        Scene.Row(name: "a", content: .input(Timeline(events: events([.zero, span]), end: .finish(span)))),
        Scene.Row(
          name: "b", content: .input(Timeline(events: events([.nanoseconds(span.nanoseconds / 2)]), end: end))),
      ])
    scene.rows[0].animation = Animation(.drop, duration: span)
    scene.window = window
    return scene
  }

  private func moments(_ span: SceneTime) -> [FrameState] {
    [
      FrameState(time: .zero), FrameState(time: .nanoseconds(span.nanoseconds / 3), speedFactor: 1e-6, state: .playing),
      FrameState(time: span, speedFactor: 1e6, state: .playing), FrameState(time: Self.century, scroll: .max),
      FrameState(time: .distantFuture, state: .finished, scroll: -1),
    ]
  }

  @Test("Every span is drawn in every window at every size", arguments: spans, [nil] + spans.map(Optional.some))
  func frames(span: SceneTime, window: SceneTime?) throws {
    var scene = scene(span, window: window)
    scene.animationTime = .wall
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    for size in Self.sizes {
      for moment in moments(span) {
        let canvas = drawing.frame(recording, at: moment, size: size)
        #expect(canvas.size == size)
        let overlay = PlaylistOverlay(showsCard: true, position: 1, count: 2, next: "b", message: "m", isPaused: true)
        let snapshot = PlaybackSnapshot(
          drawing: drawing, recording: recording,
          playhead: Playhead(time: moment.time, playback: PlaybackState(at: 0, isPaused: true)), overlay: overlay)
        #expect(snapshot.frame(at: moment, size: size).size == size)
      }
    }
  }

  @Test("A live row has any window", arguments: spans) func liveFrames(window: SceneTime) throws {
    var scene = Scene(name: "live", rows: [Scene.Row(name: "a", content: .live(Scene.Live(capacity: 100)))])
    scene.window = window
    var recording = scene.emptyRecording()
    for (index, span) in Self.spans.enumerated() {
      let event = Event(time: span, value: .int(index), color: .cyan)
      recording.append(Recording.Entry(row: 0, index: index, time: span, kind: .value(event)))
    }
    let drawing = SceneDrawing(scene: scene, plan: scene.emptyRecording())
    for size in Self.sizes {
      for time in [SceneTime.zero] + Self.spans {
        #expect(drawing.frame(recording, at: FrameState(time: time), size: size).size == size)
      }
    }
  }

  @Test("The largest frames are drawn", arguments: [(1000, 1000), (1, 1000), (1000, 1), (20, 1000), (1000, 5)])
  func largestFrames(columns: Int, rows: Int) throws {
    let (scene, size) = (scene(Self.century, window: nil), Size(columns: columns, rows: rows))
    #expect(try canvas(scene, at: Self.century, size: size).size == size)
  }

  @Test("Columns and times of any scale are finite", arguments: spans, spans)
  func scales(duration: SceneTime, extent: SceneTime) {
    for (width, marble) in [(8, 5), (8, 3), (80, 3), (1000, 5)] {
      let scale = TimeScale(left: 4, width: width, marble: marble, duration: duration, extent: extent)
      for time in Self.spans + [.zero, .distantFuture] {
        let moved = scale.following(time)
        let ticks = moved.ticks(every: moved.tickInterval(labelWidth: 4))
        #expect(ticks.count <= width)
        #expect(moved.edge(time) <= 1 << 61)
        for column in [Int.min >> 8, -1000, -1, 0, 1, 1000, Int.max >> 8] {
          let span = scale.span(ofColumns: column)
          #expect(column == 0 ? span == .zero : column < 0 ? span <= .zero : span >= .zero)
        }
        for column in [-1000, 0, 1, 1000] { #expect(moved.earliest(at: column) <= .distantFuture) }
      }
    }
  }

  @Test("A drag beyond all bounds ends at a bound", arguments: spans) func drags(span: SceneTime) {
    let scale = TimeScale(left: 4, width: 80, marble: 5, duration: span, extent: Self.century)
    for start in Self.spans + [.distantFuture] {
      let drag = Drag(.playhead, start: start, column: 40, scale: scale)
      for column in [Int.min >> 8, -1000, 40, 1000, Int.max >> 8] {
        #expect(drag.time(at: column, isFree: false) >= .zero && drag.time(at: column, isFree: true) >= .zero)
      }
    }
  }

  @Test(
    "Refresh schedules of any interval and speed say when", arguments: spans,
    [0.000_001, 1, 1_000_000] as [SpeedFactor])
  func schedules(interval: SceneTime, speed: SpeedFactor) {
    let schedule = RefreshSchedule.animation(minimumInterval: Duration(interval))
    for (anchor, time) in [(SceneTime.zero, Self.century), (Self.century, .zero), (.zero, .distantFuture)] {
      let playback = PlaybackState(from: anchor, at: 0, speedFactor: speed)
      #expect(schedule.shownTime(at: time, of: playback) <= time)
      let wait = schedule.untilNextTick(at: time, of: playback)
      #expect(wait.map { $0 >= 0 } ?? true)
    }
  }

  @Test("Rain falls at any time", arguments: spans) func rain(interval: SceneTime) throws {
    var scene = try #require(try SceneLibrary.shipped.file(named: "matrix")).scene
    scene.refreshInterval = Duration(interval)
    let drawing = SceneDrawing(scene: scene, plan: scene.emptyRecording())
    for time in Self.spans + [.distantFuture] {
      for size in [Size(columns: 1, rows: 1), Size(columns: 80, rows: 24)] {
        #expect(drawing.frame(drawing.plan, at: FrameState(time: time), size: size).size == size)
      }
    }
  }

  @Test("A paused player asks for no frame, and one that plays asks in bounds", arguments: spans)
  func ticks(interval: SceneTime) throws {
    var scene = scene(Self.century, window: nil)
    scene.refreshInterval = Duration(interval)
    let drawing = try SceneDrawing(scene: scene, plan: scene.recorded())
    for speed in [0.000_001, 1, 1_000_000] as [SpeedFactor] {
      let playhead = Playhead(time: Self.century, playback: PlaybackState(at: 0, speedFactor: speed))
      let snapshot = PlaybackSnapshot(drawing: drawing, recording: drawing.plan, playhead: playhead)
      let wait = try #require(Viewer().untilNextTick(of: snapshot))
      #expect(wait > 0)
    }
  }
}
