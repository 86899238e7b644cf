import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// What a player shows, paused at a time, is what `render` draws of the whole recording at that time.
@Suite struct PlayerFrameTests {
  private static let seed: UInt64 = 7

  @Test(arguments: SceneLibrary.shipped.names) func theFrameOfPlayIsTheFrameOfRender(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    let recording = try scene.plan()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    var random = SplitMix64(seed: Self.seed)
    for round in 0..<rounds(6, long: 21) {
      let time =
        round == 0
        ? .zero : SceneTime.milliseconds(Int64(random.below(Int(recording.duration.nanoseconds / 1_000_000) + 1)))
      let size = Size(columns: 40 + random.below(120), rows: 8 + random.below(50))
      let source = try LocalPlayback(drawings: [drawing], startPausedAt: time)
      let played = Viewer().picture(of: source.snapshot(), size: size).canvas
      let moment = FrameState(time: time, speedFactor: scene.speedFactor)
      #expect(played == drawing.frame(recording, at: moment, size: size), "seed \(Self.seed): \(time) s, \(size)")
    }
  }
}
