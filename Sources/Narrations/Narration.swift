internal import Expressions
public import Marbles
public import Scenes

/// What happens in a scene, in sentences: one for each event and each end, from provenance alone.
///
/// A sentence about an event looks at nothing that happens after that event's instant, so what is said while a scene
/// plays is what is said of the whole recording.
///
/// ```swift
/// let recording = try Scene.sample.recorded()
/// Narration(of: recording, Scene.sample).sentence(about: recording.key(of: "zip#1")!)?.text
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

  /// The narration of a recording.
  ///
  /// - Parameters:
  ///   - recording: what happened, whole or so far.
  ///   - scene: whose rows it has; only expressions and animations are looked at, never what inputs are to do.
  ///   - style: how it is put.
  public init(of recording: Recording, _ scene: Scene, style: Style = .written) {
    self.recording = recording
    self.style = style
    let lookup = RowLookup(scene)
    calls = scene.rows.map { row in
      row.expression.map { RowCall($0, of: row, in: lookup) }
    }
    animations = scene.rows.map(\.animation)
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
  }

  // MARK: Sentences

  /// A sentence for everything that happened, in canonical order: by time, then row, then sequence.
  public var sentences: [Sentence] { recording.entries.map { sentence(for: $0) } }

  /// The sentence for what happened.
  public func sentence(for entry: Recording.Entry) -> Sentence {
    switch entry.kind {
    case .value:
      return sentence(about: entry.key)
        ?? Sentence(time: entry.time, row: entry.row, event: entry.key, text: "", sources: .none)
    case .finish, .error, .open: return EndTelling(self, entry).sentence
    }
  }

  /// The sentence about the event that `key` means; nil when there is none so far.
  ///
  /// - Parameters:
  ///   - key: the event's.
  ///   - isPlain: whether to say only what it was made of, which is true of a part of a recording, too.
  public func sentence(about key: EventKey, isPlain: Bool = false) -> Sentence? {
    guard key.row < recording.rows.count, let event = recording[key] else { return nil }
    return Telling(key, event, Past(self, through: event.time)).sentence(isPlain: isPlain)
  }

  /// The sentence about the newest event by `time`: of one row, or of all outputs, where at one instant the lower row
  /// counts; nil when there is none.
  public func newest(ofRow row: Int? = nil, through time: SceneTime) -> Sentence? {
    let rows = row.map { [$0] } ?? calls.indices.filter { calls[$0] != nil }
    let newest = rows.compactMap { row -> (time: SceneTime, key: EventKey)? in
      let events = recording.rows[row].timeline.events
      let count = events.count(through: time)
      return count > 0 ? (events[count - 1].time, recording.key(row: row, at: count - 1)) : nil
    }.max { ($0.time, $0.key) < ($1.time, $1.key) }
    return newest.flatMap { sentence(about: $0.key) }
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
}

/// One thing that happened, in words.
public struct Sentence: Hashable, Sendable {
  /// When it happened.
  public var time: SceneTime
  /// The position of the row in which it happened.
  public var row: Int
  /// The event that it is about; nil for an end.
  public var event: EventKey?
  /// The sentence, on one line, with nothing in it that a terminal would act on.
  public var text: String
  /// The events that the event came from.
  public var sources: Lineage
}
