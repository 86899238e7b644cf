internal import DequeModule
internal import Expressions
internal import Marbles
internal import Operators

/// What the stages of one row's expression have done.
struct StageCounts {
  /// One iteration of a stream by one reader.
  struct Pass {
    let number: Int
    let stream: StageStream
    let depth: Int
    /// The number of the pass that reads it.
    var reader: Int?
    /// The slots of the passes that it reads.
    var sources: Set<Int> = []
    /// What becomes of values that it takes after its end; nil before it.
    var end: Place?
    /// True once it has ended and its reader holds none of its values.
    var isOver = false
    /// When its reader asked for what it has not answered yet.
    var asked: SceneTime?
    var answered: SceneTime?
    /// The number of its own sources that have not answered its request yet.
    var asking = 0
    /// Since when it is asked, and asks none of its sources.
    var works: SceneTime?
    /// Its values that its reader holds, oldest first, and some of those that it does not hold any more.
    var held: [Int] = []
    var heldCount = 0
    /// The index after that of its newest value, in a row.
    var next = 0
  }

  /// What a reader has done with a value, in the order of importance: a later case replaces an earlier one.
  enum Place: Int { case held, counted, ended, cancelled, dropped, used, given }

  /// A value that a stage has taken.
  struct Taken {
    let pass: Int
    let stage: Int
    let time: SceneTime
    var place: Place
    var drop = -1
  }

  private let row: Int
  private let stages: [Stage]
  /// Whether a stage only counts its values for a result, by position.
  private let countsOnly: [Bool]
  /// Whether what a value has as ancestors is what it has as sources.
  private let sourcesAreAncestors: Bool
  private var measures: [StageMeasure]
  private var lastChange: [SceneTime]
  private var passes: [Pass] = []
  /// The slots of passes that are over, oldest first, and since when.
  ///
  /// The task of an operator may note something after the end of its pass, at the same instant: so slots are not used again within
  /// the instant, as long as they are few.
  private var free: Deque<(slot: Int, time: SceneTime)> = []
  private var begun = 0
  /// The newest values that were taken: the value number n at n modulo ``newest``.
  private var taken: [Taken] = []
  private var takenCount = 0
  /// Older ones, if they are held.
  private var older: [Int: Taken] = [:]

  /// The number of newest values whose place can still change.
  private static let newest = 1024
  /// The number of passes that are open at once.
  private static let slotBits = 24
  /// The most slots that wait for the next instant.
  private static let mostWaiting = 64

  /// The number of places for passes that have been needed at once.
  var slotCount: Int { passes.count }
  /// The number of values that are kept.
  var keptCount: Int { taken.count + older.count }

  /// - Parameters:
  ///   - row: the row in the keys of values that stages take, after all others.
  ///   - stages: the stages.
  ///   - sourcesAreAncestors: whether the expression reads inputs alone, and makes no inner streams: then the ancestors of values
  ///     are known without their keys.
  init(row: Int, stages: [Stage], sourcesAreAncestors: Bool) {
    (self.row, self.stages, self.sourcesAreAncestors) = (row, stages, sourcesAreAncestors)
    countsOnly = stages.map(\.semantics.counts)
    measures = Array(repeating: StageMeasure(), count: stages.count)
    lastChange = Array(repeating: .zero, count: stages.count)
  }

  // MARK: Passes

  mutating func begin(_ stream: StageStream, for reader: Int?, depth: Int, at time: SceneTime) -> Int? {
    guard let slot = freeSlot(at: time) else { return nil }
    let number = begun << Self.slotBits | slot
    begun += 1
    let pass = Pass(number: number, stream: stream, depth: depth)
    if slot < passes.count { passes[slot] = pass } else { passes.append(pass) }
    if case .stage(let stage) = stream { measures[stage].counts.passes += 1 }
    if let reader { connect(slot, to: reader) }
    return number
  }

  private mutating func freeSlot(at time: SceneTime) -> Int? {
    if let oldest = free.first, oldest.time < time || free.count > Self.mostWaiting { return free.removeFirst().slot }
    return passes.count < 1 << Self.slotBits ? passes.count : nil
  }

  mutating func adopt(_ number: Int, by reader: Int, at time: SceneTime) {
    guard let slot = slot(of: number), passes[slot].reader == nil else { return }
    connect(slot, to: reader)
    if passes[slot].asked != nil { changeAsking(ofReaderOf: slot, by: 1, at: time) }
  }

  private mutating func connect(_ slot: Int, to reader: Int) {
    guard let own = self.slot(of: reader) else { return }
    passes[slot].reader = reader
    passes[own].sources.insert(slot)
  }

  /// The place of a pass, until the place belongs to another.
  private func slot(of number: Int) -> Int? {
    let slot = number & (1 << Self.slotBits - 1)
    return number >= 0 && slot < passes.count && passes[slot].number == number ? slot : nil
  }

  private func stage(of slot: Int) -> Int? { if case .stage(let stage) = passes[slot].stream { stage } else { nil } }

  mutating func end(_ number: Int, _ end: InnerEnd, at time: SceneTime) {
    guard let slot = slot(of: number), passes[slot].end == nil else { return }
    answer(slot, at: time)
    let place: Place = if case .cancelled = end { .cancelled } else { .ended }
    passes[slot].end = place
    for source in passes[slot].sources {
      for value in passes[source].held { settle(value, as: place, by: number, at: time) }
      passes[source].held = []
      release(source, at: time)
    }
    release(slot, at: time)
  }

  /// Frees the slot of a pass that has ended, once nobody holds its values.
  private mutating func release(_ slot: Int, at time: SceneTime) {
    guard passes[slot].end != nil, passes[slot].heldCount == 0, passes[slot].sources.isEmpty, !passes[slot].isOver
    else { return }
    passes[slot].isOver = true
    free.append((slot, time))
    guard let reader = passes[slot].reader.flatMap({ self.slot(of: $0) }) else { return }
    passes[reader].sources.remove(slot)
    release(reader, at: time)
  }

  // MARK: Demand

  mutating func ask(_ number: Int, at time: SceneTime) {
    guard let slot = slot(of: number), passes[slot].end == nil, passes[slot].asked == nil else { return }
    if let stage = stage(of: slot), let answered = passes[slot].answered {
      measures[stage].counts.longestPause = max(measures[stage].counts.longestPause, time - answered)
    }
    passes[slot].asked = time
    noteWork(of: slot, at: time)
    changeAsking(ofReaderOf: slot, by: 1, at: time)
  }

  private mutating func answer(_ slot: Int, at time: SceneTime) {
    guard let asked = passes[slot].asked else { return }
    if let stage = stage(of: slot) {
      measures[stage].counts.longestWait = max(measures[stage].counts.longestWait, time - asked)
    }
    (passes[slot].asked, passes[slot].answered) = (nil, time)
    noteWork(of: slot, at: time)
    changeAsking(ofReaderOf: slot, by: -1, at: time)
  }

  /// Streams that a closure returned are not among the sources that count here.
  private mutating func changeAsking(ofReaderOf slot: Int, by change: Int, at time: SceneTime) {
    guard let reader = passes[slot].reader.flatMap({ self.slot(of: $0) }), passes[reader].depth == passes[slot].depth
    else { return }
    passes[reader].asking += change
    noteWork(of: reader, at: time)
  }

  private mutating func noteWork(of slot: Int, at time: SceneTime) {
    guard let stage = stage(of: slot), !stages[stage].sources.isEmpty else { return }
    let works = passes[slot].end == nil && passes[slot].asked != nil && passes[slot].asking == 0
    if works {
      if passes[slot].works == nil { passes[slot].works = time }
    } else if let begin = passes[slot].works {
      measures[stage].worked += time - begin
      passes[slot].works = nil
    }
  }

  // MARK: Values

  /// A stream answers with a value.
  ///
  /// - Returns: what the value is made of for its reader.
  mutating func emit(_ element: Traced, from number: Int, at time: SceneTime) -> Lineage {
    let ancestors = sourcesAreAncestors ? element.sources : element.from.removingEvents(from: row)
    guard let slot = slot(of: number) else { return ancestors }
    answer(slot, at: time)
    if let stage = stage(of: slot) {
      measures[stage].counts.given += 1
      if !countsOnly[stage] {
        Self.visitValues(of: element.from, row: row) { settle($0, as: .given, by: number, at: time) }
      }
    }
    switch passes[slot].stream {
    case .row: if let key = element.from.only { passes[slot].next = key.index + 1 }
    // The stage that has taken the value has given it to the group.
    case .group: Self.visitValues(of: element.from, row: row) { settle($0, as: .given, by: nil, at: time) }
    case .stage, .values: break
    }
    guard let taker = taker(of: slot) else { return ancestors }
    let counts = countsOnly[taker.stage]
    append(Taken(pass: slot, stage: taker.stage, time: time, place: counts ? .counted : taker.end ?? .held), at: time)
    if passes[slot].depth > taker.depth {
      measures[taker.stage].counts.takenInner += 1
    } else {
      measures[taker.stage].counts.taken += 1
    }
    // A stage that only counts its values may do so for ever.
    let key = Lineage.one(EventKey(row: row, index: takenCount - 1, isPassing: counts))
    return sourcesAreAncestors ? key : ancestors.union(key)
  }

  private func taker(of slot: Int) -> (stage: Int, depth: Int, end: Place?)? {
    guard let reader = passes[slot].reader.flatMap({ self.slot(of: $0) }) else { return nil }
    return stage(of: reader).map { ($0, passes[reader].depth, passes[reader].end) }
  }

  private mutating func append(_ value: Taken, at time: SceneTime) {
    let place = takenCount % Self.newest
    if taken.count == Self.newest {
      if taken[place].place == .held { older[takenCount - Self.newest] = taken[place] }
      taken[place] = value
    } else {
      taken.append(value)
    }
    count(value, by: 1)
    if value.place == .held {
      changeHeld(of: value.stage, by: 1, at: time)
      passes[value.pass].heldCount += 1
      passes[value.pass].held.append(takenCount)
      compact(value.pass)
    }
    takenCount += 1
  }

  /// Forgets values that are not held any more, once they are more than those that are.
  private mutating func compact(_ slot: Int) {
    guard passes[slot].held.count > 2 * passes[slot].heldCount + 64 else { return }
    passes[slot].held = passes[slot].held.filter { self[$0]?.place == .held || $0 == takenCount }
  }

  private subscript(value: Int) -> Taken? {
    guard value < takenCount else { return nil }
    return value >= takenCount - taken.count ? taken[value % Self.newest] : older[value]
  }

  mutating func settle(_ note: OperatorNote, in number: Int, at time: SceneTime) {
    let place: Place
    switch note.action {
    case .used: place = .used
    case .dropped: place = .dropped
    default: return
    }
    Self.visitValues(of: note.from, row: row) { settle($0, as: place, note.reason, by: number, at: time) }
  }

  /// Static, as a call on a copy of the counts would copy all that is kept when `body` changes it.
  private static func visitValues(of lineage: Lineage, row: Int, _ body: (Int) -> Void) {
    // The keys of this row come after all others.
    guard let last = lineage.last, last.row == row else { return }
    if lineage.only != nil { return body(last.index) }
    lineage.visit { if $0.row == row { body($0.index) } }
  }

  /// - Parameter reader: the pass that did it; nil for whichever has taken the value.
  private mutating func settle(
    _ value: Int, as place: Place, _ reason: OperatorNote.Reason? = nil, by reader: Int?, at time: SceneTime
  ) {
    guard var entry = self[value], reader == nil || passes[entry.pass].reader == reader,
      place.rawValue > entry.place.rawValue
    else { return }
    if entry.place == .held {
      changeHeld(of: entry.stage, by: -1, at: time)
      passes[entry.pass].heldCount -= 1
      if passes[entry.pass].held.last == value { passes[entry.pass].held.removeLast() }
    }
    count(entry, by: -1)
    entry.place = place
    if let reason { entry.drop = measures[entry.stage].counts.position(of: reason) }
    count(entry, by: 1)
    if value >= takenCount - taken.count { taken[value % Self.newest] = entry } else { older[value] = nil }
    release(entry.pass, at: time)
  }

  private mutating func count(_ value: Taken, by change: Int) {
    switch value.place {
    case .held, .counted, .given: break
    case .ended: measures[value.stage].counts.ended += change
    case .cancelled: measures[value.stage].counts.cancelled += change
    case .dropped: measures[value.stage].counts.drops[value.drop].count += change
    case .used: measures[value.stage].counts.used += change
    }
  }

  private mutating func changeHeld(of stage: Int, by change: Int, at time: SceneTime) {
    noteMostHeld(stage, until: time)
    measures[stage].counts.held += change
    lastChange[stage] = time
  }

  /// What is held within an instant does not count.
  private mutating func noteMostHeld(_ stage: Int, until time: SceneTime) {
    guard time > lastChange[stage] else { return }
    measures[stage].counts.mostHeld = max(measures[stage].counts.mostHeld, measures[stage].counts.held)
  }

  // MARK: Results

  mutating func measures(at time: SceneTime) -> [StageMeasure] {
    for stage in measures.indices { noteMostHeld(stage, until: time) }
    var result = measures
    for stage in result.indices { result[stage].counts.drops.removeAll { $0.count == 0 } }
    for pass in passes where !pass.isOver {
      if let stage = stage(of: pass.number & (1 << Self.slotBits - 1)) {
        if pass.end == nil { result[stage].isOpen = true }
        if let asked = pass.asked { result[stage].asked = min(result[stage].asked ?? asked, asked) }
        if let works = pass.works { result[stage].worked += time - works }
      }
      guard let taker = taker(of: pass.number & (1 << Self.slotBits - 1))?.stage else { continue }
      if pass.asked != nil { result[taker].waitsFor.insert(pass.stream) }
      if case .row(let name) = pass.stream, pass.end == nil {
        result[taker].read[name] = min(result[taker].read[name] ?? pass.next, pass.next)
      }
      if pass.heldCount > 0, let oldest = pass.held.first(where: { self[$0]?.place == .held }), let value = self[oldest]
      {
        result[taker].oldest = min(result[taker].oldest ?? value.time, value.time)
      }
    }
    return result
  }
}

extension StageSummary {
  /// The position of a reason in ``drops``, where it is added.
  fileprivate mutating func position(of reason: OperatorNote.Reason) -> Int {
    if let known = drops.firstIndex(where: { $0.reason == reason }) { return known }
    drops.append(Drops(reason: reason, count: 0))
    return drops.count - 1
  }
}
