public import Marbles

/// What happened in every row of a scene, so far or to the end.
public struct Recording: Hashable, Sendable {
  /// One row, and what happened in it.
  public struct Row: Hashable, Sendable {
    /// The row's name.
    public var name: String
    /// The source of its expression; nil for an input.
    public var expression: String?
    /// Its events and how it ended; open as long as it goes on.
    public var timeline: Timeline
    /// How many of the newest events are held, at least; nil for all.
    public var capacity: Int?
    /// How many events came before the first of ``timeline``.
    public private(set) var earlier = 0
    /// How many of them are not held any more.
    public private(set) var forgotten = 0
    /// What became no event of it.
    public var losses = LiveInput.Counts()
    /// How many parts the values have that are held, where not all are.
    private var parts = 0
    /// The streams that its expression's closures made of values, in the order in which they began; nothing while a scene
    /// is played for its entries.
    public var inner: [Inner] = []
    /// By the index of an event of the row, what the operator made it of, the events of inner streams among it; nothing
    /// for an event that came through none.
    public var through: [Int: Lineage] = [:]

    /// Creates a row.
    ///
    /// - Parameter forgotten: how many events came before those of `timeline`, and are not held.
    public init(
      name: String, expression: String? = nil, timeline: Timeline, capacity: Int? = nil, forgotten: Int = 0
    ) {
      self.name = name
      self.expression = expression
      self.timeline = timeline
      self.capacity = capacity
      (earlier, self.forgotten) = (forgotten, forgotten)
    }

    /// How many events it had, those that are not held any more included.
    public var count: Int { earlier + timeline.events.count }

    /// Whether it is an input of the scene.
    public var isInput: Bool { expression == nil }

    /// The most parts that values have which are held only because there are few of them.
    static let partsHeld = 1_000_000

    /// Adds what it did next, and forgets what it need not hold; a quarter at a time, so that it costs little.
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
      for event in timeline.events.prefix(count) { parts -= event.value.parts ?? Value.maximumParts }
      timeline.forget(count)
      earlier += count
      forgotten += count
    }

    /// Whether it is an input whose events come from outside.
    public var isLive: Bool { isInput && capacity != nil }

    /// The row without its events before `time`.
    func since(_ time: SceneTime) -> Row {
      var (count, end) = (0, timeline.events.count)
      while count < end {
        let middle = (count + end) / 2
        if timeline.events[middle].time < time { count = middle + 1 } else { end = middle }
      }
      guard count > 0 else { return self }
      var row = self
      row.timeline = Timeline(events: Array(timeline.events[count...]), end: timeline.end)
      row.earlier += count
      return row
    }
  }

  /// One thing that happened.
  public struct Entry: Hashable, Sendable {
    /// What it was.
    public enum Kind: Hashable, Sendable {
      /// A value.
      case value(Event)
      /// The row finished.
      case finish
      /// The row failed.
      case error(message: String)
      /// The run was over and the row was not.
      case open
    }

    /// The row's position in the scene.
    public var row: Int
    /// How many values of the row came before it: the index of a value's event.
    public var index: Int
    /// When it happened; for an open row, when the run was over.
    public var time: SceneTime
    /// What it was.
    public var kind: Kind

    /// Creates an entry.
    public init(row: Int, index: Int, time: SceneTime, kind: Kind) {
      (self.row, self.index, self.time, self.kind) = (row, index, time, kind)
    }

    /// Which event it is, when it is a value.
    public var key: EventKey { EventKey(row: row, index: index) }

    /// Whether it was a value.
    public var isValue: Bool { if case .value = kind { true } else { false } }
  }

  /// The rows, in scene order.
  public var rows: [Row]
  /// When the last thing happened, or what the scene says.
  public var duration: SceneTime

  /// What happened from `time` on.
  public func since(_ time: SceneTime) -> Recording {
    Recording(rows: rows.map { $0.since(time) }, duration: duration)
  }

  /// Everything in canonical order: by time, then row, then sequence, ends last.
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

  /// Adds what an output row, or a live one, did next.
  public mutating func append(_ entry: Entry) {
    switch entry.kind {
    case .value(let event): rows[entry.row].append(event)
    case .finish: rows[entry.row].timeline.close(.finish(entry.time))
    case .error(let message): rows[entry.row].timeline.close(.error(entry.time, message: message))
    case .open: break
    }
  }
}
