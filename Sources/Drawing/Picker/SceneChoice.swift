internal import Expressions
public import Scenes

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
  /// The operators that the scene calls.
  public var operators: [String]

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - name: the name on the command line.
  ///   - title: the title.
  ///   - about: a sentence about what the scene shows.
  ///   - group: the heading under which the scene is listed.
  ///   - operators: the operators that the scene calls.
  public init(name: String, title: String, about: String, group: String, operators: [String] = []) {
    (self.name, self.title, self.about, self.group) = (name, title, about, group)
    self.operators = operators
  }

  /// Creates the choice of a scene.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - group: the heading under which it is listed.
  public init(_ scene: Scene, group: String) {
    let operators = Set(scene.rows.flatMap { $0.expression?.operators ?? [] })
    self.init(name: scene.name, title: scene.title, about: scene.about, group: group, operators: operators.sorted())
  }
}
