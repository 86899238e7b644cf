public import Marbles

extension Recording {
  /// What became of a value that an input row sent through a channel or a stream.
  public struct Send: Hashable, Sendable {
    /// When the producer called `send`, or `yield` of a stream: at the time of the event, or when its last `send` returned.
    public var called: SceneTime
    /// When the call returned; nil when it had not by the end of the run.
    public var returned: SceneTime?
    /// Who took the value; nil when nobody did.
    public var taken: Taking?
    /// Why nobody will take the value; nil when somebody did or may.
    public var dropped: Drop?

    /// Creates a call that has not returned.
    public init(called: SceneTime) { self.called = called }

    /// The last instant of what is known about the value.
    var latest: SceneTime {
      max(called, returned ?? .zero, max(taken?.time ?? .zero, dropped?.time ?? .zero))
    }
  }

  /// A request of an iterator.
  public struct Taking: Hashable, Sendable {
    /// The position of the row that reads.
    public var row: Int
    /// The number of the iterator among those of this row, from 0 in the order of their first requests: `zip(a, a)` has two.
    public var iterator: Int
    /// When the request was answered.
    public var time: SceneTime

    /// Creates an answered request.
    public init(row: Int, iterator: Int, time: SceneTime) {
      (self.row, self.iterator, self.time) = (row, iterator, time)
    }
  }

  /// The loss of a value at a `yield`.
  public struct Drop: Hashable, Sendable {
    /// Why a value is lost.
    public enum Reason: Hashable, Sendable {
      /// The buffer was full.
      case full(StreamBuffer)
      /// The stream was over: a row had cancelled a request, which ends an `AsyncStream` for all.
      case over
    }

    /// When it was lost: at its own `yield`, or at that of a newer value.
    public var time: SceneTime
    /// Why it was lost.
    public var reason: Reason

    /// Creates a loss.
    public init(time: SceneTime, reason: Reason) { (self.time, self.reason) = (time, reason) }
  }
}
