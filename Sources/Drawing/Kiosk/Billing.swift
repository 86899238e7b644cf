/// What stands around a scene that is one of many: where it is among them, what comes next, and what all should know.
public struct Billing: Hashable, Sendable {
  /// Whether the scene has not begun, and is announced.
  public var showsCard: Bool
  /// Whether the playhead stands still once the scene has begun.
  public var isPaused: Bool
  /// Its number in the playlist, from 1; nil for a scene that is not in it.
  public var position: Int?
  /// How many there are in the playlist.
  public var count: Int
  /// How long its turn is, as `3 times` or `for 45 s`; empty when it is played once.
  public var length: String
  /// The title of what comes next.
  public var next: String
  /// The banner.
  public var message: String?
  /// What went wrong last.
  public var notice: String?
  /// What can be done here, or where it can be watched, in few words.
  public var hint: String

  /// Creates a billing.
  public init(
    showsCard: Bool = false, position: Int? = nil, count: Int = 0, length: String = "", next: String = "",
    message: String? = nil, notice: String? = nil, hint: String = "", isPaused: Bool = false
  ) {
    self.showsCard = showsCard
    self.position = position
    self.count = count
    self.length = length
    self.next = next
    self.message = message
    self.notice = notice
    self.hint = hint
    self.isPaused = isPaused
  }
}
