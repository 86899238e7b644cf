public import Marbles
public import Operators

extension Recording {
  /// The recording without what happened inside expressions.
  package var withoutStages: Recording {
    var recording = self
    for row in rows.indices { recording.rows[row].stages = nil }
    return recording
  }

  /// What happened inside the expression of a row: each iteration of each stage, and of each stream that stages read.
  public struct Stages: Hashable, Sendable {
    /// The iterations, in the order in which they began.
    public var passes: [Pass]
    /// For each of the row's notes, the pass that it belongs to.
    public var notes: [Note]
    /// What each event of an inner stream was made from, if it came from a stage.
    public var inner: [EventKey: Lineage]
    /// For each inner stream of the row, what the value was made from that it was created for.
    public var streams: [Lineage]
    /// Since when nothing is recorded, because there was too much; nil when all was.
    public var cut: SceneTime?

    /// An event inside an expression.
    public struct Event: Hashable, Sendable {
      /// When its reader got it.
      public var time: SceneTime
      /// The value.
      public var value: Value
      /// The colour of its marble.
      public var color: MarbleColor
      /// The events that it was made from: of stages, of inner streams, of rows. See ``Recording/stageEvent(_:)``.
      public var from: Lineage
    }

    /// One iteration of a stream by one reader, with the reader's demand.
    public struct Pass: Hashable, Sendable {
      /// The value that a closure was called for.
      public struct Element: Hashable, Sendable {
        /// The value.
        public var value: Value
        /// The events that it was made from.
        public var from: Lineage
      }

      /// What is read.
      public var stream: StageStream
      /// The pass of the stage that reads it; nil for the row itself.
      public var reader: Int?
      /// The value that the enclosing closure was called for; nil outside of closures.
      public var element: Element?
      /// The number of enclosing closures.
      public var depth: Int
      /// When it began.
      public var begin: SceneTime
      /// When its reader asked for each event, and last for the end.
      public var asked: [SceneTime] = []
      /// The events that it gave its reader.
      public var events: [Event] = []
      /// How it ended.
      public var end = Inner.End.open

      /// The requests of its reader, in order.
      public var requests: [Request] {
        asked.indices.map { index in
          if index < events.count {
            return Request(asked: asked[index], answered: events[index].time, answer: .value(index))
          }
          // After the end, nothing new comes of a request.
          guard index == events.count else { return Request(asked: asked[index], answered: asked[index], answer: .end) }
          let answer: Request.Answer =
            switch end {
            case .finish: .end
            case .error: .error
            case .cancelled: .cancelled
            case .open: .none
            }
          return Request(asked: asked[index], answered: end.time, answer: answer)
        }
      }

      /// When its reader let go of it without asking again; nil when it did not.
      public var left: SceneTime? {
        guard case .cancelled(let time) = end, asked.count == events.count else { return nil }
        return time
      }
    }

    /// One request of a reader.
    public struct Request: Hashable, Sendable {
      /// What came of a request.
      public enum Answer: Hashable, Sendable {
        /// The event at this position of the pass.
        case value(Int)
        /// The end.
        case end
        /// An error.
        case error
        /// The reader was cancelled.
        case cancelled
        /// It was still open at the end of the run.
        case none
      }

      /// When the reader asked.
      public var asked: SceneTime
      /// When it was answered; nil while it is open.
      public var answered: SceneTime?
      /// The answer.
      public var answer: Answer
    }

    /// Where a note of the row belongs.
    public struct Note: Hashable, Sendable {
      /// The pass of the operator; nil when it had none.
      public var pass: Int?
      /// The events that the value of the note was made from.
      public var from: Lineage
      /// The events of the value that caused it.
      public var cause: Lineage
    }
  }
}
