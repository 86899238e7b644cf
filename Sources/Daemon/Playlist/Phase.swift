/// How far the turn of a scene is.
public enum Phase: String, Hashable, Sendable {
  /// The card of the scene is shown.
  case title
  /// The scene is played.
  case playing
  /// It is over, and its end is shown.
  case ended
}
