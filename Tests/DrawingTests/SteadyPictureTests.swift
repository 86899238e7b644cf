import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// A picture is drawn once for all frames in which nothing moves but the playhead, and not even that by a column.
@Suite struct SteadyPictureTests {
  private static let size = Size(columns: 100, rows: 40)

  /// The frames of a playing scene, 33 ms apart.
  private func moments(_ duration: SceneTime, revealed: SceneTime? = nil) -> [FrameState] {
    stride(from: 0, through: duration.nanoseconds, by: 33_000_000).map { time in
      var moment = FrameState(time: .nanoseconds(time), state: .playing)
      moment.revealed = revealed
      return moment
    }
  }

  /// The pairs of frames, one after the other, that count as the same.
  private func pairs(_ moments: [FrameState], of drawing: SceneDrawing) -> [(FrameState, FrameState)] {
    let steady = moments.map { SteadyPicture(of: drawing.plan, by: drawing, at: $0, size: Self.size) }
    return moments.indices.dropFirst().filter { steady[$0] != nil && steady[$0] == steady[$0 - 1] }
      .map { (moments[$0 - 1], moments[$0]) }
  }

  private func canvas(_ drawing: SceneDrawing, at moment: FrameState) -> Canvas {
    var drawing = drawing
    drawing.memory = FrameMemory()
    return drawing.frame(drawing.plan, at: moment, size: Self.size)
  }

  @Test(arguments: SceneLibrary.shipped.names) func framesThatCountAsTheSameAre(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive, scene.kind == .timelines else { return }
    let drawing = SceneDrawing(scene: scene, plan: try scene.plan())
    for revealed in [nil, SceneTime.nanoseconds(drawing.plan.duration.nanoseconds / 3)] {
      let pairs = pairs(moments(drawing.plan.duration, revealed: revealed), of: drawing)
      // Some of them, from all of the scene.
      let step = max(1, pairs.count / rounds(5, long: 12))
      for (before, after) in stride(from: 0, to: pairs.count, by: step).map({ pairs[$0] }) {
        #expect(canvas(drawing, at: before) == canvas(drawing, at: after), "\(before.time) and \(after.time)")
      }
    }
  }

  @Test("a fifth of the frames of the sample are those before them") func theSample() throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "sample")).scene
    let drawing = SceneDrawing(scene: scene, plan: try scene.plan())
    let moments = moments(drawing.plan.duration)
    #expect(pairs(moments, of: drawing).count * 5 >= moments.count)
  }

  @Test("while a value is bright, or has a line that grows, each frame is drawn") func anEmission() throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "sample")).scene
    let drawing = SceneDrawing(scene: scene, plan: try scene.plan())
    let time = try #require(drawing.plan.rows.last?.timeline.events.first?.time)
    for milliseconds in stride(from: Int64(0), to: 180, by: 20) {
      let moment = FrameState(time: time + .milliseconds(milliseconds), state: .playing)
      #expect(SteadyPicture(of: drawing.plan, by: drawing, at: moment, size: Self.size) == nil)
    }
  }
}
