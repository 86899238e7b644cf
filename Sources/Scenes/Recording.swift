public import Marbles

/// The events of all rows of a scene, complete or up to now.
public struct Recording: Hashable, Sendable {
  /// A row and its events.
  public struct Row: Hashable, Sendable {
    /// The name of the row.
    public var name: String
    /// The source of its expression; nil for an input.
    public var expression: String?
    /// Its events and its end; open while the row continues.
    public var timeline: Timeline
    /// The minimum number of events to retain, the newest ones; nil for all.
    public var capacity: Int?
    /// The number of events before the first one of ``timeline``.
    public private(set) var earlier = 0
    /// The number of events that are no longer retained.
    public private(set) var forgotten = 0
    /// The index of the first event, which is greater than 0 in a row whose events have numbers of their own.
    private var first = 0
    /// Input that did not become events of the row.
    public var losses = ArrivalQueue.Counts()
    /// What is known about the source of a live row.
    public var source = SourceStatus()
    /// The number of parts of the retained values, in rows with a capacity.
    private var parts = 0
    /// The inner streams of the row's expression in the order in which they started; empty in a scene that is played
    /// for its entries.
    public var inner: [Inner] = []
    /// By event index, the direct ancestors of the row's events, including events of inner streams; no entry for events
    /// that came through no inner stream.
    public var through: [Int: Lineage] = [:]
    /// What the row's operators did without emitting a value, in order of time; empty in a scene that is played for its
    /// entries.
    public var notes: [Note] = []
    /// What happened inside the row's expression; nil unless that was asked for.
    public var stages: Stages?
    /// When its reader cancelled it or let go of it, in the row of a stage; nil for other rows, and when none did.
    public var cancelled: SceneTime?
    /// When its reader waited for a value, in the row of a stage: in order, each later than the one before; nil for other rows.
    /// A wait that is still open ends in the distant future.
    public var demand: [Range<SceneTime>]?
    /// What became of the values of an input that is a channel or a stream, by the index of the event: those that were sent by
    /// the end of the run. Empty for other rows, and in a scene that is played for its entries.
    public var sends: [Send] = []
    /// The changes of the row's expression while it was live, in order of time.
    public package(set) var edits: [Edit] = []
    /// The maximum number of ``edits``: the newest ones.
    static let maximumEdits = 100
    /// The cancelled request that ended the stream of an input for all its readers; nil when none did.
    public var cutOff: Taking?

    /// A change of the expression of a live scene's row.
    public struct Edit: Hashable, Sendable {
      /// When the new expression took over: the row's events before that time came from the old one.
      public var time: SceneTime
      /// The index of the first event of the new expression.
      public var index: Int
      /// The source of the old expression; nil for a row that was added.
      public var old: String?
      /// How many events of a live row the new expression has not seen, because they had been forgotten.
      public var unseen: Int
      /// How many of them came after one that it has seen; without any, its results count from the event behind ``unseen``.
      public var skipped: Int

      package init(time: SceneTime, index: Int, old: String?, unseen: Int, skipped: Int) {
        (self.time, self.index, self.old) = (time, index, old)
        (self.unseen, self.skipped) = (unseen, skipped)
      }
    }

    /// Creates a row.
    ///
    /// - Parameter forgotten: the number of earlier events, which are not retained.
    public init(
      name: String, expression: String? = nil, timeline: Timeline, capacity: Int? = nil, forgotten: Int = 0
    ) {
      self.name = name
      self.expression = expression
      self.timeline = timeline
      self.capacity = capacity
      (earlier, self.forgotten) = (forgotten, forgotten)
    }

    /// The number of its events so far, including those that are no longer retained.
    public var count: Int { earlier + timeline.events.count }

    /// The number of its events so far, without regard to the numbers that they have.
    package var emitted: Int { count - first }

    /// Whether the row is an input of the scene.
    public var isInput: Bool { expression == nil }

    /// Forgets all events, and goes on with the one at `index`.
    mutating func skip(to index: Int) {
      forget(timeline.events.count)
      earlier = index
    }

    /// Numbers the events of a row without any from `index` on.
    mutating func begin(at index: Int) { (earlier, first) = (index, index) }

    /// The maximum number of parts of values that are retained only for the capacity's sake.
    static let partsHeld = 1_000_000

    /// Adds an event and evicts old ones, a quarter of them at a time to keep the cost low.
    mutating func append(_ event: Event) {
      timeline.append(event)
      guard let capacity else { return }
      parts += event.value.parts ?? Value.maximumParts
      if parts > Self.partsHeld { forget(keepingParts: Self.partsHeld / 4 * 3) }
      let surplus = timeline.events.count - capacity
      if surplus > capacity / 4 { forget(surplus) }
    }

    private mutating func forget(keepingParts limit: Int) {
      var count = 0
      var parts = parts
      while parts > limit, count < timeline.events.count - 1 {
        parts -= timeline.events[count].value.parts ?? Value.maximumParts
        count += 1
      }
      forget(count)
    }

    private mutating func forget(_ count: Int) {
      // By index: to loop over the events would copy each.
      for index in 0..<count { parts -= timeline.events[index].value.parts ?? Value.maximumParts }
      timeline.forget(count)
      earlier += count
      forgotten += count
      if let first = edits.first, first.index < earlier { edits.removeAll { $0.index < earlier } }
    }

    /// Whether the row is an input that receives live events.
    public var isLive: Bool { isInput && capacity != nil }

    /// The row without events before `time`.
    func since(_ time: SceneTime) -> Row {
      let count = timeline.events.partitioningIndex { $0.time >= time }
      guard count > 0 else { return self }
      var row = self
      row.timeline = Timeline(events: Array(timeline.events[count...]), end: timeline.end)
      row.earlier += count
      return row
    }
  }

  /// A single event of a recording.
  public struct Entry: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
      /// A value.
      case value(Event)
      /// The row finished.
      case finish
      /// The row failed.
      case error(message: String)
      /// The row was still open at the end of the run.
      case open
    }

    /// The row's position in the scene.
    public var row: Int
    /// The number of earlier values of the row; for a value, its index.
    public var index: Int
    /// When it happened; for an open row, the end of the run.
    public var time: SceneTime
    /// What happened.
    public var kind: Kind

    /// Creates an entry; see the properties for the meaning of each argument.
    public init(row: Int, index: Int, time: SceneTime, kind: Kind) {
      (self.row, self.index, self.time, self.kind) = (row, index, time, kind)
    }

    /// The key of the event; meaningful only for a value.
    public var key: EventKey { EventKey(row: row, index: index) }

    /// Whether the entry is a value.
    public var isValue: Bool { if case .value = kind { true } else { false } }
  }

  /// The rows, in scene order.
  public var rows: [Row]
  /// The time of the last event, or the scene's duration.
  public var duration: SceneTime

  /// The events from `time` on.
  public func since(_ time: SceneTime) -> Recording {
    Recording(rows: rows.map { $0.since(time) }, duration: duration)
  }

  /// All entries in canonical order: by time, then row, then sequence, with ends last.
  public var entries: [Entry] {
    var entries: [Entry] = []
    for (position, row) in rows.enumerated() {
      for (index, event) in row.timeline.events.enumerated() {
        entries.append(Entry(row: position, index: row.earlier + index, time: event.time, kind: .value(event)))
      }
      let kind: Entry.Kind =
        switch row.timeline.end {
        case .finish: .finish
        case .error(_, let message): .error(message: message)
        case .open: .open
        }
      let time = row.timeline.end.time ?? max(duration, row.timeline.latest)
      entries.append(Entry(row: position, index: row.count, time: time, kind: kind))
    }
    entries.sort { ($0.time, $0.row, $0.index) < ($1.time, $1.row, $1.index) }
    return entries
  }

  /// The recording without old values: with the newest `count` values of all rows together, and those that are as old as the
  /// oldest of them. It takes logarithmic time for each row, and copies no more than it keeps.
  package func newest(_ count: Int) -> Recording {
    func values(since time: Int64) -> Int {
      rows.reduce(0) { sum, row in
        sum + row.timeline.events.count - row.timeline.events.partitioningIndex { $0.time.nanoseconds >= time }
      }
    }
    guard values(since: 0) > count else { return self }
    // There are enough values since `early`, and too few since `late`.
    var (early, late) = (Int64(0), rows.map(\.timeline.latest.nanoseconds).max() ?? 0)
    if values(since: late) >= count { early = late }
    while late - early > 1 {
      let middle = early + (late - early) / 2
      if values(since: middle) >= count { early = middle } else { late = middle }
    }
    var recording = self
    for index in rows.indices { recording.rows[index] = rows[index].since(SceneTime(nanoseconds: early)) }
    return recording
  }

  /// Adds the next entry of an output row or a live row.
  public mutating func append(_ entry: Entry) {
    switch entry.kind {
    case .value(let event): rows[entry.row].append(event)
    case .finish: rows[entry.row].timeline.close(.finish(entry.time))
    case .error(let message): rows[entry.row].timeline.close(.error(entry.time, message: message))
    case .open: break
    }
  }
}
