internal import Marbles
internal import Operators
public import Scenes

extension Narration {
  /// How two outputs differ: a sentence for each difference, or one that says that they did the same.
  ///
  /// Every value, time and reason is one of the recording.
  ///
  /// - Parameters:
  ///   - first: the position of the row that is named first.
  ///   - second: the position of the other row.
  ///   - fates: the fates of the recording.
  public func differences(between first: Int, and second: Int, in fates: ValueFates) -> [String] {
    RowDifferences(narration: self, fates: fates, first: first, second: second).sentences
  }
}

/// What two outputs made of the same inputs, and when.
struct RowDifferences {
  let narration: Narration
  let fates: ValueFates
  let first: Int
  let second: Int

  /// The most values of a kind that are named; the others are counted.
  private static let most = 4

  private var recording: Recording { narration.recording }

  var sentences: [String] {
    let timelines = [first, second].map { recording.rows[$0].timeline }
    let comparison = TimelineComparison(expected: timelines[0], actual: timelines[1])
    guard !comparison.agrees else {
      guard ends.isEmpty else { return ends }
      let names = "\(name(first)) and \(name(second))"
      let other = Difference(row: name(second), expected: timelines[0], actual: timelines[1])
      return [
        other.map { "\(names) emitted the same values at the same times, in another order at \(span($0.time))." }
          ?? "\(names) did the same: the same values at the same times, and the same end."
      ]
    }
    var told: [Emission: Int] = [:]
    let dropped = droppedByOne(&told)
    let marks = comparison.marks.filter(\.isValue)
    let moved = marks.filter { $0.expected != nil && $0.actual != nil && $0.expected != $0.actual }
    return dropped + moving(moved.filter { $0.verdict == .late }, later: second)
      + moving(moved.filter { $0.verdict == .early }, later: first)
      + only(marks.filter { $0.expected == nil || $0.actual == nil }, besides: &told) + ends
  }

  /// A value of a row, and when it came.
  private struct Emission: Hashable {
    let row: Int
    let value: Value
    let time: SceneTime
  }

  // MARK: Inputs

  /// The values of inputs that one row emitted, or made something of, while the other row dropped them.
  private func droppedByOne(_ told: inout [Emission: Int]) -> [String] {
    var sentences: [String] = []
    var others = 0
    for (row, input) in recording.rows.enumerated() where input.isInput {
      let users = fates.users(ofRow: row)
      guard users.contains(first), users.contains(second) else { continue }
      for position in input.timeline.events.indices {
        guard let found = droppedByOne(recording.key(row: row, at: position)) else { continue }
        guard sentences.count < Self.most else {
          others += 1
          continue
        }
        told[found.emission, default: 0] += 1
        sentences.append(found.sentence)
      }
    }
    let values = others == 1 ? "value was" : "values were"
    if others > 0 { sentences.append("\(others) more \(values) used by only one of them.") }
    return sentences
  }

  private func droppedByOne(_ key: EventKey) -> (sentence: String, emission: Emission)? {
    let (left, right) = (fate(of: key, in: first), fate(of: key, in: second))
    let (user, dropper): (Int, Int)
    let use: ValueFate.Use
    switch (left, right) {
    case (.used(let found), .dropped): (user, dropper, use) = (first, second, found)
    case (.dropped, .used(let found)): (user, dropper, use) = (second, first, found)
    default: return nil
    }
    guard case .source(let target) = use.kind, target.row == user, let event = recording[target],
      let value = recording[key]?.value, let drop = narration.clause(about: key, inRow: dropper, in: fates)
    else { return nil }
    let made =
      event.value == value && event.sources.only == key
      ? "emitted \(shown(value, of: key))" : "used \(shown(value, of: key)) for \(narration.setOff(event.value))"
    return (
      "\(name(user)) \(made) at \(span(event.time)); \(drop).",
      Emission(row: user, value: event.value, time: event.time)
    )
  }

  private func fate(of key: EventKey, in row: Int) -> ValueFate { fates.fate(of: key, inRow: row, at: .distantFuture) }

  /// `2`, or `2` from a where there are other inputs.
  private func shown(_ value: Value, of key: EventKey) -> String {
    recording.rows.count(where: \.isInput) > 1 ? narration.named(value, ofRow: key.row) : narration.setOff(value)
  }

  // MARK: Outputs

  /// What both rows emitted at different times.
  private func moving(_ marks: [TimelineComparison.Mark], later: Int) -> [String] {
    guard !marks.isEmpty else { return [] }
    let named = marks.prefix(Self.most)
    let clauses = [first, second].map { row in
      let emissions = named.compactMap { emission($0, in: row) }
      return "\(name(row)) emitted \(list(emissions))\(delay(of: emissions))"
    }
    let others = marks.count - named.count
    let rest = others > 0 ? "; \(others) more came later from \(name(later)), too" : ""
    return [clauses.joined(separator: "; ") + rest + "."]
  }

  /// What only one of the rows emitted.
  private func only(_ marks: [TimelineComparison.Mark], besides told: inout [Emission: Int]) -> [String] {
    var clauses: [String] = []
    for (row, other) in [(first, second), (second, first)] {
      var all: [Emission] = []
      for emission in marks.compactMap({ self.emission($0, in: row) }) {
        if let count = told[emission], count > 0 { told[emission] = count - 1 } else { all.append(emission) }
      }
      guard !all.isEmpty else { continue }
      let shared = all.filter { one in
        recording.rows[other].timeline.events.contains { $0.time == one.time && $0.value == one.value }
      }
      let alone = all.filter { !shared.contains($0) }
      if !alone.isEmpty { clauses.append("only \(name(row)) emitted \(list(alone))") }
      if !shared.isEmpty { clauses.append("\(name(row)) emitted \(list(shared)) more often than \(name(other))") }
    }
    guard let opening = clauses.first else { return [] }
    // The name of a row keeps its letters.
    let begun = opening.hasPrefix("only ") ? "Only" + opening.dropFirst(4) : opening
    return [([begun] + clauses.dropFirst()).joined(separator: "; ") + "."]
  }

  private func emission(_ mark: TimelineComparison.Mark, in row: Int) -> Emission? {
    guard case .value(let value) = mark.happening, let time = row == first ? mark.expected : mark.actual else {
      return nil
    }
    return Emission(row: row, value: value, time: time)
  }

  private func list(_ emissions: [Emission]) -> String {
    let others = emissions.count - Self.most
    let named = emissions.prefix(Self.most).map { "\(narration.setOff($0.value)) at \(span($0.time))" }
    return listed(named + (others > 0 ? ["\(others) more"] : []))
  }

  /// How long after its arrival each value was emitted, if it is the same time for all, and each is a value of an input.
  private func delay(of emissions: [Emission]) -> String {
    var delays: Set<SceneTime> = []
    for emission in emissions {
      let event = recording.rows[emission.row].timeline.events.first {
        $0.time == emission.time && $0.value == emission.value
      }
      guard let source = event?.sources.only.flatMap({ recording[$0] }), source.value == emission.value else {
        return ""
      }
      delays.insert(emission.time - source.time)
    }
    guard let delay = delays.first, delays.count == 1 else { return "" }
    let they = emissions.count == 1 ? "it" : "they"
    return delay == .zero ? ", as \(they) came" : ", \(span(delay)) after \(they) came"
  }

  // MARK: Ends

  /// When and why each row ended, if that is not the same.
  private var ends: [String] {
    let isSame = recording.rows[first].timeline.end == recording.rows[second].timeline.end
    return isSame ? [] : ["\(ending(first)). \(ending(second))."]
  }

  private func ending(_ row: Int) -> String {
    let timeline = recording.rows[row].timeline
    switch timeline.end {
    case .open: return "\(name(row)) was still open at the end"
    case .error(let time, let message): return "\(name(row)) failed at \(span(time)): \(narration.shown(message))"
    case .finish(let time):
      let entry = Recording.Entry(row: row, index: recording.rows[row].count, time: time, kind: .finish)
      return "\(name(row)) finished at \(span(time))\(EndSentence(narration, entry).reason ?? "")"
    }
  }

  private func name(_ row: Int) -> String { narration.name(ofRow: row) }

  private func span(_ time: SceneTime) -> String { narration.span(time) }
}
