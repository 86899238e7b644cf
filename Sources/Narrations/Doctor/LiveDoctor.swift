internal import Expressions
public import Marbles
internal import Operators
public import Scenes

/// Finds mistakes in a row of a run that goes on, from what its stages count: after evidence, not at once.
///
/// A queue grows when the fewest values that waited in a period were more in each of three periods. So a burst is no evidence. What was
/// found stays until it is over.
public struct LiveDoctor: Sendable {
  private let name: String
  private let position: Int
  private let expression: Expression
  private let stages: [Stage]
  private let names: [StageName]
  private let allowed: Set<Lint>
  private let step: SceneTime
  private var watches: [Watch]
  private var periodStart = SceneTime.zero
  /// What was told with what to do.
  private var told: Set<Told> = []

  private struct Told: Hashable {
    var column: Int
    var lint: Lint
  }

  /// What is known about a stage.
  private struct Watch {
    /// The fewest values that waited in this period so far; nil before the first sample.
    var low: Int?
    /// The same of the periods before it, the newest last.
    var lows: [Int] = []
    /// The periods in which the values that waited became more; empty before that, and once it is over.
    var growth: [Int] = []
    /// The counts at the beginning of this period, and of the time in which nothing was emitted.
    var (before, quiet) = (StageMeasure().counts, StageMeasure().counts)
    /// Since when values have come in each period, and none was emitted.
    var restlessSince: SceneTime?
  }

  /// The length of a period, in scene time.
  static let period = SceneTime.seconds(5)
  /// The number of periods that are evidence.
  static let periods = 3
  /// The fewest values that wait where a queue is called growing.
  private static let fewest = 3

  /// - Parameters:
  ///   - position: the position of the row; the result is nil when its expression has no stages.
  ///   - scene: the scene that runs.
  public init?(row position: Int, of scene: Scene) {
    guard let expression = scene.rows[position].expression, !expression.stages.isEmpty else { return nil }
    (name, self.position) = (scene.rows[position].name, position)
    (self.expression, stages, names) = (expression, expression.stages, StageName.all(of: expression))
    (allowed, step) = (Set(scene.allowedLints.keys), scene.step)
    watches = stages.map { _ in Watch() }
  }

  /// A line for each finding, and two more, with what to do, when it is new.
  ///
  /// - Parameters:
  ///   - measures: what the stages have done until now, by position.
  ///   - time: the current scene time; samples should be a second apart.
  ///   - count: the number of values of a row so far.
  public mutating func lines(
    _ measures: [StageMeasure], at time: SceneTime, count: (_ row: String) -> Int
  ) -> [String] {
    findings(measures, at: time, count: count).flatMap { finding in
      let line = "lint: \(finding.sentence) [\(finding.lint.name)]"
      let isNew = told.insert(Told(column: finding.columns.lowerBound, lint: finding.lint)).inserted
      return isNew ? [line, "  help: \(finding.lint.advice)", "  see: marbled play \(finding.lint.example)"] : [line]
    }
  }

  /// What the run has shown so far, stage by stage.
  mutating func findings(
    _ measures: [StageMeasure], at time: SceneTime, count: (_ row: String) -> Int
  ) -> [Finding] {
    let isOver = time - periodStart >= Self.period
    defer { if isOver { periodStart = time } }
    return stages.indices.filter { stages[$0].depth == 0 }.flatMap { stage -> [Finding] in
      [
        growth(of: stage, measures, count, at: time, endsPeriod: isOver),
        restlessness(of: stage, measures[stage], at: time, endsPeriod: isOver),
        keptValue(of: stage, measures[stage], at: time),
      ].compactMap(\.self).filter { !allowed.contains($0.lint) }
    }
  }

  // MARK: Queues

  /// Values that wait for a stage, or in it, and become more.
  private mutating func growth(
    of stage: Int, _ measures: [StageMeasure], _ count: (String) -> Int, at time: SceneTime, endsPeriod: Bool
  ) -> Finding? {
    guard let queue = queue(of: stage, measures, count) else { return nil }
    let low = min(queue.count, watches[stage].low ?? queue.count)
    watches[stage].low = endsPeriod ? nil : low
    if endsPeriod {
      let lows = (watches[stage].lows + [low]).suffix(Self.periods)
      watches[stage].lows = Array(lows)
      let grows = lows.count == Self.periods && zip(lows, lows.dropFirst()).allSatisfy { $0 < $1 }
      if grows, low >= Self.fewest { watches[stage].growth = Array(lows) }
    }
    if let last = watches[stage].growth.last, queue.count < last { watches[stage].growth = [] }
    let growth = watches[stage].growth
    guard !growth.isEmpty else { return nil }
    return finding(
      queue.lint, stage, at: time,
      "\(queue.clause): at least \(listed(growth.map { "\($0)" })) in \(Self.periods) periods of "
        + "\(Self.span(Self.period)), and \(queue.count) now")
  }

  /// How many values wait because of a stage; nil for a stage at which none may wait.
  private func queue(
    of stage: Int, _ measures: [StageMeasure], _ count: (String) -> Int
  ) -> (lint: Lint, count: Int, clause: String)? {
    let semantics = stages[stage].semantics
    if semantics.receiver.holding == .queue(.unbounded), !semantics.isShared {
      return (.growingBuffer, measures[stage].counts.held, "holds more and more values")
    }
    guard semantics.streams.holding == .next || semantics.inner == .inTurn else { return nil }
    let waiting = stages[stage].sources.map { (self.waiting(in: $0, for: stage, measures, count), $0) }
    guard let most = waiting.max(by: { $0.0 < $1.0 }) else { return nil }
    return semantics.inner == .inTurn
      ? (.queuedInner, most.0, "makes more and more values wait for the streams of older ones")
      : (.growingQueue, most.0, "takes the values of \(text(of: most.1)) more slowly than they come")
  }

  /// The values that wait in a stream for a stage that reads it, and in the streams before it.
  private func waiting(
    in stream: StageStream, for reader: Int, _ measures: [StageMeasure], _ count: (String) -> Int
  ) -> Int {
    switch stream {
    case .row(let name): measures[reader].read[name].map { max(0, count(name) - $0) } ?? 0
    case .stage(let stage):
      stages[stage].sources.reduce(measures[stage].counts.held) { $0 + waiting(in: $1, for: stage, measures, count) }
    case .values, .group: 0
    }
  }

  private func text(of stream: StageStream) -> String {
    switch stream {
    case .row(let name): name
    case .stage(let stage): shown(stage)
    case .values, .group: "a stream"
    }
  }

  // MARK: Time

  /// A stage that waits for a pause, which never comes.
  private mutating func restlessness(
    of stage: Int, _ measure: StageMeasure, at time: SceneTime, endsPeriod: Bool
  ) -> Finding? {
    guard stages[stage].semantics.drops.contains(.replacedRestarting) else { return nil }
    let (now, before) = (measure.counts, watches[stage].before)
    let isRestless = now.given == before.given && now.replaced > before.replaced
    if endsPeriod {
      if isRestless, watches[stage].restlessSince == nil {
        (watches[stage].restlessSince, watches[stage].quiet) = (periodStart, before)
      }
      watches[stage].before = now
    }
    if now.given != before.given || endsPeriod && !isRestless { watches[stage].restlessSince = nil }
    guard let since = watches[stage].restlessSince else { return nil }
    let quiet = expression.duration(ofStage: stage, step: step) ?? .zero
    // A burst is shorter than that.
    guard time - since >= max(Self.period + Self.period + Self.period, quiet + quiet) else { return nil }
    let replaced = now.replaced - watches[stage].quiet.replaced
    let waits = quiet > .zero ? " before it has waited for \(Self.span(quiet))" : " too soon"
    return finding(
      .neverQuiet, stage, at: since,
      "emits nothing for \(Self.span(time - since)): \(replaced) values were replaced, as the next one came\(waits)")
  }

  /// A value that a stage keeps although its interval is over and its reader waits.
  private func keptValue(of stage: Int, _ measure: StageMeasure, at time: SceneTime) -> Finding? {
    let semantics = stages[stage].semantics
    guard semantics.receiver.holding == .newest, semantics.trigger == .time, semantics.drops.contains(.replaced),
      measure.asked != nil, let oldest = measure.oldest,
      let interval = expression.duration(ofStage: stage, step: step),
      time - oldest >= max(Self.period, interval + interval)
    else { return nil }
    return finding(
      .lastValueKept, stage, at: oldest,
      "keeps a value for \(Self.span(time - oldest)): its interval of \(Self.span(interval)) is over, but only another "
        + "value or the end lets it go")
  }

  // MARK: Words

  private func finding(_ lint: Lint, _ stage: Int, at time: SceneTime, _ clause: String) -> Finding {
    let range = expression.range(of: stages[stage])
    return Finding(
      lint: lint, row: position, columns: range.lowerBound + 1..<range.upperBound + 1, time: time,
      sentence: "\(shown(stage)) of \(name) \(clause)")
  }

  /// `` `.debounce` ``
  private func shown(_ stage: Int) -> String {
    if names.indices.contains(stage) { return names[stage].name(.written) }
    return "`\(stages[stage].isMethod ? "." : "")\(stages[stage].name)`"
  }

  private static func span(_ time: SceneTime) -> String { Narration.Style.written.span(time) }
}

extension StageSummary {
  /// The values that a newer one replaced, which then waited itself.
  fileprivate var replaced: Int { drops.reduce(0) { $0 + ($1.reason == .replacedRestarting ? $1.count : 0) } }
}

extension Expression {
  /// The scene time of the duration among the arguments of a stage; nil when it has none, or none that is constant.
  func duration(ofStage number: Int, step: SceneTime) -> SceneTime? {
    guard let arguments = plan.call(ofStage: number)?.arguments,
      let index = arguments.firstIndex(where: { $0?.span(step: step) != nil })
    else { return nil }
    return arguments.sceneTime(at: index, step: step)
  }
}
