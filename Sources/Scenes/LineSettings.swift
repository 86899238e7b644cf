public import Marbles

/// How the lines of a live row become events: their format, and the members with the value, the time and the id.
public struct LineSettings: Hashable, Sendable {
  /// The format; nil to let the first lines decide.
  public var form: Form?
  /// The member that is the value of the event; nil for the whole line.
  public var value: MemberPath?
  /// The member with the time at the source; nil when the lines have none.
  public var time: MemberPath?
  /// The member with the id of the event; nil for ids by position.
  public var id: MemberPath?
  /// The unit of the times; nil to guess it from each time.
  public var timeUnit: TimeUnit?

  /// Creates settings; by default the whole line is the value.
  public init() {}

  /// Whether a member of the lines is used.
  public var hasPaths: Bool { value != nil || time != nil || id != nil }
}

/// A value that arrives at a live row.
public struct Arrival: Hashable, Sendable {
  /// The value of the event.
  public var value: Value
  /// The id that the source gives it; nil for an id by position.
  public var id: String?
  /// When it happened, as the source says: the time since 1970; nil when the source does not say.
  public var sourceTime: SceneTime?
  /// How long before its arrival that was, by the clock of this machine; nil when the source does not say.
  public var delay: SceneTime?

  /// Creates an arrival without metadata.
  public init(_ value: Value) { self.value = value }
}
