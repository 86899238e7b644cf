public import Marbles

/// What is known about the loop in another program that takes the values of a row: who waits for whom.
public struct LoopStatus: Hashable, Sendable {
  /// How long the loop has waited for a value, and how long it was busy with one: means of the newest twenty or so.
  public private(set) var waiting: SceneTime?
  /// See ``waiting``.
  public private(set) var busy: SceneTime?
  /// Whether the loop is busy with a value rather than waiting for one; nil when that is unknown.
  public var isBusy: Bool?
  /// The newest iteration, where it has begun and in which task: `iteration 2, Shop/Ship.swift:12, task charge`.
  public var place: String?

  private var waits = 0
  private var works = 0
  /// The number of times that a mean is made of.
  private static let counted = 20

  /// Creates the status of a loop that has not begun.
  public init() {}

  /// Notes how long the loop has waited for a value.
  public mutating func note(waiting time: SceneTime) {
    waits = min(waits + 1, Self.counted)
    waiting = Self.mean(waiting, time, of: waits)
  }

  /// Notes how long the loop was busy with a value.
  public mutating func note(busy time: SceneTime) {
    works = min(works + 1, Self.counted)
    busy = Self.mean(busy, time, of: works)
  }

  private static func mean(_ old: SceneTime?, _ new: SceneTime, of count: Int) -> SceneTime {
    let (old, new) = (old?.nanoseconds ?? 0, max(0, new.nanoseconds))
    return .nanoseconds(old + (new - old) / Int64(count))
  }
}
