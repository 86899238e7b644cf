internal import Expressions
public import Marbles
internal import Operators

/// The fate of each input value of a recording, at any moment.
///
/// Sentences, marks in the picture and JSON all read it here, so they agree. A value is used when it is a source of an
/// event, or when an operator noted that it decided something. It is dropped when each row that refers to its row has
/// dropped it: an operator noted so, or the row has used a later value of the same input, or the row has ended. Of streams for
/// several keys, a later value says nothing.
public struct ValueFates: Sendable {
  private let recording: Recording
  private let references: [[Int]]
  /// The output rows that refer to each row.
  private let outputs: [[Int]]
  private let soleReferences: [Set<Int>]
  /// The rows of which each row does not use the values in order.
  private let groupedReferences: [Set<Int>]
  /// Whether each row is an input that sends each value once.
  private let areSent: [Bool]
  private let theFacts = Lazy<[Pair: PairFacts]>()
  private let theDrops = Lazy<[[SceneTime?]]>()

  /// Finds the fates when first asked, in time linear in the number of events.
  public init(of recording: Recording, in scene: Scene) {
    self.recording = recording
    let graph = SceneGraph(scene)
    references = graph.references
    var outputs = [[Int]](repeating: [], count: graph.references.count)
    for (output, rows) in graph.references.enumerated() {
      for row in Set(rows) { outputs[row].append(output) }
    }
    self.outputs = outputs
    areSent = scene.rows.map { $0.input?.start.isSent == true }
    soleReferences = scene.rows.map { row in
      Set(row.expression?.plan.soleReferences.compactMap { graph.positions[$0] } ?? [])
    }
    groupedReferences = scene.rows.map { row in
      Set(row.expression?.plan.groupedReferences.compactMap { graph.positions[$0] } ?? [])
    }
  }

  /// The fate of an input value at a moment.
  public func fate(of key: EventKey, at time: SceneTime) -> ValueFate {
    guard let position = self.position(of: key), recording.rows[key.row].isInput else { return .notYet }
    guard recording.rows[key.row].timeline.events[position].time <= time else { return .notYet }
    let users = self.users(ofRow: key.row)
    let use = users.compactMap { self.use(of: key.row, at: position, by: $0) }.filter { $0.time <= time }
      .min { ($0.time, $0.row) < ($1.time, $1.row) }
    if let use { return .used(use) }
    guard let last = self.drop(row: key.row, at: position), last <= time else { return .waiting }
    return .dropped(users.compactMap { self.drop(of: key.row, at: position, by: $0) })
  }

  /// What one output row did with an input value by a moment.
  public func fate(of key: EventKey, inRow row: Int, at time: SceneTime) -> ValueFate {
    guard let position = self.position(of: key), recording.rows[key.row].isInput else { return .notYet }
    guard recording.rows[key.row].timeline.events[position].time <= time else { return .notYet }
    if let use = self.use(of: key.row, at: position, by: row) { return use.time <= time ? .used(use) : .waiting }
    guard let drop = self.drop(of: key.row, at: position, by: row), drop.time <= time else { return .waiting }
    return .dropped([drop])
  }

  /// The output rows that refer to an input row.
  public func users(ofRow row: Int) -> [Int] { outputs[row] }

  /// The time at which it was certain that no output uses an event of an input row; nil when one does or may.
  ///
  /// - Parameter position: the position among the retained events of the row.
  public func drop(row: Int, at position: Int) -> SceneTime? {
    let drops = self.drops
    guard drops.indices.contains(row), drops[row].indices.contains(position) else { return nil }
    return drops[row][position]
  }

  /// Whether a value of an input row is dropped.
  public func hasDrops(row: Int) -> Bool { drops.indices.contains(row) && !drops[row].isEmpty }

  private func position(of key: EventKey) -> Int? {
    guard recording.rows.indices.contains(key.row) else { return nil }
    let position = key.index - recording.rows[key.row].earlier
    return recording.rows[key.row].timeline.events.indices.contains(position) ? position : nil
  }

  // MARK: One value and one row

  private func use(of input: Int, at position: Int, by output: Int) -> ValueFate.Use? {
    guard let index = facts[Pair(output: output, input: input)]?.uses[position], index != PairFacts.none else {
      return nil
    }
    if index >= 0 {
      let event = recording.rows[output].timeline.events[Int(index)]
      return ValueFate.Use(
        row: output, time: event.time, kind: .source(recording.key(row: output, at: Int(index))))
    }
    let note = recording.rows[output].notes[-2 - Int(index)]
    return ValueFate.Use(row: output, time: note.time, kind: .decision(note.note))
  }

  private func drop(of input: Int, at position: Int, by output: Int) -> ValueFate.Drop? {
    let facts = self.facts[Pair(output: output, input: input)]
    guard facts.map({ $0.uses[position] == PairFacts.none }) ?? true else { return nil }
    let time = recording.rows[input].timeline.events[position].time
    let end = recording.rows[output].timeline.end.time
    if areSent[input] {
      let row = recording.rows[input]
      let loss = Self.loss(of: row.earlier + position, at: time, in: row, to: output, ended: end)
      let isTaken = row.sends.indices.contains(row.earlier + position) && row.sends[row.earlier + position].taken != nil
      if loss != nil || !isTaken { return loss }
    }
    var drops: [ValueFate.Drop] = []
    if let index = facts?.drops[position] {
      let note = recording.rows[output].notes[Int(index)]
      drops.append(ValueFate.Drop(row: output, time: max(time, note.time), reason: .dropped(note.note)))
    }
    if let steps = facts?.progress {
      let later = steps.partitioningIndex { $0.position > position }
      if later < steps.count {
        drops.append(ValueFate.Drop(row: output, time: max(time, steps[later].time), reason: .passedOver))
      }
    }
    if let end {
      drops.append(ValueFate.Drop(row: output, time: max(time, end), reason: .ended))
    }
    // Of several at one instant, the note says most.
    return drops.min { $0.time < $1.time }
  }

  // MARK: All values

  /// The positions of an output row and of an input row that it refers to.
  private struct Pair: Hashable {
    var output: Int
    var input: Int
  }

  /// What an output row did with the values of an input row, by the position of the value.
  private struct PairFacts {
    static let none = Int32(-1)

    /// The first event of the output row that used the value, or −2 minus the index of the note, or ``none``.
    var uses: [Int32]
    /// The indices of the notes about dropped values.
    var drops: [Int: Int32] = [:]
    /// The position of the newest used value, and the time of each progress.
    var progress: [(position: Int, time: SceneTime)] = []

    init(count: Int) { uses = Array(repeating: Self.none, count: count) }
  }

  private var facts: [Pair: PairFacts] { theFacts.value { findFacts() } }

  private func findFacts() -> [Pair: PairFacts] {
    var all: [Pair: PairFacts] = [:]
    for (output, row) in recording.rows.enumerated() where !row.isInput {
      var facts: [Int: PairFacts] = [:]
      for input in Set(references[output]) where recording.rows[input].isInput {
        facts[input] = PairFacts(count: recording.rows[input].timeline.events.count)
      }
      guard !facts.isEmpty else { continue }
      var walk = LineageWalk()
      for (index, event) in row.timeline.events.enumerated() {
        walk.visit(event.from) { key in
          guard let position = self.position(of: key), facts[key.row]?.uses[position] == PairFacts.none else { return }
          facts[key.row]!.uses[position] = Int32(clamping: index)
          if position > facts[key.row]!.progress.last?.position ?? -1, !groupedReferences[output].contains(key.row) {
            facts[key.row]!.progress.append((position, event.time))
          }
        }
      }
      for (index, note) in row.notes.enumerated() { add(note, Int32(clamping: index), of: output, to: &facts) }
      for (input, facts) in facts { all[Pair(output: output, input: input)] = facts }
    }
    return all
  }

  private func add(
    _ note: Recording.Note, _ index: Int32, of output: Int, to facts: inout [Int: PairFacts]
  ) {
    switch note.note.action {
    case .used:
      for key in note.note.from.newest(Self.notedSources) {
        guard let position = self.position(of: key), let use = facts[key.row]?.uses[position] else { continue }
        let isFirst =
          use == PairFacts.none || use >= 0 && recording.rows[output].timeline.events[Int(use)].time > note.time
        if isFirst { facts[key.row]!.uses[position] = -2 - index }
      }
    case .dropped:
      for key in note.note.from.newest(Self.notedSources) where soleReferences[output].contains(key.row) {
        guard let position = self.position(of: key), facts[key.row] != nil else { continue }
        facts[key.row]!.drops[position] = index
      }
    case .timedOut, .restarted, .switched, .delivered: break
    }
  }

  /// The maximum number of sources of one value that a note applies to: a chain of sums has many.
  private static let notedSources = 100

  /// For each event of an input row, the time at which it was certain that no output uses it; empty for a row without
  /// such events.
  private var drops: [[SceneTime?]] { theDrops.value { findDrops() } }

  private func findDrops() -> [[SceneTime?]] {
    let facts = self.facts
    return recording.rows.indices.map { input -> [SceneTime?] in
      guard recording.rows[input].isInput else { return [] }
      let users = self.users(ofRow: input)
      guard !users.isEmpty else { return [] }
      let uses = users.compactMap { facts[Pair(output: $0, input: input)]?.uses }
      let drops = recording.rows[input].timeline.events.indices.map { position -> SceneTime? in
        guard uses.allSatisfy({ $0[position] == PairFacts.none }) else { return nil }
        var last = SceneTime.zero
        for output in users {
          guard let drop = self.drop(of: input, at: position, by: output) else { return nil }
          last = max(last, drop.time)
        }
        return last
      }
      return drops.contains { $0 != nil } ? drops : []
    }
  }
}
