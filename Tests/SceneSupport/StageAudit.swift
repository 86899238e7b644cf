internal import Expressions
internal import Marbles
internal import Operators
package import Scenes

/// Checks what is known of every recording of stages, whatever the operators: each value is in one place at each moment, and
/// each request has one answer.
package struct StageAudit {
  private let fates: StageFates
  private let row: Recording.Row

  package init(_ fates: StageFates, of row: Recording.Row) { (self.fates, self.row) = (fates, row) }

  /// What is wrong, a sentence each.
  package var problems: [String] { requests + places + [counts, ends].compactMap { $0 } + ancestors }

  private var requests: [String] {
    fates.stages.passes.enumerated().compactMap { number, pass in
      guard pass.events.count <= pass.asked.count else { return "pass \(number) answers more often than it was asked" }
      for (index, request) in pass.requests.enumerated() {
        if let answered = request.answered, answered < request.asked {
          return "pass \(number) answers before it is asked"
        }
        guard index + 1 < pass.asked.count else { continue }
        guard let answered = request.answered, answered <= pass.asked[index + 1] else {
          return "pass \(number) is asked again before it has answered"
        }
      }
      return nil
    }
  }

  private var places: [String] {
    fates.stages.passes.indices.flatMap { number -> [String] in
      let pass = fates.stages.passes[number]
      guard let reader = pass.reader, let stage = fates.stage(ofPass: reader) else { return [] }
      return pass.events.indices.compactMap { index in
        let place = StageFates.Place(pass: number, index: index)
        let name = "\(stage.name), value \(pass.events[index].value) of pass \(number)"
        if fates.isContradictory(place) { return "\(name) is both given and dropped" }
        // At any moment before it is settled it is held, and at any moment after that it is not.
        guard let settled = fates.settled(place) else {
          return fates.stages.passes[reader].end == .open ? nil : "\(name) is held by a stage that has ended"
        }
        if settled < pass.events[index].time { return "\(name) is settled before it is taken" }
        for time in [pass.events[index].time, settled] where time < settled {
          if fates.fate(of: place, at: time) != .held { return "\(name) has a fate before it is settled" }
        }
        return fates.fate(of: place, at: settled) == .held ? "\(name) is held after it is settled" : nil
      }
    }
  }

  /// The last stage gives what the row has.
  private var counts: String? {
    guard let last = fates.stage.indices.last, fates.stages.cut == nil else { return nil }
    let given = fates.timeline(ofStage: last).events.map(\.value)
    let shown = row.timeline.events.map(\.value)
    return shown == Array(given.prefix(shown.count)) ? nil : "the last stage gives other values than the row has"
  }

  /// What a stage takes, it has given, used, dropped, lost at its end, or holds.
  private var ends: String? {
    for (stage, summary) in zip(fates.stage, fates.summaries()) {
      var settled = summary.used + summary.dropped + summary.ended + summary.cancelled + summary.held
      for (number, pass) in fates.stages.passes.enumerated() {
        guard let reader = pass.reader, fates.stage(ofPass: reader) == stage else { continue }
        for index in pass.events.indices {
          if case .given = fates.fate(of: .init(pass: number, index: index), at: .distantFuture) { settled += 1 }
        }
      }
      let taken = summary.taken + summary.takenInner
      if settled != taken { return "\(stage.name) takes \(taken) values, and \(settled) are somewhere" }
    }
    return nil
  }

  /// Through the stages, each event of the row and each note comes from the values of rows that are known without stages: so
  /// what became of those values is the same both ways.
  private var ancestors: [String] {
    // Sets of ancestors may be as large as the number of events.
    guard fates.stages.cut == nil, fates.stages.passes.reduce(0, { $0 + $1.events.count }) <= 500 else { return [] }
    var known: [StageFates.Place: Set<EventKey>] = [:]
    func values(_ lineage: Lineage) -> Set<EventKey> {
      fates.parents(of: lineage).reduce(into: []) { $0.formUnion(values(at: $1)) }
    }
    func values(at place: StageFates.Place) -> Set<EventKey> {
      if let known = known[place] { return known }
      let isRow = if case .row = fates.stages.passes[place.pass].stream { true } else { false }
      let found = isRow ? Set(fates[place].from.keys) : values(fates[place].from)
      known[place] = found
      return found
    }
    var problems: [String] = []
    // Passes of operators that were never read themselves have no reader, either.
    let last = fates.stages.passes.firstIndex { pass in
      pass.reader == nil && pass.stream == fates.stage.indices.last.map(StageStream.stage)
        && pass.events.count >= row.timeline.events.count
    }
    for (index, event) in row.timeline.events.enumerated() {
      guard let last, values(at: .init(pass: last, index: index)) != Set(event.from.keys) else { continue }
      problems.append("event \(index) of the row has other ancestors through the stages")
    }
    for (note, place) in zip(row.notes, fates.stages.notes) where values(place.from) != Set(note.note.from.keys) {
      problems.append("a note of \(note.note.name) has other ancestors through the stages")
    }
    return problems
  }
}
