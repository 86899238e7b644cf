import Marbles
import Operators
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// How long an animation takes on the screen: in the scene's time, or by the clock on the wall.
@Suite("An animation of 400 ms") struct AnimationTimeTests {
  private static let size = Size(columns: 80, rows: 24)

  /// The columns of the marble and of the item that come at 1 s, at a scene time while it plays at a speed.
  private func places(_ time: Scene.AnimationTime, speed: SpeedFactor, at milliseconds: Int64) throws -> [Int] {
    let text = """
      animationTime: \(time.rawValue)
      rows:
        a: { marbles: "-n---|", values: { n: [name] } }
        b: { apply: "a.animation(.slide, curve: .linear)", show: list }
      """
    let scene = try SceneFile(parsing: text, path: "x.yaml").scene
    let recording = try scene.recorded()
    let moment = FrameState(time: .milliseconds(milliseconds), speedFactor: speed, state: .playing)
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let lines = drawing.frame(recording, at: moment, size: Self.size).lines
    let layout = drawing.layout(at: moment, size: Self.size)
    let marble = lines[layout.middle(1)].firstRange(of: "[name]")?.lowerBound.utf16Offset(in: lines[layout.middle(1)])
    let item = lines.lazy.compactMap { $0.firstRange(of: "●  name")?.lowerBound.utf16Offset(in: $0) }.first
    return [try #require(marble), try #require(item)]
  }

  /// What is seen at each tenth of the way, and at the end.
  private func way(_ time: Scene.AnimationTime, speed: SpeedFactor, lasting milliseconds: Int64) throws -> [[Int]] {
    // At 0 a list shows nothing yet.
    try (1...10).map { try places(time, speed: speed, at: 1000 + milliseconds * $0 / 10) }
  }

  @Test(
    "takes 400 ms of the scene at any speed, unless the scene says otherwise",
    arguments: [0.25, 1, 2, 10] as [SpeedFactor])
  func sceneTime(speed: SpeedFactor) throws {
    let way = try way(.scene, speed: speed, lasting: 400)
    #expect(try way == self.way(.scene, speed: 1, lasting: 400))
    #expect(Set(way).count > 8)
    #expect(way.first != way.last)
  }

  @Test(
    "takes 400 ms on the wall where the scene says so: so much more of the scene as it is faster",
    arguments: [0.25, 1, 2, 5] as [SpeedFactor])
  func wallTime(speed: SpeedFactor) throws {
    let length = Int64(400 * speed.value)
    #expect(try way(.wall, speed: speed, lasting: length) == way(.scene, speed: 1, lasting: 400))
    // It is under way when a tenth of it is still to come, and over then.
    #expect(
      try places(.wall, speed: speed, at: 1000 + length * 7 / 10) != places(.wall, speed: speed, at: 1000 + length))
    #expect(try places(.wall, speed: speed, at: 1000 + length) == places(.wall, speed: speed, at: 5000))
  }
}
