public import Marbles

extension Recording {
  /// A stream that a closure of an expression made of a value, as those of `flatMap` do, and what happened in it.
  public struct Inner: Hashable, Sendable {
    /// How it was over.
    public enum End: Hashable, Sendable {
      /// It finished.
      case finish(SceneTime)
      /// It failed.
      case error(SceneTime, message: String)
      /// It went on, but nobody heard it any more, as when `flatMapLatest` has got a newer value.
      case cancelled(SceneTime)
      /// The run was over and it was not.
      case open

      /// When it was over; nil when it was not.
      public var time: SceneTime? {
        switch self {
        case .finish(let time), .error(let time, _), .cancelled(let time): time
        case .open: nil
        }
      }
    }

    /// What it was made of.
    public var value: Value
    /// The colour of that.
    public var color: MarbleColor
    /// The events of rows that the value came from; nothing for one that came from nothing, as an error's message.
    public var from: Lineage
    /// How many inner streams it is inside of.
    public var depth: Int
    /// When it was first asked for an element.
    public var begin: SceneTime
    /// What it emitted; their keys come behind those of all rows, see ``Recording/key(ofInner:stream:index:)``.
    public var events: [Event]
    /// How it was over.
    public var end: End
  }
}
