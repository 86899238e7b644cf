public import Marbles
package import Wire

/// What is shown beside the run of a scene.
public struct HubDisplay: Hashable, Sendable {
  /// Whether the title card of the scene is shown, the scene, or its end.
  public var phase: PlaybackState.Phase
  /// The turn of the scene, and what comes next.
  package var playlist: PlaylistStatus
  /// Problems for the operator, newest last.
  public var notices: [String]
  /// The client of the last edit; nil for a scene without edits.
  public var pen: EditingPen?
  /// Whether playback is paused.
  public var isPaused: Bool
  /// Whether a command set the speed; it holds until it is reset.
  public var isSpeedSet: Bool
  /// Why the picture stands still although it should not, as a sentence; nil while the playlist goes on.
  public var standstill: String?
  /// For each scene that the playlist skips, when it is tried again, in wall nanoseconds; `Int64.max` for after a reload.
  public var leftOutUntil: [Int64] = []

  /// Creates a display without an editor.
  package init(
    phase: PlaybackState.Phase, playlist: PlaylistStatus = PlaylistStatus(), notices: [String] = [],
    isPaused: Bool = false, isSpeedSet: Bool = false
  ) {
    (self.phase, self.playlist, self.notices) = (phase, playlist, notices)
    (self.isPaused, self.isSpeedSet) = (isPaused, isSpeedSet)
  }
}
