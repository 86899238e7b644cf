public import Marbles
internal import Operators
public import Scenes

/// What happens in a scene, in sentences: one for each event and each end, from provenance alone.
///
/// A sentence about an event looks at nothing that happens after that event's instant, so what is said while a scene
/// plays is what is said of the whole recording.
///
/// ```swift
/// let recording = try Scene.sample.recorded()
/// Narration(of: recording, Scene.sample).sentence(about: "zip#1")?.text
/// // 2.5 s: zip emits (2, b): ints 2 waited 1.5 s for strings b; zip now holds ints 3 and waits for strings.
/// ```
public struct Narration: Sendable {
  /// What happened in every row, as far as it has been told.
  public private(set) var recording: Recording
  /// How it is put.
  public let style: Style

  /// What each row's expression does; nil for inputs.
  let calls: [RowCall?]
  /// How each row's values appear whose stream says nothing about it.
  let animations: [Animation?]
  private var index: EventIndex

  /// The narration of a recording.
  ///
  /// - Parameters:
  ///   - recording: what happened, whole or so far.
  ///   - scene: whose rows it has; only expressions and animations are looked at, never what inputs are to do.
  ///   - style: how it is put.
  ///   - index: where the recording's events stand, when that is known already.
  public init(of recording: Recording, _ scene: Scene, style: Style = .written, index: EventIndex? = nil) {
    self.recording = recording
    self.style = style
    calls = scene.rows.map { row in
      row.expression.map { RowCall($0, of: row, in: scene) }
    }
    animations = scene.rows.map(\.animation)
    self.index = index ?? EventIndex(recording)
  }

  /// A narration before anything has happened; what happens is added as it does.
  public init(beginning scene: Scene, style: Style = .written) {
    var recording = scene.emptyRecording(until: .zero)
    recording.duration = .zero
    for position in recording.rows.indices { recording.rows[position].timeline = Timeline(end: .open) }
    self.init(of: recording, scene, style: style)
  }

  /// Adds what happened next; all of an instant is added before any of it is told.
  public mutating func append(_ entry: Recording.Entry) {
    recording.append(entry)
    recording.duration = max(recording.duration, entry.time)
    index.note(entry, in: recording)
  }

  // MARK: Sentences

  /// A sentence for everything that happened, in canonical order: by time, then row, then sequence.
  public var sentences: [Sentence] { recording.entries.map { sentence(for: $0) } }

  /// The sentence for what happened.
  public func sentence(for entry: Recording.Entry) -> Sentence {
    switch entry.kind {
    case .value(let event):
      guard let position = index.position(of: event.id, in: recording) else {
        return Sentence(time: entry.time, row: entry.row, eventID: event.id, text: "", sources: [])
      }
      return sentence(at: position)
    case .finish, .error, .open: return EndTelling(self, entry).sentence
    }
  }

  /// The sentence about the event with this id; nil when there is none so far.
  ///
  /// - Parameters:
  ///   - id: the event's.
  ///   - isPlain: whether to say only what it was made of, which is true of a part of a recording, too.
  public func sentence(about id: String, isPlain: Bool = false) -> Sentence? {
    index.position(of: id, in: recording).map { sentence(at: $0, isPlain: isPlain) }
  }

  /// Where the event with this id stands: its row's position in the scene, and its own in the row.
  public func position(of id: String) -> EventPosition? { index.position(of: id, in: recording) }

  /// The sentence about the newest event by `time`: of one row, or of all outputs, where at one instant the lower row
  /// counts; nil when there is none.
  public func newest(ofRow row: Int? = nil, through time: SceneTime) -> Sentence? {
    let rows = row.map { [$0] } ?? calls.indices.filter { calls[$0] != nil }
    let newest = rows.compactMap { row -> EventPosition? in
      let count = recording.rows[row].timeline.events.count(through: time)
      return count > 0 ? EventPosition(row: row, index: count - 1) : nil
    }.max { (event(at: $0).time, $0.row) < (event(at: $1).time, $1.row) }
    return newest.map { sentence(at: $0) }
  }

  /// The last instant before `time` at which something happened; nil when there is none.
  public func instant(before time: SceneTime) -> SceneTime? {
    recording.rows.compactMap { row -> SceneTime? in
      if let end = row.timeline.end.time, end < time { return end }
      let events = row.timeline.events
      let count = events.count(through: time - .nanoseconds(1))
      return count > 0 ? events[count - 1].time : nil
    }.max()
  }

  private func sentence(at position: EventPosition, isPlain: Bool = false) -> Sentence {
    let past = Past(self, through: event(at: position).time)
    return Telling(position, past).sentence(isPlain: isPlain)
  }

  func event(at position: EventPosition) -> Event { recording.rows[position.row].timeline.events[position.index] }
}

/// Where an event stands.
public struct EventPosition: Hashable, Sendable {
  /// Its row's position in the scene.
  public var row: Int
  /// Its own in the row, from 0.
  public var index: Int
}

/// One thing that happened, in words.
public struct Sentence: Hashable, Sendable {
  /// When it happened.
  public var time: SceneTime
  /// The position of the row in which it happened.
  public var row: Int
  /// The event that it is about; nil for an end.
  public var eventID: String?
  /// The sentence, on one line, with nothing in it that a terminal would act on.
  public var text: String
  /// The ids of the events that the event came from, in scene order.
  public var sources: [String]
}
