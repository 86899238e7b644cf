/// How large a scene may be, wherever it comes from; what is larger is refused with the limit that it exceeds.
///
/// Together with the limits of values (`Value.maximumParts`), of expressions (`Expression.maximumDepth`) and of a run
/// (``ScenePlayer/eventsPerRow``, ``ScenePlayer/maximumParts``) they bound the time and memory that a scene can cost.
public enum SceneLimits {
  /// The most rows of a scene.
  public static let rows = 10_000
  /// The most characters of all expressions and diagrams of a scene together.
  public static let characters = 1_000_000

  /// The most steps of work at one instant of a scene with so many rows, before it counts as a loop: each row needs a few.
  static func jobsPerInstant(rows: Int) -> Int { max(100_000, 200 * rows) }
}
