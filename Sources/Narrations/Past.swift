internal import Marbles
internal import Scenes

/// What had happened by an instant, all of that instant included: all that a sentence may look at.
struct Past: Sendable {
  let narration: Narration
  let now: SceneTime

  init(_ narration: Narration, through now: SceneTime) {
    self.narration = narration
    self.now = now
  }

  /// The events of a row so far.
  func events(ofRow row: Int) -> ArraySlice<Event> {
    let events = narration.recording.rows[row].timeline.events
    return events.prefix(events.count(through: now))
  }

  /// How a row has ended; open when it has not.
  func end(ofRow row: Int) -> Timeline.End {
    let end = narration.recording.rows[row].timeline.end
    return end.time.map { $0 <= now } == true ? end : .open
  }

  /// When a row finished, when it has.
  func finish(ofRow row: Int) -> SceneTime? {
    if case .finish(let time) = end(ofRow: row) { time } else { nil }
  }

  /// When a row failed and with what, when it has.
  func failure(ofRow row: Int) -> (time: SceneTime, message: String)? {
    if case .error(let time, let message) = end(ofRow: row) { (time, message) } else { nil }
  }

  /// The event with this id, as a part of another.
  func part(_ id: String) -> Part? {
    guard let position = narration.position(of: id) else { return nil }
    let event = narration.event(at: position)
    return event.time <= now ? Part(position: position, event: event, age: now - event.time) : nil
  }
}

/// An event that another came from.
struct Part: Hashable, Sendable {
  let position: EventPosition
  let event: Event
  /// How long before the other it happened.
  let age: SceneTime

  var row: Int { position.row }
  var index: Int { position.index }
  var isNew: Bool { age == .zero }
}

extension [Event] {
  /// How many happen by `time`, found by halving.
  func count(through time: SceneTime) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
