public import Marbles
public import Operators

/// What a stage has done until now in a run that goes on, and what it waits for.
public struct StageMeasure: Hashable, Sendable {
  /// What it has done with all values.
  public var counts = StageSummary()
  /// When it took the oldest of the values that it holds; nil when it holds none.
  public var oldest: SceneTime?
  /// Whether one of its iterations goes on.
  public var isOpen = false
  /// When its reader asked for the value that it has not given yet; nil when nobody waits for one.
  public var asked: SceneTime?
  /// What it asks, and what has not answered yet.
  public var waitsFor: Set<StageStream> = []
  /// The time for which it was asked for a value, and did not ask for one itself.
  public var worked = SceneTime.zero
  /// For each row that it reads, the index after that of the newest value that it has read.
  public var read: [String: Int] = [:]

  /// A stage that has done nothing yet.
  public init() {}
}
