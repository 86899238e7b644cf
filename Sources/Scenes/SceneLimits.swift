/// The maximum size of a scene from any source; a larger one is refused with the limit that it exceeds.
///
/// Together with the limits of values (`Value.maximumParts`), of expressions (`Expression.maximumDepth`) and of runs
/// (``RunBudget``) they bound the time and memory that a scene can take.
public enum SceneLimits {
  /// The maximum number of rows.
  public static let rows = 10_000
  /// The maximum number of characters of all expressions and diagrams together.
  public static let characters = 1_000_000

  /// The maximum size of the notes of a scene or of a row, in bytes.
  public static let notes = 2_000

  /// The maximum number of commands of the solution of an exercise.
  public static let solution = 50

  /// The minutes that an exercise may say to take.
  public static let minutes = 1...600

  /// The maximum number of jobs at one instant before the scene counts as a loop; each row needs a few.
  static func jobsPerInstant(rows: Int) -> Int { max(100_000, 200 * rows) }
}
