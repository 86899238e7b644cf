public import Marbles

extension Recording {
  /// An inner stream, created by a closure as those of `flatMap` are, and its events.
  public struct Inner: Hashable, Sendable {
    /// How an inner stream ended.
    public enum End: Hashable, Sendable {
      /// It finished.
      case finish(SceneTime)
      /// It failed.
      case error(SceneTime, message: String)
      /// It was cancelled, as by `flatMapLatest` when a newer value arrives.
      case cancelled(SceneTime)
      /// It was still open at the end of the run.
      case open

      /// When it ended; nil when it did not.
      public var time: SceneTime? {
        switch self {
        case .finish(let time), .error(let time, _), .cancelled(let time): time
        case .open: nil
        }
      }
    }

    /// The value that it was created for.
    public var value: Value
    /// The colour of the value.
    public var color: MarbleColor
    /// The row events that the value came from; empty for a value without ancestors, such as an error's message.
    public var from: Lineage
    /// The number of enclosing inner streams.
    public var depth: Int
    /// When it was first asked for an element.
    public var begin: SceneTime
    /// Its events; their keys count the row from the number of rows on.
    public var events: [Event]
    /// How it ended.
    public var end: End
  }
}
