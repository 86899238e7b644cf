/// The place of a scene among those that are played one after the other.
public struct ScenePlace: Hashable, Sendable {
  /// The number of the scene, from 1.
  public var number: Int
  /// The number of scenes.
  public var count: Int

  /// Creates the place of a scene.
  public init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  /// Whether no other scenes are played.
  public var isAlone: Bool { count < 2 }
  /// Whether no other scene follows.
  public var isLast: Bool { number >= count }
}
