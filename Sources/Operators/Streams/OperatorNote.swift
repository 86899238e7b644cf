public import Marbles

/// Something that an operator did without emitting a value, such as dropping one or starting again.
public struct OperatorNote: Hashable, Sendable {
  /// What the operator did.
  public enum Action: Hashable, Sendable {
    /// The value will not be emitted.
    case dropped(Reason)
    /// The value decided something, and is not emitted itself.
    case used(Use)
    /// No value came in time, so the stream fails with this message.
    case timedOut(message: String)
    /// The stream failed with this message, and `retry` reads it again.
    case restarted(message: String)
    /// The stream failed with this message, and `catchError` continues with its replacement.
    case switched(message: String)
    /// An input row sent the value through a channel or a stream.
    case delivered(Delivery)
  }

  /// What happened to a value between the row that sends it and the rows that read it, given by their positions.
  public enum Delivery: Hashable, Sendable {
    /// `send` waits, as no iterator asks for the value.
    case waits
    /// The row took the value; `send` had waited this long, which is zero in a stream.
    case taken(row: Int, after: SceneTime)
    /// The row cancelled its request, which ended the stream for all rows.
    case cut(row: Int)
  }

  /// Why a value was dropped.
  public enum Reason: Hashable, Sendable {
    /// A newer value replaced it, and the operator waits again from the beginning.
    case replacedRestarting
    /// A newer value replaced it.
    case replaced
    /// An earlier value of the same interval was kept instead.
    case skipped
    /// The buffer was full.
    case full(BufferPolicy)
    /// It did not satisfy the condition, or became nil.
    case filtered
    /// It equals the value before it.
    case duplicate
    /// A closure was true for the value that was emitted last, which is ``OperatorNote/other``, and for it.
    case matched
    /// An equal value came before.
    case repeated
    /// A value with an equal key came before.
    case repeatedKey
    /// It came before the operator passes values on.
    case early
    /// It came before the first value of the other stream.
    case unopened
    /// A newer value cancelled the stream that was created for it.
    case cancelled
    /// The stream that was created for it finished without a value.
    case empty
    /// Another stream won the race.
    case lost
    /// It came between two windows.
    case between
    /// The window that it began, or was in, was not full at the end.
    case unfilled
    /// No value of the other stream had its key and came in time.
    case unmatched
    /// Its key was new, and there were as many keys as there may be.
    case surplus
    /// Nothing reads the stream of its key any more.
    case unread
    /// It was a signal, and there was nothing to do.
    case idle
    /// The operator ended while it held the value.
    case ended
  }

  /// What a value decided.
  public enum Use: String, Hashable, Sendable {
    /// It opened the output, as for `drop(until:)`.
    case opened
    /// It ended the output, as for `prefix(until:)`.
    case ended
    /// It made the operator emit what it held.
    case triggered
    /// It was tested for the result.
    case tested
    /// The operator failed on it.
    case failed
  }

  /// The name of the operator.
  public var name: String
  /// The position of the operator's call among the stages of the expression; nil when it is none, as for an input.
  public var stage: Int?
  /// What the operator did.
  public var action: Action
  /// The value that the note is about; nil when it is about none.
  public var value: Value?
  /// The nearest row events that the value came from.
  public var from: Lineage
  /// The nearest row events of the value that caused it: the one that replaced a value, or cancelled its stream.
  public var cause: Lineage
  /// The value that a closure compared with it; nil for none.
  public var other: Value?

  /// Creates a note; `value` is nil when the note is about no value.
  public init(
    name: String, stage: Int? = nil, _ action: Action, value: Value? = nil, from: Lineage = .none,
    cause: Lineage = .none, other: Value? = nil
  ) {
    (self.name, self.stage, self.action) = (name, stage, action)
    (self.value, self.from, self.cause, self.other) = (value, from, cause, other)
  }

  /// Why the value was dropped; nil when it was not.
  public var reason: Reason? { if case .dropped(let reason) = action { reason } else { nil } }
}

/// Receives the notes of operators, on the thread that drives the streams, at the instants of what they describe.
public protocol OperatorObserver: Sendable {
  /// Records a note.
  ///
  /// - Returns: a number for ``retract(_:)``.
  func note(_ note: OperatorNote) -> Int

  /// Removes a note that turned out to be wrong at the same instant.
  func retract(_ note: Int)
}

/// Reports what one operator does; costs nothing without an observer.
struct OperatorNotes: Sendable {
  /// The name of the operator.
  let name: String
  /// The position of the operator's call among the stages of the expression.
  let stage: Int?
  let observer: (any OperatorObserver)?

  /// Whether an observer receives the notes.
  var areWanted: Bool { observer != nil }

  /// - Returns: the number of the note; nil without an observer.
  @discardableResult
  func drop(_ element: Traced, _ reason: OperatorNote.Reason, for cause: Traced? = nil) -> Int? {
    observer?.note(
      OperatorNote(
        name: name, stage: stage, .dropped(reason), value: element.value, from: element.from,
        cause: cause?.from ?? .none, other: reason == .matched ? cause?.value : nil))
  }

  func use(_ element: Traced, _ use: OperatorNote.Use) {
    _ = observer?.note(OperatorNote(name: name, stage: stage, .used(use), value: element.value, from: element.from))
  }

  func report(_ action: OperatorNote.Action) {
    _ = observer?.note(OperatorNote(name: name, stage: stage, action))
  }

  /// `stream`, with each of its values noted as tested.
  func testing(_ stream: TracedStream) -> TracedStream {
    guard areWanted else { return stream }
    return TracedStream(
      stream.map { element in
        use(element, .tested)
        return element
      })
  }
}
