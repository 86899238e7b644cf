import Marbles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// A window shows part of the time and follows the playhead.
@Suite struct WindowTests {
  private func everySecond(_ count: Int, end: Timeline.End? = nil) -> Scene {
    var scene = inputScene([
      ("a", (0..<count).map { (Double($0), .int($0 % 10)) }, end ?? .finish(.seconds(count)))
    ])
    scene.window = .seconds(10)
    return scene
  }

  private func row(_ scene: Scene, at seconds: Double, columns: Int = 60) throws -> String {
    try frame(scene, at: .seconds(seconds), size: Size(columns: columns, rows: 10)).first { $0.contains(" a ") } ?? ""
  }

  @Test func itStandsUntilThePlayheadIsAtThreeQuarters() throws {
    let scale = TimeScale(left: 3, width: 55, marble: 5, duration: .seconds(10), extent: .seconds(30))
    #expect(scale.isWindow)
    #expect(scale.following(.seconds(7)).scrolled == 0)
    #expect(scale.following(.seconds(8)).scrolled == 3)
    // 5 columns a second; the last 10 seconds are shown at the end.
    #expect(scale.following(.seconds(30)).scrolled == 100)
    #expect(scale.following(.seconds(27.5)).center(.seconds(27.5)) == 3 + 37 + 2 + 1)
  }

  @Test func thePlayheadAndWhatIsAroundItCanAlwaysBeSeen() throws {
    let scene = everySecond(40)
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let size = Size(columns: 60, rows: 10)
    for tenths in stride(from: Int64(0), through: 400, by: 3) {
      let time = SceneTime.milliseconds(tenths * 100)
      let picture = drawing.picture(of: recording, at: FrameState(time: time), size: size)
      let scale = drawing.layout(at: FrameState(time: time), size: size).scale.following(time)
      #expect(scale.columns.contains(scale.center(time)))
      let shown = Set(picture.anchors.marbles.flatMap(\.keys))
      for (index, event) in recording.rows[0].timeline.events.enumerated() {
        let edge = scale.edge(event.time)
        let isInside = edge >= scale.left && edge + scale.marble <= scale.columns.upperBound
        if isInside { #expect(shown.contains(EventKey(row: 0, index: index))) }
      }
      for marble in picture.anchors.marbles { #expect(marble.bounds.columns.lowerBound >= scale.left) }
    }
  }

  @Test func marblesMoveOutBehindTheLabels() throws {
    let scene = everySecond(40)
    for seconds in stride(from: 0, through: 40.0, by: 0.1) {
      let line = try row(scene, at: seconds)
      #expect(line.hasPrefix(" a "), "\(line) at \(seconds)")
    }
    #expect(try row(scene, at: 20).contains("▐ 9 ▌"))
    #expect(try !row(scene, at: 20).contains("▐ 1 ▌"))
  }

  @Test func whatIsGroupedStaysGroupedWhileItMoves() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    let times = (0..<400).map { _ in SceneTime.milliseconds(Int64(random.below(60_000))) }.sorted()
    let scale = TimeScale(left: 5, width: 80, marble: 3, duration: .seconds(10), extent: .seconds(60))
    let all = Set(MarbleGroups.of(times[...], scale: scale.unscrolledForTests).map(\.events))
    for seconds in stride(from: 0.0, through: 60, by: 0.37) {
      let groups = MarbleGroups.of(times[...], scale: scale.following(.seconds(seconds)))
      let inner = groups.dropFirst().dropLast().map(\.events)
      let moved = inner.filter { !all.contains($0) }
      #expect(moved == [], "seed \(seed) at \(seconds)")
    }
  }

  @Test func anOpenRowGoesOnAfterAllThatIsKnown() throws {
    var scene = inputScene([("a", [(0, 1), (4, 2)], .open)])
    let line = try row(scene, at: 40)
    #expect(!line.contains("▐"))
    scene.duration = .seconds(8)
    #expect(try row(scene, at: 40).contains("▐ 2 ▌"))
    let axis = try frame(everySecond(30), at: .seconds(30), size: Size(columns: 60, rows: 10))[1]
    #expect(axis.contains("30s") && axis.contains("20") && !axis.contains(" 10 "))
  }

  @Test func aSlowRowsWindowIsBehind() throws {
    var scene = everySecond(40)
    scene.rows.append(Scene.Row(name: "b", content: scene.rows[0].content))
    scene.rows[1].content = .input(Timeline(end: .finish(.seconds(40))))
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let size = Size(columns: 60, rows: 12)
    let both = drawing.frame(recording, at: FrameState(time: .seconds(20)), size: size)
    let slow = drawing.frame(
      recording, at: FrameState(time: .seconds(20.5), rowTimes: [.seconds(20), .seconds(20.5)]), size: size)
    let layout = drawing.layout(at: FrameState(time: .seconds(20)), size: size)
    for row in layout.band(0) { #expect(both.lines[row] == slow.lines[row]) }
    #expect(layout.band(1).contains { both.lines[$0] != slow.lines[$0] })
  }
}

extension TimeScale {
  /// The same with everything in view.
  var unscrolledForTests: TimeScale {
    var scale = self
    scale.width = 100_000
    return scale
  }
}
