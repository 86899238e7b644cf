internal import Marbles
internal import Playback

/// A test: reads the diagrams, runs a stream, and compares what it emits with what it should emit.
///
/// ```swift
/// var test = try MarbleTest("2-4|", [:], step, nil, .marbled, .inTurn)
/// let input = try test.input("1-2|", .ints)
/// try test.run(OneInput(source: input) { numbers, _ in numbers.map { $0 * 2 } })
/// ```
struct MarbleTest<Output: Sendable>: Sendable {
  private var diagrams: TestedDiagrams
  private var names: MarbleNames<Output>
  private let duration: SceneTime?
  private let order: InstantOrder

  /// The number of values, and of instants, after which a stream counts as endless.
  private static var limit: Int { 100_000 }

  init(
    _ expected: String, _ results: [String: Output], _ step: Duration, _ duration: Duration?, _ dialect: Dialect,
    _ order: InstantOrder
  ) throws {
    let step = SceneTime(step)
    guard step > .zero else { throw MarbleInputError("step is \(step) s; expected more than 0") }
    self.duration = duration.map { SceneTime($0) }
    self.order = order
    let expectation = try Diagram.parse(expected, row: "gives", step: step, dialect: dialect, isExpectation: true)
    diagrams = TestedDiagrams(expectation: expectation, step: step, dialect: dialect)
    names = MarbleNames(results)
    names.decode(expectation.timeline.events.map(\.value))
  }

  /// Reads the diagram of the next input. The names of its values also stand for results of the same type.
  ///
  /// - Parameter isOnly: whether there are no other inputs, so that errors need not number them.
  mutating func input<Element>(
    _ diagram: String, _ values: MarbleValues<Element>, isOnly: Bool = false
  ) throws -> MarbleSource<Element> {
    let rank = diagrams.inputs.count
    let row = isOnly ? "input" : "input \(rank + 1)"
    let timeline = try Diagram.parse(diagram, row: row, step: diagrams.step, dialect: diagrams.dialect).timeline
    diagrams.inputs.append((row, timeline))
    names.add(values.names)
    return MarbleSource(
      row: row, rank: rank, timeline: timeline, values: try timeline.events.map { try values.value(of: $0, in: row) })
  }

  /// Runs the stream of an operation.
  ///
  /// - Throws: ``MarbleTestFailure`` when the stream emits something else than the test expects, never stops, or leaves
  ///   tasks behind.
  func run(_ operation: any TestedOperator<Output>) throws(MarbleTestFailure) {
    let executor = PlaybackExecutor(forTestsOf: Self.limit, order: order)
    let log = MarbleLog(limit: Self.limit)
    let waits = TestInputWaits()
    start(operation, in: TestContext(executor: executor, waits: waits), recordingIn: log)

    do throws(PlaybackError) { try play(executor) } catch {
      let isEndless = if case .endless = error { true } else { false }
      throw failure(log, error.description, note: isEndless ? "`duration:` ends the test of an endless stream" : nil)
    }
    if log.isFull {
      try? executor.end()
      throw failure(log, "more than \(Self.limit) values by \(executor.now) s: the stream never stops")
    }

    let (isOver, end) = (log.isOver, executor.now)
    let forgotten = waits.descriptions
    var unfinished: PlaybackError?
    do throws(PlaybackError) { try executor.end() } catch { unfinished = error }

    if case .escaped(let escape) = unfinished { throw failure(log, escape.description) }
    if let mistake = waits.mistake { throw failure(log, mistake) }
    if let difference = Difference(
      row: "actual", expected: expectation, actual: log.timeline, dialect: diagrams.dialect)
    {
      let waits = "no timer was left at \(end) s, and the stream still waited: for an input, or for something "
      let note = isOver || duration != nil || expectation.end == .open ? nil : waits + "that is not the clock"
      throw failure(log, difference.sentence, note: note, at: difference.place)
    }
    if let unfinished {
      throw failure(log, unfinished.description, note: "the task that iterates the stream ignores its cancellation")
    }
    if isOver, !forgotten.isEmpty {
      let tasks = forgotten.joined(separator: ", ")
      let note = forgotten.count == 1 ? "this input never ends, and" : "these inputs never end, and"
      throw failure(log, "the stream has ended, but \(tasks)", note: "\(note) nothing has cancelled the waiting")
    }
  }

  /// The expected events, with names of values.
  private var expectation: Timeline {
    let expected = diagrams.expectation.timeline
    let events = expected.events.map { Event(time: $0.time, value: names.marble(of: $0.value)) }
    return Timeline(events: events, end: expected.end)
  }

  private func failure(
    _ log: MarbleLog, _ sentence: String, note: String? = nil, at place: DiagramComparison.Place? = nil
  ) -> MarbleTestFailure {
    let hint = order == .inTurn ? nil : "what is due at one instant happens in the order \(order)"
    let notes = [note, hint].compactMap { $0 }
    var test = diagrams
    test.expectation.timeline = expectation
    // An endless stream has more than anyone reads.
    let shown = expectation.events.count + 100
    let isCut = log.timeline.events.count > shown
    let result = Timeline(events: Array(log.timeline.events.prefix(shown)), end: isCut ? .open : log.timeline.end)
    return MarbleTestFailure(
      sentence, note: notes.isEmpty ? nil : notes.joined(separator: "; "), of: test, result: result, caret: place)
  }

  // MARK: Running

  /// Fires everything until no timer is left, or until the duration is over.
  private func play(_ executor: PlaybackExecutor) throws(PlaybackError) {
    var instants = 0
    while try executor.step(until: duration) {
      instants += 1
      guard instants < Self.limit else { throw .endless(at: executor.now, instants: Self.limit) }
    }
  }

  private func start(_ operation: any TestedOperator<Output>, in run: TestContext, recordingIn log: MarbleLog) {
    let executor = run.executor
    let demand = diagrams.dialect == .asv ? DemandConsumer(diagram: diagrams.expectation, executor: executor) : nil
    let begin: @Sendable () async throws -> () async throws -> Output? = {
      try await operation.begin(run)
    }
    let marble: @Sendable (Output) -> Value = { [names] in names.marble(of: $0) }
    // What an operator emits, and how its stream ends, only because the run ends is no result.
    let emit: @Sendable (Output) -> Bool = { !executor.isCancelled && log.append(marble($0), at: executor.now) }
    executor.start {
      do {
        if let demand {
          let hasFinished = try await demand.consume(begin, describedBy: { marble($0).description }, emit)
          guard hasFinished else { return log.leaveOpen() }
        } else {
          let next = try await begin()
          while let element = try await next() {
            guard emit(element) else { return }
          }
        }
        if !executor.isCancelled { log.end(.finish(executor.now)) }
      } catch {
        if !executor.isCancelled { log.end(.error(executor.now, message: String(describing: error))) }
      }
    }
  }
}
