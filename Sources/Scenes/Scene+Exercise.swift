extension Scene {
  /// A task of a lesson: how to go about it, and what solves it. The task itself is the sentence about the scene, and its goal
  /// is what the rows are expected to do.
  public struct Exercise: Hashable, Sendable {
    /// What a reader has to know for it, in sentences; empty for none.
    public var task: String
    /// About how long it takes, in minutes; nil where nothing is said.
    public var minutes: Int?
    /// A hint; empty for none.
    public var hint: String
    /// Commands of ``EditCommand`` after which each row does what is expected of it, one after the other; empty where the scene
    /// does so from the start.
    public var solution: [String]
    /// Whether outputs are hidden at first, so that they can be predicted.
    public var isPrediction: Bool
    /// What to change afterwards, in sentences; empty for nothing.
    public var variation: String

    /// Creates an exercise.
    public init(
      task: String = "", minutes: Int? = nil, hint: String = "", solution: [String] = [], isPrediction: Bool = false,
      variation: String = ""
    ) {
      (self.task, self.minutes, self.hint, self.solution) = (task, minutes, hint, solution)
      (self.isPrediction, self.variation) = (isPrediction, variation)
    }
  }

  /// The scene after the solution of its exercise; the scene itself where there is none.
  ///
  /// - Throws: ``SceneEditError`` for the first command that is refused.
  public func solved() throws(SceneEditError) -> Scene {
    var scene = self
    for command in exercise?.solution ?? [] {
      scene = try scene.applying(try EditCommand.parse(command, in: scene))
    }
    return scene
  }
}
