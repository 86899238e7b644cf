import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// What stands around a scene of a playlist.
@Suite struct BillingTests {
  private func lastLine(_ overlay: PlaylistOverlay, columns: Int = 80, change: (inout FrameState) -> Void = { _ in })
    throws
    -> String
  {
    let recording = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: recording)
    let playhead = Playhead(time: .zero, playback: PlaybackState(at: 0, isPaused: true))
    let snapshot = PlaybackSnapshot(drawing: drawing, recording: recording, playhead: playhead, overlay: overlay)
    var moment = Viewer().moment(of: snapshot)
    change(&moment)
    return try #require(snapshot.frame(at: moment, size: Size(columns: columns, rows: 24)).lines.last)
  }

  @Test("A card says that the scene is paused") func paused() throws {
    var overlay = PlaylistOverlay(showsCard: true, position: 1, count: 3, next: "Zip", isPaused: true)
    #expect(try lastLine(overlay).hasPrefix(" ‖ paused   1 of 3   next: Zip"))
    overlay.isPaused = false
    #expect(try lastLine(overlay).hasPrefix(" 1 of 3   next: Zip"))
    // Once the scene has begun, its own first line says so.
    (overlay.showsCard, overlay.isPaused) = (false, true)
    #expect(try lastLine(overlay).hasPrefix(" 1 of 3   next: Zip"))
  }

  @Test("A note about hidden outputs names the key that shows them") func hiddenOutputs() throws {
    let line = try lastLine(PlaylistOverlay(position: 1, count: 3, next: "Zip")) { $0.revealed = .nanoseconds(-1) }
    #expect(line.hasPrefix(" outputs hidden: h reveals   1 of 3   next: Zip"))
  }
}
