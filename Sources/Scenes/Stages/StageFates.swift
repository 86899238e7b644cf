public import Expressions
public import Marbles
internal import Operators

/// What each stage of a row's expression did with each value that it got.
///
/// Each value that a stage has taken is in one place at any moment: the stage has given it, alone or as a part of something, it
/// has decided something by it, it has dropped it, it has counted it into a result, or it still holds it.
public struct StageFates: Sendable {
  /// An event of a pass, by their positions.
  public struct Place: Hashable, Sendable {
    /// The position of the pass.
    public var pass: Int
    /// The position of the event in the pass.
    public var index: Int

    /// Names the event at `index` of the pass at `pass`.
    public init(pass: Int, index: Int) { (self.pass, self.index) = (pass, index) }
  }

  /// What a reader did with a value.
  public enum Fate: Hashable, Sendable {
    /// It is this event of the row, or a part of it.
    case shown(index: Int)
    /// It is part of what the stage gave, first of this event.
    case given(Place)
    /// The note at this position of the row's notes says what was decided by it.
    case decided(note: Int)
    /// The note at this position of the row's notes says why it was dropped.
    case dropped(note: Int)
    /// It was counted into a result, which the stage keeps instead of it.
    case counted
    /// The stage ended while it held it.
    case ended
    /// The stage holds it.
    case held
  }

  /// The passes, notes and demand.
  public let stages: Recording.Stages
  /// The stages, by position.
  public let stage: [Stage]
  /// Their names, as in `map2` for the second `map`.
  public let names: [String]
  /// Their texts, as in `.map { $0 * 2 }`.
  public let texts: [String]

  private let notes: [Recording.Note]
  private let row: Int
  /// By pass and event: the first event that was made of it.
  private var givens: [[Place?]]
  /// By pass and event: the first note about it that decides, and the last one that drops.
  private var decisions: [[Int32]]
  private var drops: [[Int32]]

  /// Finds the fates, in time linear in the number of events and of what they were made from.
  ///
  /// - Parameter position: the position of a row of the recording; the result is nil when its stages were not recorded.
  public init?(ofRow position: Int, in recording: Recording, of scene: Scene) {
    self.init(ofRow: position, in: recording, expression: scene.rows[position].expression)
  }

  package init?(ofRow position: Int, in recording: Recording, expression: Expression?) {
    guard let stages = recording.rows[position].stages, let expression else { return nil }
    (self.stages, stage, notes) = (stages, expression.stages, recording.rows[position].notes)
    (names, texts) = (expression.stageNames, stage.map(expression.text))
    row = 2 * recording.rows.count + position
    givens = []
    decisions = stages.passes.map { Array(repeating: -1, count: $0.events.count) }
    drops = decisions
    // Not in place: the walk reads this value, which would be copied for each change.
    var givens: [[Place?]] = stages.passes.map { Array(repeating: nil, count: $0.events.count) }
    // Each node of a shared lineage once, as the first event of it is what counts.
    // What a group has was given to it by the stage that has taken it.
    var walk = LineageWalk()
    for isGroup in [true, false] {
      for (pass, number) in zip(stages.passes, 0...) where (pass.stream == .group) == isGroup {
        for (event, index) in zip(pass.events, 0...) {
          visitParents(of: event.from, &walk) { parent in
            guard isGroup || stages.passes[parent.pass].reader == number else { return }
            if let known = givens[parent.pass][parent.index], self[known].time <= event.time { return }
            givens[parent.pass][parent.index] = Place(pass: number, index: index)
          }
        }
      }
    }
    self.givens = givens
    for (index, note) in stages.notes.enumerated() {
      guard let reader = note.pass else { continue }
      for parent in parents(of: note.from) where stages.passes[parent.pass].reader == reader {
        switch notes[index].note.action {
        case .used:
          if decisions[parent.pass][parent.index] < 0 { decisions[parent.pass][parent.index] = Int32(index) }
        case .dropped: drops[parent.pass][parent.index] = Int32(index)
        default: break
        }
      }
    }
  }

  /// The events inside the expression that `lineage` consists of.
  public func parents(of lineage: Lineage) -> [Place] {
    var places: [Place] = []
    var walk = LineageWalk()
    visitParents(of: lineage, &walk) { places.append($0) }
    return places
  }

  /// Calls `body` for each event inside the expression that `lineage` consists of, but those in nodes that were visited before.
  private func visitParents(of lineage: Lineage, _ walk: inout LineageWalk, _ body: (Place) -> Void) {
    var waiting = [lineage]
    while let lineage = waiting.popLast() {
      walk.visit(lineage) { key in
        if key.row == row {
          body(Place(pass: key.inner.stream, index: key.inner.index))
        } else if let inner = stages.inner[key] {
          waiting.append(inner)
        }
      }
    }
  }

  /// What the reader of an event did with it until `time`.
  public func fate(of place: Place, at time: SceneTime) -> Fate {
    let pass = stages.passes[place.pass]
    guard let reader = pass.reader else { return isOfRow(pass) ? .shown(index: place.index) : .held }
    if let given = givens[place.pass][place.index], self[given].time <= time { return .given(given) }
    if let note = note(decisions, place, at: time) { return .decided(note: note) }
    if let note = note(drops, place, at: time) { return .dropped(note: note) }
    if counts(reader) { return .counted }
    return stages.passes[reader].end.time.map { $0 <= time } == true ? .ended : .held
  }

  /// The value that took the place of one that its reader has not given: the next of its stream, where the reader keeps only
  /// the newest of each stream until all have one, as `combineLatest` does. Nil for other values.
  package func replacement(of place: Place) -> Place? {
    let next = Place(pass: place.pass, index: place.index + 1)
    guard let reader = stages.passes[place.pass].reader, let semantics = stage(ofPass: reader)?.semantics,
      semantics.streams.holding == .latest, semantics.drops.isEmpty, givens[place.pass][place.index] == nil,
      stages.passes[next.pass].events.indices.contains(next.index),
      self[next].time <= stages.passes[reader].end.time ?? .distantFuture
    else { return nil }
    return next
  }

  /// When a value was done with by its reader; nil when that holds it, or nothing ended it.
  public func settled(_ place: Place) -> SceneTime? {
    if let reader = stages.passes[place.pass].reader, counts(reader) { return self[place].time }
    return switch fate(of: place, at: .distantFuture) {
    case .shown: self[place].time
    case .given(let given): max(self[place].time, self[given].time)
    case .decided(let note), .dropped(let note): time(ofNote: note, about: place)
    case .counted: self[place].time
    case .ended:
      // Its task may read on for a moment.
      stages.passes[place.pass].reader.flatMap { stages.passes[$0].end.time }.map { max(self[place].time, $0) }
    case .held: nil
    }
  }

  /// Whether a value was given, and also dropped: of an operator that gives a value more than once, the last time is not given
  /// any more.
  package func isContradictory(_ place: Place) -> Bool {
    guard givens[place.pass][place.index] != nil, drops[place.pass][place.index] >= 0,
      let reader = stages.passes[place.pass].reader, let semantics = stage(ofPass: reader)?.semantics
    else { return false }
    return [semantics.receiver, semantics.streams].allSatisfy { $0.uses == .atMostOne } && semantics.inner == nil
  }

  private func note(_ list: [[Int32]], _ place: Place, at time: SceneTime) -> Int? {
    let index = Int(list[place.pass][place.index])
    return index >= 0 && self.time(ofNote: index, about: place) <= time ? index : nil
  }

  /// When a note about a value takes effect: at the latest at the end of its reader, whose task may read on for a while, as that
  /// of a race reads its losers.
  private func time(ofNote note: Int, about place: Place) -> SceneTime {
    let end = stages.passes[place.pass].reader.flatMap { stages.passes[$0].end.time } ?? .distantFuture
    return notes[note].time > end ? max(self[place].time, end) : notes[note].time
  }

  /// What a stage gave, in all its passes, in order of time.
  package func places(ofStage number: Int) -> [Place] {
    stages.passes.enumerated().filter { $1.stream == .stage(number) }.flatMap { pass, known in
      known.events.indices.map { Place(pass: pass, index: $0) }
    }.sorted { self[$0].time < self[$1].time }
  }

  /// What a stage gave, in all its passes, as a timeline. It is open where the last pass was not asked to its end.
  public func timeline(ofStage number: Int) -> Timeline {
    let passes = stages.passes.filter { $0.stream == .stage(number) }
    let events = passes.flatMap(\.events).map { Event(time: $0.time, value: $0.value, color: $0.color) }
    let end: Timeline.End =
      switch passes.last?.end {
      case .finish(let time): .finish(time)
      case .error(let time, let message): .error(time, message: message)
      case .cancelled, .open, nil: .open
      }
    return Timeline(events: events.sorted { $0.time < $1.time }, end: passes.contains { $0.end == .open } ? .open : end)
  }

  /// Whether the row itself reads a pass. Another one without a reader is of a stage that was not recorded any more.
  private func isOfRow(_ pass: Recording.Stages.Pass) -> Bool {
    stage.isEmpty || pass.stream == .stage(stage.count - 1)
  }

  /// When the reader of a stage cancelled it or let go of it; nil when it ended by itself, or goes on.
  func cancellation(ofStage number: Int) -> SceneTime? {
    let ends = stages.passes.filter { $0.stream == .stage(number) }.map(\.end)
    guard case .cancelled(let time)? = ends.last, !ends.contains(.open) else { return nil }
    return time
  }

  /// When readers of a stage waited for a value: in order, each later than the one before.
  func demand(ofStage number: Int) -> [Range<SceneTime>] {
    let requests = stages.passes.filter { $0.stream == .stage(number) }.flatMap(\.requests)
    var spans: [Range<SceneTime>] = []
    for request in requests.sorted(by: { $0.asked < $1.asked }) {
      let end = max(request.asked, request.answered ?? .distantFuture)
      guard let last = spans.last, request.asked <= last.upperBound else {
        spans.append(request.asked..<end)
        continue
      }
      spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, end)
    }
    return spans
  }

  /// Whether a pass reads a row.
  package func isRow(_ pass: Int) -> Bool { if case .row = stages.passes[pass].stream { true } else { false } }

  /// Whether each value that a pass takes only counts for its result.
  private func counts(_ pass: Int) -> Bool { stage(ofPass: pass)?.semantics.counts == true }

  /// The event at a place.
  public subscript(place: Place) -> Recording.Stages.Event { stages.passes[place.pass].events[place.index] }

  /// Where readers got a value of a row.
  package func readings(of key: EventKey) -> [Place] {
    stages.passes.indices.filter(isRow).flatMap { pass in
      // Each reader gets the values of a row in order.
      let events = stages.passes[pass].events
      let index = events.partitioningIndex { $0.from.only.map { $0 >= key } ?? true }
      return events.indices.contains(index) && events[index].from.only == key ? [Place(pass: pass, index: index)] : []
    }
  }

  /// Where a value is until `time`: the place itself, and then the first event that each stage has made of it.
  package func way(from place: Place, until time: SceneTime) -> [Place] {
    var way = [place]
    while let last = way.last, case .given(let next) = fate(of: last, at: time) { way.append(next) }
    return way
  }

  /// The text of the stage of a pass; nil for a row, a diagram, an array or a group.
  package func text(ofPass pass: Int) -> String? {
    if case .stage(let number) = stages.passes[pass].stream { texts[number] } else { nil }
  }

  /// The note at this position of the row's notes.
  public func note(at index: Int) -> Recording.Note { notes[index] }

  /// The stage of a pass; nil for a row, a diagram, an array or a group.
  public func stage(ofPass pass: Int) -> Stage? {
    if case .stage(let number) = stages.passes[pass].stream { stage[number] } else { nil }
  }
}

extension OperatorSemantics {
  /// Whether each value only counts for a result.
  package var counts: Bool { [.accumulated, .answer, .none].contains(result) }
}
