/// Events in time order, and the end of the stream.
public struct Timeline: Hashable, Sendable {
  /// How a timeline ends.
  public enum End: Hashable, Sendable {
    /// The stream finishes at this time.
    case finish(SceneTime)
    /// The stream fails at this time with this message.
    case error(SceneTime, message: String)
    /// The stream never ends.
    case open

    /// The time of the end; nil for an open timeline.
    public var time: SceneTime? {
      switch self {
      case .finish(let time), .error(let time, _): time
      case .open: nil
      }
    }

    /// The end at another time; an open one stays open.
    package func moved(_ place: (SceneTime) -> SceneTime) -> End {
      switch self {
      case .finish(let time): .finish(place(time))
      case .error(let time, let message): .error(place(time), message: message)
      case .open: .open
      }
    }
  }

  /// The message of an error that has none in its text.
  public static let defaultErrorMessage = "error"

  /// The events, earliest first; events at one instant in the order in which they were written.
  public private(set) var events: [Event]
  /// The end; never before the last event.
  public private(set) var end: End

  /// Creates a timeline and sorts the events by time; events at one instant keep their order.
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

  /// The time of the end, or of the last event of an open timeline; 0 for an open timeline without events.
  public var latest: SceneTime { end.time ?? events.last?.time ?? .zero }
}

extension Timeline {
  /// Appends an event to an open timeline.
  ///
  /// - Precondition: the timeline is open, and the event is not before the last one.
  public mutating func append(_ event: Event) {
    precondition(end == .open && (events.last?.time ?? .zero) <= event.time)
    events.append(event)
  }

  /// Removes the first `count` events.
  public mutating func forget(_ count: Int) { events.removeFirst(count) }

  /// Ends an open timeline.
  ///
  /// - Precondition: the timeline is open, and the end is not before the last event.
  public mutating func close(_ end: End) {
    precondition(self.end == .open && (end.time.map { (events.last?.time ?? .zero) <= $0 } ?? true))
    self.end = end
  }

  /// The part up to and including `time`; open when the timeline ends later.
  public func prefix(through time: SceneTime) -> Timeline {
    if latest <= time { return self }
    let kept = events.prefix { $0.time <= time }
    return Timeline(events: Array(kept), end: end.time.map { $0 <= time } == true ? end : .open)
  }

  /// This timeline, shifted by `delay`.
  public func delayed(by delay: SceneTime) -> Timeline {
    Timeline(events: events.changed { $0.time += delay }, end: end.moved { $0 + delay })
  }
}

extension [Event] {
  /// The events with a change of each.
  package func changed(_ change: (inout Event) -> Void) -> [Event] {
    var events = self
    for index in events.indices { change(&events[index]) }
    return events
  }
}
