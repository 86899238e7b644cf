/// Events in time order, and how they end.
public struct Timeline: Hashable, Sendable {
  /// How a timeline ends.
  public enum End: Hashable, Sendable {
    /// It finishes at this time.
    case finish(SceneTime)
    /// It fails at this time, for this reason.
    case error(SceneTime, message: String)
    /// It never ends.
    case open

    /// When it ends; nil when it stays open.
    public var time: SceneTime? {
      switch self {
      case .finish(let time), .error(let time, _): time
      case .open: nil
      }
    }
  }

  /// The message of an error that was written without one.
  public static let defaultErrorMessage = "error"

  /// The events, earliest first; events at one instant in the order in which they were written.
  public private(set) var events: [Event]
  /// How it ends; never before the last event.
  public private(set) var end: End

  /// Creates a timeline; events are put in time order, those at one instant keep theirs.
  ///
  /// - Precondition: no event comes after `end`.
  public init(events: [Event] = [], end: End) {
    // `sort` is stable in practice but not by contract: the offset makes it so.
    let inOrder = zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }
    self.events =
      inOrder
      ? events
      : events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    self.end = end
    if let last = self.events.last, let time = end.time {
      precondition(last.time <= time, "the event at \(last.time) s comes after the end at \(time) s")
    }
  }

  /// The time of the last thing that happens: the end, or the last event when it stays open; 0 when there is neither.
  public var latest: SceneTime { end.time ?? events.last?.time ?? .zero }
}

extension Timeline {
  /// Adds an event at the end of an open timeline.
  ///
  /// - Precondition: the timeline is open, and nothing in it is later than the event.
  public mutating func append(_ event: Event) {
    precondition(end == .open && (events.last?.time ?? .zero) <= event.time)
    events.append(event)
  }

  /// Takes the first `count` events out.
  public mutating func forget(_ count: Int) { events.removeFirst(count) }

  /// Ends an open timeline.
  ///
  /// - Precondition: the timeline is open, and nothing in it is later than the end.
  public mutating func close(_ end: End) {
    precondition(self.end == .open && (end.time.map { (events.last?.time ?? .zero) <= $0 } ?? true))
    self.end = end
  }

  /// What happens by `time`; open when its end comes later.
  public func prefix(through time: SceneTime) -> Timeline {
    if latest <= time { return self }
    let kept = events.prefix { $0.time <= time }
    return Timeline(events: Array(kept), end: end.time.map { $0 <= time } == true ? end : .open)
  }

  /// The same, this much later.
  public func delayed(by delay: SceneTime) -> Timeline {
    let events = events.map { event in
      var event = event
      event.time += delay
      return event
    }
    let end: End =
      switch end {
      case .finish(let time): .finish(time + delay)
      case .error(let time, let message): .error(time + delay, message: message)
      case .open: .open
      }
    return Timeline(events: events, end: end)
  }
}
