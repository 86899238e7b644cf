import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// What stands around a scene of a playlist.
@Suite struct BillingTests {
  private func lastLine(_ billing: PlaylistOverlay, columns: Int = 80, change: (inout FrameState) -> Void = { _ in })
    throws
    -> String
  {
    let recording = try Scene.sample.recorded()
    let stage = SceneDrawing(scene: .sample, plan: recording)
    let playhead = Playhead(time: .zero, playback: PlaybackState(at: 0, isPaused: true))
    let show = PlaybackSnapshot(stage: stage, recording: recording, playhead: playhead, billing: billing)
    var moment = Viewer().moment(of: show)
    change(&moment)
    return try #require(show.frame(at: moment, size: Size(columns: columns, rows: 24)).lines.last)
  }

  @Test("A card says that the scene is paused") func paused() throws {
    var billing = PlaylistOverlay(showsCard: true, position: 1, count: 3, next: "Zip", isPaused: true)
    #expect(try lastLine(billing).hasPrefix(" ‖ paused   1 of 3   next: Zip"))
    billing.isPaused = false
    #expect(try lastLine(billing).hasPrefix(" 1 of 3   next: Zip"))
    // Once the scene has begun, its own first line says so.
    (billing.showsCard, billing.isPaused) = (false, true)
    #expect(try lastLine(billing).hasPrefix(" 1 of 3   next: Zip"))
  }

  @Test("A note about hidden outputs names the key that shows them") func hiddenOutputs() throws {
    let line = try lastLine(PlaylistOverlay(position: 1, count: 3, next: "Zip")) { $0.hidesOutputs = true }
    #expect(line.hasPrefix(" outputs hidden: h reveals   1 of 3   next: Zip"))
  }
}
