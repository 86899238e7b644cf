import Foundation
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

  private func frame(_ overlay: PlaylistOverlay, columns: Int, rows: Int) throws -> [String] {
    let recording = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: recording)
    let playhead = Playhead(time: .zero, playback: PlaybackState(at: 0, isPaused: true))
    let snapshot = PlaybackSnapshot(drawing: drawing, recording: recording, playhead: playhead, overlay: overlay)
    return snapshot.frame(at: Viewer().moment(of: snapshot), size: Size(columns: columns, rows: rows)).lines
  }

  @Test("A code for phones is large, with the address; on a tiny screen it is in the last line") func code() throws {
    var overlay = PlaylistOverlay(position: 1, count: 3, next: "Zip")
    overlay.code = CodeCard(code: "12345670", place: "http://kiosk.local:8081/")
    let card = try frame(overlay, columns: 80, rows: 24)
    #expect(card.contains { $0.contains("┌─ Remote control ─") || $0.contains(" Remote control ") })
    #expect(card.contains { $0.contains("Open http://kiosk.local:8081/ on your phone.") })
    #expect(card.contains { $0.contains("Press t to hide it.") })
    let big = try #require(BigLetters.lines("1234 5670"))
    for line in big { #expect(card.contains { $0.contains(line.trimmingCharacters(in: .whitespaces)) }, "\(line)") }
    #expect(card.last?.hasPrefix(" 1 of 3   next: Zip") == true)

    overlay.phones = 2
    let steered = try frame(overlay, columns: 200, rows: 60)
    #expect(steered.contains { $0.contains("Press t to end all remote control.") })
    #expect(steered.last?.hasPrefix(" 2 phones steer   1 of 3") == true)
    overlay.phones = 1
    overlay.code?.hasKey = false
    #expect(try frame(overlay, columns: 200, rows: 60).allSatisfy { !$0.contains("Press t") })
    #expect(try frame(overlay, columns: 80, rows: 9).contains { $0.contains("1234 5670") })
    let tiny = try frame(overlay, columns: 40, rows: 8).last
    #expect(tiny == " code 1234 5670, at http://kiosk.local…", "\(tiny ?? "")")
    (overlay.code, overlay.phones) = (nil, 1)
    #expect(try frame(overlay, columns: 80, rows: 24).last?.hasPrefix(" a phone steers   1 of 3") == true)
  }

  @Test("A note about hidden outputs names the key that shows them") func hiddenOutputs() throws {
    let line = try lastLine(PlaylistOverlay(position: 1, count: 3, next: "Zip")) { $0.revealed = .nanoseconds(-1) }
    #expect(line.hasPrefix(" outputs hidden: h reveals   1 of 3   next: Zip"))
  }
}
