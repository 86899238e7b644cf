public import Marbles
public import Operators

/// What became of an input value by a moment.
public enum ValueFate: Hashable, Sendable {
  /// It has not been emitted yet.
  case notYet
  /// No output has used it, and at least one still may, if any refers to its row.
  case waiting
  /// An output has used it.
  case used(Use)
  /// No output will use it.
  case dropped([Drop])

  /// The use of a value by an output row.
  public struct Use: Hashable, Sendable {
    /// How the value was used.
    public enum Kind: Hashable, Sendable {
      /// It is a source of this event.
      case source(EventKey)
      /// It decided something without becoming part of an event.
      case decision(OperatorNote)
    }

    /// The position of the output row.
    public var row: Int
    /// When the row used the value for the first time.
    public var time: SceneTime
    /// How it used the value.
    public var kind: Kind
  }

  /// The loss of a value in an output row.
  public struct Drop: Hashable, Sendable {
    /// Why the row will not use the value.
    public enum Reason: Hashable, Sendable {
      /// An operator dropped it.
      case dropped(OperatorNote)
      /// The row went on with a later value of the same input.
      case passedOver
      /// The row ended before it used the value.
      case ended
      /// The row ended before the channel or the stream of the input was called with the value.
      case unsent
      /// The row ended before it asked for the value, which was sent.
      case untaken
      /// The row at this position took the value from the channel or the stream, which gives it to one.
      case taken(by: Int)
      /// The stream of the input lost the value.
      case lost(Recording.Drop.Reason)
    }

    /// The position of the output row.
    public var row: Int
    /// When it was certain that the row does not use the value.
    public var time: SceneTime
    /// Why the row does not use it.
    public var reason: Reason
  }

  /// `not yet`, `waiting`, `used` or `dropped`.
  public var name: String {
    switch self {
    case .notYet: "not yet"
    case .waiting: "waiting"
    case .used: "used"
    case .dropped: "dropped"
    }
  }
}

extension OperatorNote.Reason {
  /// One word for files and JSON.
  public var name: String {
    switch self {
    case .replacedRestarting, .replaced: "replaced"
    case .skipped, .between: "skipped"
    case .full: "full"
    case .filtered: "filtered"
    case .duplicate, .matched, .repeated, .repeatedKey: "duplicate"
    case .early, .unopened: "early"
    case .cancelled: "cancelled"
    case .empty: "empty"
    case .lost: "lost"
    case .unmatched: "unmatched"
    case .surplus: "surplus"
    case .unread: "unread"
    case .idle: "idle"
    case .ended, .unfilled: "ended"
    }
  }
}

extension ValueFate.Drop.Reason {
  /// One word for files and JSON.
  public var name: String {
    switch self {
    case .dropped(let note): note.reason?.name ?? "dropped"
    case .passedOver: "passedOver"
    case .ended: "ended"
    case .unsent: "unsent"
    case .untaken: "untaken"
    case .taken: "taken"
    case .lost(.full): "full"
    case .lost(.over): "over"
    }
  }

  /// Whether another row took the value.
  package var isTaken: Bool { if case .taken = self { true } else { false } }
}

extension ValueFate.Use {
  /// The operator that decided something by the value; nil when the value is a source of an event.
  public var operatorName: String? { if case .decision(let note) = kind { note.name } else { nil } }
}

extension ValueFate.Drop {
  /// The operator that dropped the value; nil when the events of the row show it alone.
  public var operatorName: String? { if case .dropped(let note) = reason { note.name } else { nil } }

  /// The row events of the value that took its place.
  public var cause: Lineage { if case .dropped(let note) = reason { note.cause } else { .none } }
}
