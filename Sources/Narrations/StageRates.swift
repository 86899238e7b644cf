internal import Expressions
public import Marbles
internal import Operators
public import Scenes

/// What the stages of a row do in a run that goes on, in lines that are printed from time to time: how fast values come and go,
/// what each stage holds and waits for, and the first one that falls behind.
public struct StageRates: Sendable {
  private let stages: [Stage]
  private let texts: [String]
  private let names: [String]
  /// What the consumer of the row does between two values; nil when it takes no time.
  private let consumer: String?
  private var last: [StageMeasure]
  private var lastTime = SceneTime.zero

  /// The most columns of the text of a stage.
  private static let width = 60

  /// - Parameter row: the row; the result is nil when its expression has no stages.
  public init?(_ row: Scene.Row) {
    guard let expression = row.expression, !expression.stages.isEmpty else { return nil }
    (stages, names) = (expression.stages, expression.stageNames)
    texts = stages.map { DisplayText.shortened(expression.text(of: $0), to: Self.width) }
    consumer = row.consumingTime.map { "consume: \(DurationNotation.print($0))" }
    last = stages.map { _ in StageMeasure() }
  }

  /// A line for each stage, and one for a consumer that falls behind.
  ///
  /// - Parameters:
  ///   - measures: what the stages have done until now, by position.
  ///   - time: the current scene time; rates are those since the last call.
  ///   - count: the number of values of a row so far.
  public mutating func lines(
    _ measures: [StageMeasure], at time: SceneTime, count: (_ row: String) -> Int
  ) -> [String] {
    let interval = time - lastTime
    defer { (last, lastTime) = (measures, time) }
    let waiting = stages.indices.map { self.waiting(before: $0, measures, count) }
    let behind = stages.indices.first { stage in
      let worked = measures[stage].worked - last[stage].worked
      return interval > .zero && !waiting[stage].isEmpty && worked + worked >= interval
    }
    var lines = stages.indices.map { position in
      var parts = rates(of: position, measures[position], seconds: interval.seconds)
      let counts = measures[position].counts
      for drops in counts.drops { parts.append("\(drops.count) dropped \(drops.reason.clause)") }
      if counts.held > 0, let oldest = measures[position].oldest {
        parts.append("holds \(counts.held), the oldest for \(Self.age(time - oldest))")
      }
      parts.append(demand(on: position, measures[position], at: time))
      if position == behind { parts.append("falls behind: \(waiting[position].joined(separator: " and "))") }
      return "\(texts[position]): " + parts.joined(separator: ", ")
    }
    if let consumer, measures.last?.asked == nil, let waiting = waiting.last, !waiting.isEmpty {
      lines.append("\(consumer): falls behind: \(waiting.joined(separator: " and "))")
    }
    return lines
  }

  private func rates(of position: Int, _ measure: StageMeasure, seconds: Double) -> [String] {
    func rate(_ count: KeyPath<StageSummary, Int>) -> Int {
      let new = measure.counts[keyPath: count] - last[position].counts[keyPath: count]
      return seconds > 0 ? Int((Double(new) / seconds).rounded()) : 0
    }
    var rates: [String] = []
    if !stages[position].sources.isEmpty { rates.append("\(rate(\.taken))/s in") }
    if !stages[position].inner.isEmpty { rates.append("\(rate(\.takenInner))/s in from its closure") }
    return rates + ["\(rate(\.given))/s out"]
  }

  private func demand(on position: Int, _ measure: StageMeasure, at time: SceneTime) -> String {
    if measure.counts.passes > 0, !measure.isOpen { return "has ended" }
    guard let asked = measure.asked else {
      // What reads ahead asks although it is not asked.
      return measure.waitsFor.isEmpty ? "is not asked" : "waits for \(names(measure.waitsFor)), is not asked itself"
    }
    let span = Self.age(time - asked)
    guard measure.waitsFor.isEmpty else { return "waits \(span) for \(names(measure.waitsFor))" }
    let isTimed = [.time, .timer].contains(stages[position].semantics.trigger)
    return isTimed || stages[position].sources.isEmpty ? "waits \(span) for time" : "works for \(span)"
  }

  private func names(_ streams: Set<StageStream>) -> String {
    streams.map { stream in
      switch stream {
      case .stage(let stage): name(of: stage)
      case .row(let name): name
      case .values: "values of the expression"
      case .group: "values of a key"
      }
    }.sorted().joined(separator: " and ")
  }

  private func name(of stage: Int) -> String { (stages[stage].isMethod ? "." : "") + names[stage] }

  /// What waits for a stage at its rows, and in the stages before it.
  private func waiting(before stage: Int, _ measures: [StageMeasure], _ count: (String) -> Int) -> [String] {
    var (rows, held): ([String: Int], [String]) = ([:], [])
    var open = [stage]
    while let next = open.popLast() {
      for (name, read) in measures[next].read { rows[name] = max(rows[name] ?? 0, count(name) - read) }
      for case .stage(let source) in stages[next].sources {
        open.append(source)
        let count = measures[source].counts.held
        if count > 0 { held.append("\(count) in \(name(of: source))") }
      }
    }
    let unread = rows.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
    let all = unread + held
    guard let last = all.last else { return [] }
    return all.dropLast() + [last + " wait for it"]
  }

  private static func age(_ span: SceneTime) -> String { "\(max(.zero, span).inMilliseconds) s" }
}
