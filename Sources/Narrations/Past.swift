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

  /// The event that `key` means, as a part of another; nil when it is not held.
  func part(_ key: EventKey) -> Part? {
    guard let event = narration.recording[key], event.time <= now else { return nil }
    let index = key.index - narration.recording.rows[key.row].earlier
    return Part(row: key.row, index: index, event: event, age: now - event.time)
  }
}

/// An event that another came from.
struct Part: Hashable, Sendable {
  /// The position of its row in the scene.
  let row: Int
  /// Its position among what is held of the row.
  let index: Int
  let event: Event
  /// How long before the other it happened.
  let age: SceneTime

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
