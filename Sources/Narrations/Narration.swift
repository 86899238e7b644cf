internal import Expressions
public import Marbles
public import Scenes

/// Describes the events of a scene in sentences: one for each event and each end, derived from lineage.
///
/// A sentence does not depend on anything after the instant of its event, so a playing scene gives the same sentences
/// as the complete recording.
///
/// ```swift
/// let recording = try BoundedRun(.sample).perform().get()
/// Narration(of: recording, Scene.sample).sentence(about: recording.key(of: "zip#1")!)?.text
/// // 2.5 s: zip emits (2, b): `2` from ints waited 1.5 s for `b` from strings; zip now holds `3` from ints and …
/// ```
public struct Narration: Sendable {
  /// The recording so far.
  public internal(set) var recording: Recording
  /// The style of the sentences.
  public let style: Style

  /// The outermost operator of each row's expression; nil for inputs.
  private(set) var calls: [RowCall?]
  /// What the stages of each row's expression are called; empty for one operator.
  private(set) var stageNames: [[StageName]]
  /// The rows of the scene.
  private(set) var rows: [Scene.Row]
  /// Whether an object is called by the text on its marble, as beside a picture, rather than by its members.
  public var usesLabels = false

  /// Creates the narration of a recording.
  ///
  /// - Parameters:
  ///   - recording: the complete recording, or the recording so far.
  ///   - scene: the recorded scene; only its expressions and animations are used, never the future of inputs.
  ///   - style: the style of the sentences.
  public init(of recording: Recording, _ scene: Scene, style: Style = .written) {
    self.recording = recording
    self.style = style
    let lookup = RowLookup(scene)
    calls = scene.rows.map { row in
      row.expression.map { RowCall($0, of: row, in: lookup) }
    }
    stageNames = scene.rows.map { $0.expression.map(StageName.all) ?? [] }
    rows = scene.rows
  }

  /// Creates a narration without events; append events as they happen.
  public init(beginning scene: Scene, style: Style = .written) {
    var recording = scene.emptyRecording(until: .zero)
    recording.duration = .zero
    for position in recording.rows.indices { recording.rows[position].timeline = Timeline(end: .open) }
    self.init(of: recording, scene, style: style)
  }

  /// Appends the next entry. Append all entries of an instant before asking for their sentences.
  public mutating func append(_ entry: Recording.Entry) {
    recording.append(entry)
    recording.duration = max(recording.duration, entry.time)
  }

  /// Adds a live row behind all others, for entries that follow.
  public mutating func add(_ row: Scene.Row) {
    recording.rows.append(
      Recording.Row(name: row.name, timeline: Timeline(end: .open), capacity: row.live?.capacity))
    calls.append(nil)
    stageNames.append([])
    rows.append(row)
  }

  /// What stands for a value of a row in sentences.
  func named(_ value: Value, in row: Int) -> Value {
    guard usesLabels, case .object = value, value.title == nil, rows.indices.contains(row) else { return value }
    return rows[row].label(of: value)
  }

  // MARK: Sentences

  /// The sentence of an entry.
  public func sentence(for entry: Recording.Entry) -> Sentence {
    switch entry.kind {
    case .value:
      return sentence(about: entry.key)
        ?? Sentence(time: entry.time, row: entry.row, event: entry.key, text: "", sources: .none)
    case .finish, .error, .open: return EndSentence(self, entry).sentence
    }
  }

  /// The sentence about an event; nil when it has not happened yet.
  ///
  /// - Parameters:
  ///   - key: the key of the event.
  ///   - isPlain: whether to name only the sources of the event, which is correct for a part of a recording, too.
  public func sentence(about key: EventKey, isPlain: Bool = false) -> Sentence? {
    guard key.row < recording.rows.count, let event = recording[key] else { return nil }
    return EventSentence(key, event, RecordingPrefix(self, through: event.time)).sentence(isPlain: isPlain)
  }

  /// The last instant before `time` with an event or an end; nil when there is none.
  public func instant(before time: SceneTime) -> SceneTime? {
    recording.rows.compactMap { row -> SceneTime? in
      if let end = row.timeline.end.time, end < time { return end }
      let events = row.timeline.events
      let count = events.count(through: time - .nanoseconds(1))
      return count > 0 ? events[count - 1].time : nil
    }.max()
  }
}

/// A sentence about one event or end.
public struct Sentence: Hashable, Sendable {
  /// The time of the event or end.
  public var time: SceneTime
  /// The position of its row.
  public var row: Int
  /// The event; nil for an end.
  public var event: EventKey?
  /// The text on one line, without control characters.
  public var text: String
  /// The events that the event was made from.
  public var sources: Lineage
  /// Whether it says what became of a value or a stream, rather than that one came or ended: of an input, what its
  /// readers made of it.
  public var isNote = false
}
