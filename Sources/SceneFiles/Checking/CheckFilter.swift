public import Marbles
public import Scenes

/// Chooses rows by a regular expression that occurs in the path of the file, the name of the scene or the name of the row.
///
/// ```swift
/// var checker = Checker()
/// checker.filter = CheckFilter(try Pattern(parsing: "zip|merge"))
/// ```
public struct CheckFilter: Sendable {
  private let pattern: Pattern

  /// Creates a filter from a pattern, which may match anywhere in a name.
  public init(_ pattern: Pattern) { self.pattern = pattern }

  /// Whether the path or the name of a scene matches, and so all of its rows.
  public func matches(_ scene: Scene, at path: String) -> Bool { matches(path) || matches(scene.name) }

  /// The names of the outputs that are to be checked.
  public func rows(of scene: Scene, at path: String) -> Set<String> {
    let outputs = scene.rows.filter { $0.expression != nil }.map(\.name)
    return Set(matches(scene, at: path) ? outputs : outputs.filter(matches))
  }

  /// Whether a path or a name matches.
  public func matches(_ name: String) -> Bool { pattern.isMatch(in: name) }
}
