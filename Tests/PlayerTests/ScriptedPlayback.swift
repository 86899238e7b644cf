import Marbles
import Playback
import SceneFiles
import Scenes

@testable import Drawing
@testable import Player

/// A show on a virtual clock that records its commands without executing them.
final class ScriptedPlayback: PlaybackSource {
  private let now: () -> Int64
  private let start: Int64
  private let speedFactor: SpeedFactor
  private(set) var drawing: SceneDrawing
  /// The scene that comes by itself, and the milliseconds after which it does.
  var next: (at: Int64, drawing: SceneDrawing)?
  /// What it was told.
  private(set) var commands: [PlaybackCommand] = []
  /// What stands around the scene.
  var overlay: PlaylistOverlay?
  var isOneOfSeveral = true
  /// Where the playhead stands; nil while it moves.
  var pausedAt: SceneTime?
  /// What keys may do.
  var permissions = KeyPermissions.all
  /// The scenes to choose from.
  var choices: [SceneChoice] = []
  /// Makes the drawing of each of them.
  var makePreview: (@Sendable (Cancellation) throws -> SceneDrawing)?
  /// The milliseconds after which it is over.
  var length: Int64?

  init(_ scene: Scene = .sample, speedFactor: SpeedFactor = 1, now: @escaping () -> Int64) throws {
    let plan = try scene.recorded()
    drawing = SceneDrawing(scene: scene, plan: plan)
    self.speedFactor = speedFactor
    self.now = now
    start = now()
  }

  func begin(onChange: @escaping @Sendable () -> Void) {}
  func end() {}
  func advance() {}
  var isOver: Bool { left == 0 }
  var untilAdvance: Int64? { left }
  private var left: Int64? { length.map { max(0, start + $0 * 1_000_000 - now()) } }
  var goesOn: Bool { true }
  func apply(_ theme: Theme) { drawing.theme = theme }
  func preview(of index: Int) -> (@Sendable (Cancellation) throws -> SceneDrawing)? { makePreview }
  func handle(_ command: PlaybackCommand) { commands.append(command) }

  func snapshot() -> PlaybackSnapshot {
    if let next, now() - start >= next.at * 1_000_000 { drawing = next.drawing }
    let time = pausedAt ?? .nanoseconds(now() - start)
    let playback = PlaybackState(at: start, speedFactor: speedFactor, isPaused: pausedAt != nil)
    let playhead = Playhead(time: time, playback: playback)
    var snapshot = PlaybackSnapshot(
      drawing: drawing, recording: drawing.plan, playhead: playhead, overlay: overlay, isOneOfSeveral: isOneOfSeveral)
    snapshot.permissions = permissions
    return snapshot
  }
}
