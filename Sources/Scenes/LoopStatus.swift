public import Marbles

/// What is known about those in another program that take and send the values of a row: who waits for whom, and what is
/// lost.
public struct LoopStatus: Hashable, Sendable {
  /// How long the loop has waited for a value, and how long it was busy with one: means of the newest twenty or so.
  public private(set) var waiting: SceneTime?
  /// See ``waiting``.
  public private(set) var busy: SceneTime?
  /// Whether the loop is busy with a value rather than waiting for one; nil when that is unknown.
  public var isBusy: Bool?
  /// The newest iteration, where it has begun and in which task: `iteration 2, Shop/Ship.swift:12, task charge`.
  public var place: String?

  /// How long a value waited until it was taken from a channel: a mean, as ``waiting``.
  public private(set) var sendWait: SceneTime?
  /// How many values wait now to be taken from a channel.
  public var sending = 0
  /// How many values a stream has lost because its buffer was full.
  public private(set) var lost = 0
  /// How many values came after the end of the stream.
  public private(set) var refused = 0
  /// The newest value that was lost.
  public private(set) var newestLoss: Value?
  /// How many more values the buffer of the stream holds; nil when that is unknown or unlimited.
  public var room: Int?

  private var waits = 0
  private var works = 0
  private var sends = 0
  /// The number of times that a mean is made of.
  private static let counted = 20

  /// Creates the status of a loop that has not begun.
  public init() {}

  /// The status of a loop that another process follows. What happens then is noted there.
  package init(waiting: SceneTime?, busy: SceneTime?, sendWait: SceneTime?, lost: Int, refused: Int, newestLoss: Value?)
  {
    (self.waiting, self.busy, self.sendWait) = (waiting, busy, sendWait)
    (self.lost, self.refused, self.newestLoss) = (lost, refused, newestLoss)
  }

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

  /// Notes how long a value waited until it was taken.
  public mutating func note(sending time: SceneTime) {
    sends = min(sends + 1, Self.counted)
    sendWait = Self.mean(sendWait, time, of: sends)
  }

  /// Notes a value that a stream has lost, or that came after its end.
  public mutating func note(loss value: Value, isTerminated: Bool) {
    if isTerminated {
      refused += 1
    } else {
      lost += 1
      newestLoss = value
    }
  }

  private static func mean(_ old: SceneTime?, _ new: SceneTime, of count: Int) -> SceneTime {
    let (old, new) = (old?.nanoseconds ?? 0, max(0, new.nanoseconds))
    return .nanoseconds(old + (new - old) / Int64(count))
  }
}
