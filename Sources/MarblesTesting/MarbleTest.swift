internal import Marbles
internal import Playback

/// One run of a stream on the diagrams of its inputs, and the comparison with what it should emit.
struct MarbleTest<Input: Sendable, Output: Sendable>: Sendable {
  private let inputs: [(timeline: Timeline, values: [Input])]
  private let expected: Diagram
  private let names: MarbleNames<Output>
  private let step: SceneTime
  private let duration: SceneTime?
  private let dialect: Dialect

  /// The number of values, and of instants, after which a stream counts as endless.
  private static var limit: Int { 100_000 }

  init(
    _ inputs: [String], _ values: MarbleValues<Input>, _ expected: String, _ results: [String: Output],
    _ step: Duration, _ duration: Duration?, _ dialect: Dialect
  ) throws {
    let step = SceneTime(step)
    guard step > .zero else { throw MarbleInputError("step is \(step) s; expected more than 0") }
    self.step = step
    self.duration = duration.map { SceneTime($0) }
    self.dialect = dialect
    self.inputs = try inputs.enumerated().map { index, text in
      let row = inputs.count == 1 ? "input" : "input \(index + 1)"
      let timeline = try Diagram.parse(text, row: row, step: step, dialect: dialect).timeline
      return (timeline, try timeline.events.map { try values.value(of: $0, in: row) })
    }
    self.expected = try Diagram.parse(expected, row: "gives", step: step, dialect: dialect, isExpectation: true)
    names = MarbleNames(results, orOfInputs: values.names)
  }

  /// Runs the stream of an operation.
  ///
  /// - Throws: ``MarbleTestFailure`` when the stream emits something else than the test expects, never stops, or leaves
  ///   tasks behind.
  func run(_ operation: any MarbleIterating<Input, Output>) throws(MarbleTestFailure) {
    let executor = PlaybackExecutor(instantsPerRun: Self.limit)
    let log = MarbleLog(limit: Self.limit)
    start(operation, on: executor, recordingIn: log)

    do throws(PlaybackError) { try play(executor) } catch {
      let isEndless = if case .endless = error { true } else { false }
      throw failure(log, error.description, note: isEndless ? "`duration:` ends the test of an endless stream" : nil)
    }
    if log.isFull {
      try? executor.end()
      throw failure(log, "more than \(Self.limit) values by \(executor.now) s: the stream never stops")
    }

    let (isOver, end) = (log.isOver, executor.now)
    let forgotten = executor.sleepers.count { $0 == .distantFuture }
    var unfinished: PlaybackError?
    do throws(PlaybackError) { try executor.end() } catch { unfinished = error }

    if let difference = Difference(row: "actual", expected: expectation, actual: log.timeline, dialect: dialect) {
      let waits = "no timer was left at \(end) s, and the stream still waited: for an input, or for something "
      let note = isOver || duration != nil || expectation.end == .open ? nil : waits + "that is not the clock"
      throw failure(log, difference.sentence, note: note, at: difference.place)
    }
    if let unfinished { throw failure(log, unfinished.description) }
    if isOver, forgotten > 0 {
      let tasks = forgotten == 1 ? "1 task still waits" : "\(forgotten) tasks still wait"
      throw failure(log, "the stream has ended, but \(tasks) for an input that never ends: nothing has cancelled it")
    }
  }

  /// The expected events, with names of values.
  private var expectation: Timeline {
    let events = expected.timeline.events.map { Event(time: $0.time, value: names.marble(of: $0.value)) }
    return Timeline(events: events, end: expected.timeline.end)
  }

  private func failure(
    _ log: MarbleLog, _ sentence: String, note: String? = nil, at place: DiagramComparison.Place? = nil
  ) -> MarbleTestFailure {
    // An endless stream has more than anyone reads.
    let shown = expectation.events.count + 100
    let isCut = log.timeline.events.count > shown
    let actual = Timeline(events: Array(log.timeline.events.prefix(shown)), end: isCut ? .open : log.timeline.end)
    return MarbleTestFailure(
      sentence, note: note, expected: expectation, actual: actual, caret: place, step: step, dialect: dialect)
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

  private func start(
    _ operation: any MarbleIterating<Input, Output>, on executor: PlaybackExecutor, recordingIn log: MarbleLog
  ) {
    let demand = dialect == .asv ? DemandConsumer(diagram: expected, executor: executor) : nil
    let inputs = inputs.enumerated().map { rank, input in
      MarbleInput(
        timeline: input.timeline, values: input.values, clock: PlaybackClock(executor: executor, rank: rank))
    }
    let begin: @Sendable () async throws -> () async throws -> Output? = {
      try await operation.begin(inputs, executor.clock)
    }
    let marble: @Sendable (Output) -> Value = { [names] in names.marble(of: $0) }
    let emit: @Sendable (Output) -> Bool = { log.append(marble($0), at: executor.now) }
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
        // The end of the run cancels a stream that is still open.
        if !Task.isCancelled { log.end(.finish(executor.now)) }
      } catch {
        if !Task.isCancelled { log.end(.error(executor.now, message: String(describing: error))) }
      }
    }
  }
}
