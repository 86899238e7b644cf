public import Marbles
public import Operators

extension Recording {
  /// Something that an operator of a row did without emitting a value.
  public struct Note: Hashable, Sendable {
    /// When it happened.
    public var time: SceneTime
    /// What happened.
    public var note: OperatorNote

    /// Creates a note of a row.
    public init(time: SceneTime, _ note: OperatorNote) { (self.time, self.note) = (time, note) }
  }
}
