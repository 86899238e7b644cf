public import Marbles

/// What is shown beside the run of a scene.
public struct HubDisplay: Hashable, Sendable {
  /// Whether the title card of the scene is shown, the scene, or its end.
  public var phase: PlaybackState.Phase
  /// The position in the playlist, from 1; nil for a scene that is not in it.
  public var position: Int?
  /// The number of entries in the playlist.
  public var count: Int
  /// The title of the next scene.
  public var next: String
  /// The name of the next scene, for `control scene`.
  public var nextName: String
  /// The banner; nil for none.
  public var message: String?
  /// Problems for the operator, newest last.
  public var notices: [String]
  /// The number of edits that can be undone; nil where scenes can't be edited.
  public var edits: Int?
  /// The number of undone edits that can be made again; nil as for ``edits``.
  public var undone: Int?
  /// The client of the last edit; nil for a scene without edits.
  public var pen: EditingPen?
  /// Whether playback is paused.
  public var isPaused: Bool
  /// Whether a command set the speed; it holds until it is reset.
  public var isSpeedSet: Bool

  /// Creates a display of a scene that can't be edited.
  public init(
    phase: PlaybackState.Phase, position: Int? = nil, count: Int = 0, next: String = "", nextName: String = "",
    message: String? = nil, notices: [String] = [], isPaused: Bool = false, isSpeedSet: Bool = false
  ) {
    (self.phase, self.position, self.count, self.next) = (phase, position, count, next)
    (self.nextName, self.message, self.notices) = (nextName, message, notices)
    (self.isPaused, self.isSpeedSet) = (isPaused, isSpeedSet)
  }
}
