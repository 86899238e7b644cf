import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// The scene `refresh` shows rows that are redrawn 30, 10, 4 and 1 times a second.
@Suite struct RefreshSceneTests {
  private static let rates = ["smooth": 30.0, "tenth": 10.0, "quarter": 4.0, "second": 1.0]

  private func drawing() throws -> SceneDrawing {
    let scene = try #require(try SceneLibrary.shipped.file(named: "refresh")).scene
    return try SceneDrawing(scene: scene, plan: scene.recorded())
  }

  /// The scene is played from 1.5 s on by a clock that jumps from one tick to the next, and the rows are read off the
  /// screen each time.
  @Test("Each row changes as often as its interval says", arguments: [(80, 24), (120, 40), (200, 60)])
  func eachRowChangesAtItsRate(columns: Int, rows: Int) throws {
    let drawing = try drawing()
    let (viewer, size) = (Viewer(), Size(columns: columns, rows: rows))
    var playhead = Playhead(time: .seconds(1.5), playback: PlaybackState(at: 0))
    let end = SceneTime.seconds(6.5)
    var changes: [String: Int] = [:]
    var shown: [String: String] = [:]
    while playhead.time < end {
      let snapshot = PlaybackSnapshot(drawing: drawing, recording: drawing.plan, playhead: playhead)
      let lines = drawing.frame(drawing.plan, at: viewer.moment(of: snapshot), size: size).lines
      for row in drawing.scene.rows {
        let line = try #require(lines.first { $0.drop { $0 == " " }.hasPrefix(row.name + " ") })
        if let before = shown[row.name], before != line { changes[row.name, default: 0] += 1 }
        shown[row.name] = line
      }
      playhead.time = playhead.time + .nanoseconds(try #require(viewer.untilNextTick(of: snapshot)))
    }
    for (row, rate) in Self.rates {
      let seen = Double(changes[row] ?? 0) / 5
      #expect(abs(seen - rate) <= rate / 10, "\(row) changed \(seen) times a second")
    }
  }

  @Test("What stands still is never due", arguments: [PlaybackState.Phase.playing, .ended])
  func whatStandsIsNeverDue(phase: PlaybackState.Phase) throws {
    let drawing = try drawing()
    let snapshot = PlaybackSnapshot(
      drawing: drawing, recording: drawing.plan,
      playhead: Playhead(time: .seconds(2), playback: PlaybackState(at: 0, isPaused: true, phase: phase)))
    #expect(Viewer().untilNextTick(of: snapshot) == nil)
    let moment = Viewer().moment(of: snapshot)
    #expect(drawing.plan.rows.indices.allSatisfy { moment.time(ofRow: $0) == .seconds(2) })
  }

  @Test("A paused show has nothing to go on to") func aPausedShowWaitsForEver() throws {
    let snapshot = try LocalPlayback(drawings: [try drawing()], loops: true, startPausedAt: .seconds(2))
    snapshot.begin {}
    defer { snapshot.end() }
    try snapshot.advance()
    #expect(snapshot.untilAdvance == nil && snapshot.snapshot().playhead.state == .paused)
  }
}
