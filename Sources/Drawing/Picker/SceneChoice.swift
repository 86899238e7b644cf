/// A scene in the list from which a viewer chooses.
public struct SceneChoice: Hashable, Sendable {
  /// The name on the command line.
  public var name: String
  /// The title.
  public var title: String
  /// A sentence about what the scene shows.
  public var about: String
  /// The heading under which the scene is listed.
  public var group: String

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - name: the name on the command line.
  ///   - title: the title.
  ///   - about: a sentence about what the scene shows.
  ///   - group: the heading under which the scene is listed.
  public init(name: String, title: String, about: String, group: String) {
    (self.name, self.title, self.about, self.group) = (name, title, about, group)
  }
}
