internal import Marbles
internal import Scenes

/// The recording up to and including an instant: all that a sentence may use.
struct RecordingPrefix: Sendable {
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

  /// The notes of a row so far.
  func notes(ofRow row: Int) -> some BidirectionalCollection<Recording.Note> {
    narration.recording.rows[row].notes.prefix { $0.time <= now }
  }

  /// The end of a row so far; open before its end.
  func end(ofRow row: Int) -> Timeline.End {
    let end = narration.recording.rows[row].timeline.end
    return end.time.map { $0 <= now } == true ? end : .open
  }

  /// The time at which a row finished; nil before.
  func finish(ofRow row: Int) -> SceneTime? {
    if case .finish(let time) = end(ofRow: row) { time } else { nil }
  }

  /// The time and the message of a row's failure; nil before.
  func failure(ofRow row: Int) -> (time: SceneTime, message: String)? {
    if case .error(let time, let message) = end(ofRow: row) { (time, message) } else { nil }
  }

  /// The event with this key as a source of another; nil when it is not available.
  func part(_ key: EventKey) -> RecordingPart? {
    guard let event = narration.recording[key], event.time <= now else { return nil }
    let index = key.index - narration.recording.rows[key.row].earlier
    return RecordingPart(row: key.row, index: index, event: event, age: now - event.time)
  }
}

/// A source of an event.
struct RecordingPart: Hashable, Sendable {
  /// The position of its row in the scene.
  let row: Int
  /// Its index among the available events of the row.
  let index: Int
  let event: Event
  /// The time between the source and the event.
  let age: SceneTime

  var isNew: Bool { age == .zero }
}

extension [Event] {
  /// The number of events up to and including `time`.
  func count(through time: SceneTime) -> Int { partitioningIndex { $0.time > time } }
}
