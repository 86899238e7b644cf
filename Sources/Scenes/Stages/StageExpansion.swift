internal import Expressions
internal import Marbles
internal import Operators

/// A scene whose stages are rows: each operator of an expression, outside of closures, has a row that shows what it gives. All
/// that draws, tells or exports rows can so show stages.
///
/// It is a picture of a run, not a scene to play: rows would change who waits for whom.
public struct StageExpansion: Sendable {
  /// The scene with a row for each stage. The last stage has the name of its row, the others names such as `out.map`.
  public private(set) var scene: Scene
  /// What happened in these rows.
  public private(set) var recording: Recording
  /// By position, the name of the row before that each row is, or is a stage of.
  public private(set) var owners: [String]
  /// By position, the number of the stage that each row is; nil for a row without stages of its own.
  package private(set) var stages: [Int?]

  /// Shows the stages of rows.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - recording: its recording, with stages.
  ///   - isOpen: whether the row at a position shows its stages.
  public init(of scene: Scene, _ recording: Recording, where isOpen: (Int) -> Bool = { _ in true }) {
    (self.scene, self.recording, owners) = (scene, recording, scene.rows.map(\.name))
    stages = scene.rows.map { _ in nil }
    guard recording.rows.contains(where: { $0.stages != nil }) else { return }
    self.scene.rows = []
    self.recording.rows = []
    (owners, stages) = ([], [])
    let rows = scene.rows.indices.map { position -> StageRows? in
      guard isOpen(position), let fates = StageFates(ofRow: position, in: recording, of: scene) else { return nil }
      return StageRows(fates, of: scene.rows[position])
    }
    // Where each row is, and so the keys of its events.
    var places = Keys(old: scene.rows.count)
    for rows in rows {
      places.first.append(places.count)
      places.count += rows?.stages.count ?? 1
    }
    for (position, row) in recording.rows.enumerated() {
      let last = places.first[position] + (rows[position]?.stages.count ?? 1) - 1
      places.last.append(last)
      places.streams.append(row.inner.indices.map { (row: last, number: $0) })
      guard let stages = rows[position] else { continue }
      var counts: [Int: Int] = [:]
      for stream in row.inner.indices {
        let owner = places.first[position] + stages.owner(ofStream: stream, row: scene.rows.count + position)
        places.streams[position][stream] = (row: owner, number: counts[owner, default: 0])
        counts[owner, default: 0] += 1
      }
    }
    for position in recording.rows.indices {
      guard let stages = rows[position] else {
        add(
          Part(row: scene.rows[position], recording: places.applied(to: recording.rows[position])), of: position, scene)
        continue
      }
      let parts = stages.rows(from: places.first[position], position, recording.rows, places)
      for (part, stage) in zip(parts, stages.stages) { add(part, of: position, scene, stage: stage) }
    }
  }

  private mutating func add(_ part: Part, of position: Int, _ scene: Scene, stage: Int? = nil) {
    owners.append(scene.rows[position].name)
    stages.append(stage)
    self.scene.rows.append(part.row)
    recording.rows.append(part.recording)
  }

  /// A row and what happened in it.
  fileprivate struct Part {
    var row: Scene.Row
    var recording: Recording.Row
  }

  /// New keys for old ones.
  fileprivate struct Keys {
    /// The number of rows before.
    let old: Int
    /// The number of rows now.
    var count = 0
    /// By old position of a row: its first and its last new row.
    var first: [Int] = []
    var last: [Int] = []
    /// By old position of a row and number of an inner stream: the new row, and the new number.
    var streams: [[(row: Int, number: Int)]] = []
    private var rewriter = LineageRewriter(from: 0)

    init(old: Int) { self.old = old }

    func new(_ key: EventKey) -> EventKey {
      guard key.row >= old else { return EventKey(row: last[key.row], index: key.index, isPassing: key.isPassing) }
      let (stream, index) = key.inner
      let place = streams[key.row - old][stream]
      return EventKey(row: count + place.row, stream: place.number, index: index)
    }

    mutating func applied(to lineage: Lineage) -> Lineage {
      let keys = self
      return rewriter.applied(to: lineage) { .one(keys.new($0)) }
    }

    mutating func applied(to event: Event) -> Event {
      var event = event
      (event.from, event.sources) = (applied(to: event.from), applied(to: event.sources))
      return event
    }

    mutating func applied(to timeline: Timeline) -> Timeline {
      Timeline(events: timeline.events.map { applied(to: $0) }, end: timeline.end)
    }

    private func applied(to delivery: OperatorNote.Delivery) -> OperatorNote.Delivery {
      switch delivery {
      case .waits: .waits
      case .taken(let row, let waited): .taken(row: last[row], after: waited)
      case .cut(let row): .cut(row: last[row])
      }
    }

    private func applied(to taking: Recording.Taking) -> Recording.Taking {
      Recording.Taking(row: last[taking.row], iterator: taking.iterator, time: taking.time)
    }

    mutating func applied(to row: Recording.Row) -> Recording.Row {
      var row = row
      row.stages = nil
      row.timeline = applied(to: row.timeline)
      for stream in row.inner.indices {
        row.inner[stream].from = applied(to: row.inner[stream].from)
        row.inner[stream].events = row.inner[stream].events.map { applied(to: $0) }
      }
      row.through = row.through.mapValues { applied(to: $0) }
      for index in row.notes.indices {
        row.notes[index].note.from = applied(to: row.notes[index].note.from)
        row.notes[index].note.cause = applied(to: row.notes[index].note.cause)
        if case .delivered(let delivery) = row.notes[index].note.action {
          row.notes[index].note.action = .delivered(applied(to: delivery))
        }
      }
      for index in row.sends.indices { row.sends[index].taken = row.sends[index].taken.map(applied) }
      row.cutOff = row.cutOff.map(applied)
      return row
    }
  }
}

/// The stages of one row as rows.
private struct StageRows {
  /// The numbers of the stages outside of closures.
  let stages: [Int]
  private let fates: StageFates
  private let row: Scene.Row
  /// What each of these stages gave, in order of time.
  private let events: [[StageFates.Place]]

  /// Nil when there is at most one stage, which is the row.
  init?(_ fates: StageFates, of row: Scene.Row) {
    stages = fates.stage.indices.filter { fates.stage[$0].depth == 0 }
    (self.fates, self.row) = (fates, row)
    guard stages.count > 1 else { return nil }
    events = stages.map(fates.places(ofStage:))
  }

  private func name(ofStage number: Int) -> String {
    number == stages.last ? row.name : "\(row.name).\(fates.names[number])"
  }

  /// The position among ``stages`` of the stage, outside of closures, that a pass is or works for; nil for the row itself.
  private func stage(ofPass number: Int?) -> Int? {
    var number = number
    while let pass = number {
      if case .stage(let stage) = fates.stages.passes[pass].stream, let position = stages.firstIndex(of: stage) {
        return position
      }
      number = fates.stages.passes[pass].reader
    }
    return nil
  }

  /// The position among ``stages`` of the one whose closure returned an inner stream.
  func owner(ofStream stream: Int, row: Int) -> Int {
    let made = fates.stages.inner[EventKey(row: row, stream: stream, index: 0)]
    let passes = made.map { fates.parents(of: $0).map(\.pass) } ?? []
    let inner = passes.first { fates.stages.passes[$0].depth > 0 }
    return stage(ofPass: inner) ?? stages.firstIndex { !fates.stage[$0].inner.isEmpty } ?? stages.count - 1
  }

  /// The rows, with their events and notes.
  ///
  /// - Parameters:
  ///   - first: the new position of the first row.
  ///   - old: the recorded rows, before.
  func rows(from first: Int, _ position: Int, _ old: [Recording.Row], _ keys: StageExpansion.Keys) -> [StageExpansion
    .Part]
  {
    var ancestors = StageAncestors(fates, old, keys)
    for (stage, events) in events.enumerated() {
      for (number, place) in events.enumerated() {
        ancestors.index[place] = EventKey(row: first + stage, index: number)
      }
    }
    let expressions = stages.map { row.expression?.expression(ofStage: $0, reading: name) }
    var parts = stages.enumerated().map { stage, number in
      part(
        number, expressions[stage]?.0, stage == stages.count - 1 ? old[position].timeline : nil, events[stage],
        &ancestors)
    }
    for (index, note) in fates.stages.notes.enumerated() {
      guard let stage = stage(ofPass: note.pass) else { continue }
      var told = fates.note(at: index)
      told.note.stage = told.note.stage.flatMap { expressions[stage]?.stages.firstIndex(of: $0) }
      (told.note.from, told.note.cause) = (ancestors.nearest(note.from), ancestors.nearest(note.cause))
      parts[stage].recording.notes.append(told)
    }
    for (stream, place) in keys.streams[position].enumerated() {
      parts[place.row - first].recording.inner.append(
        ancestors.inner(old[position].inner[stream], stream, row: old.count + position))
    }
    return parts
  }

  /// - Parameter recorded: what the row gave, for its last stage.
  private func part(
    _ number: Int, _ expression: Expression?, _ recorded: Timeline?, _ places: [StageFates.Place],
    _ ancestors: inout StageAncestors
  ) -> StageExpansion.Part {
    var row = row
    row.name = name(ofStage: number)
    row.showsStages = false
    if let expression { row.content = .output(expression) }
    if recorded == nil {
      (row.colorBy, row.expectation, row.color, row.animation, row.notes) = (nil, nil, nil, nil, "")
    }
    let timeline = recorded ?? fates.timeline(ofStage: number)
    var events = timeline.events
    var through: [Int: Lineage] = [:]
    for (index, place) in zip(events.indices, places) {
      let from = fates[place].from
      events[index].from = ancestors.nearest(from)
      events[index].sources = ancestors.sources(from)
      ancestors.known[place] = events[index].sources
      if let passed = ancestors.passed(from) { through[index] = passed }
    }
    var part = Recording.Row(
      name: row.name, expression: row.expression?.source, timeline: Timeline(events: events, end: timeline.end))
    part.through = through
    part.demand = fates.demand(ofStage: number)
    if recorded == nil { part.cancelled = fates.cancellation(ofStage: number) }
    return StageExpansion.Part(row: row, recording: part)
  }
}

/// Translates what events inside an expression were made from.
private struct StageAncestors {
  /// The new keys of the events of stages outside of closures.
  var index: [StageFates.Place: EventKey] = [:]
  /// The sources of these events.
  var known: [StageFates.Place: Lineage] = [:]

  private let fates: StageFates
  private let old: [Recording.Row]
  private let keys: StageExpansion.Keys
  private var nearestRewriter = LineageRewriter(from: 0)
  private var sourceRewriter = LineageRewriter(from: 0)

  init(_ fates: StageFates, _ old: [Recording.Row], _ keys: StageExpansion.Keys) {
    (self.fates, self.old, self.keys) = (fates, old, keys)
  }

  /// The events of stages and rows that `lineage` was made from.
  mutating func nearest(_ lineage: Lineage) -> Lineage {
    let ancestors = self
    return nearestRewriter.applied(to: lineage) { ancestors.nearest(of: $0) }
  }

  /// The events of inputs that `lineage` was made from.
  mutating func sources(_ lineage: Lineage) -> Lineage {
    let ancestors = self
    return sourceRewriter.applied(to: lineage) { ancestors.sources(of: $0) }
  }

  /// An inner stream that has the number `stream` in the keys of its row.
  mutating func inner(_ inner: Recording.Inner, _ stream: Int, row: Int) -> Recording.Inner {
    var inner = inner
    if fates.stages.streams.indices.contains(stream) { inner.from = nearest(fates.stages.streams[stream]) }
    for index in inner.events.indices {
      let from = fates.stages.inner[EventKey(row: row, stream: stream, index: index)] ?? .none
      inner.events[index].from = nearest(from)
      inner.events[index].sources = sources(from)
    }
    return inner
  }

  /// `lineage` with the events of inner streams, which it came through; nil for none.
  func passed(_ lineage: Lineage) -> Lineage? {
    let inner = lineage.newest(8).filter { fates.stages.inner[$0] != nil }
    guard !inner.isEmpty else { return nil }
    return Lineage(inner.map(keys.new)).union(.union(of: inner.map { nearest(of: $0) }))
  }

  private func nearest(of key: EventKey) -> Lineage {
    .union(of: fates.parents(of: .one(key)).map(nearest))
  }

  private func nearest(_ place: StageFates.Place) -> Lineage {
    if let key = index[place] { return .one(key) }
    let from = fates[place].from.keys
    return fates.isRow(place.pass) ? Lineage(from.map(keys.new)) : .union(of: from.map { nearest(of: $0) })
  }

  private func sources(of key: EventKey) -> Lineage {
    .union(of: fates.parents(of: .one(key)).map(sources))
  }

  private func sources(_ place: StageFates.Place) -> Lineage {
    if let known = known[place] { return known }
    let from = fates[place].from.keys
    return fates.isRow(place.pass)
      ? .union(of: from.map(sources(ofRow:))) : .union(of: from.map { sources(of: $0) })
  }

  /// The sources of an event of a row, by its old key.
  private func sources(ofRow key: EventKey) -> Lineage {
    if old[key.row].isInput { return .one(keys.new(key)) }
    let events = old[key.row].timeline.events
    return events.indices.contains(key.index) ? Lineage(events[key.index].sources.keys.map(keys.new)) : .none
  }
}
