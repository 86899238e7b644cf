/// The most that a run may keep and compute before it is stopped.
public struct RunBudget: Hashable, Sendable {
  /// The maximum number of events of a row, and of values of its inner streams.
  public var eventsPerRow = 1_000_000
  /// The maximum number of parts of all values: it stops a row that accumulates its input before it fills the memory.
  public var parts = 10_000_000
  /// The maximum size in bytes of the events of all outputs and inner streams, approximately.
  public var bytes = 256 << 20
  /// The maximum size in bytes of what is noted about operators, approximately. Further notes are discarded, and what they
  /// say is derived from the events.
  public var noteBytes = 64 << 20
  /// The maximum size in bytes of what is recorded about the stages of each row, approximately. What happens in them after that
  /// is not recorded.
  public var stageBytes = 64 << 20
  /// The maximum number of steps of all closures together, about two million per second of work; nil for no limit but that
  /// of each evaluation.
  public var closureSteps: Int?

  /// Creates the budget of a scene from its user.
  public init() {}

  /// The budget of a scene from its user.
  public static let standard = RunBudget()
}
