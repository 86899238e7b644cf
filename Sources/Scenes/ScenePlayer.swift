public import Marbles
public import Operators
public import Playback
internal import Synchronization

/// A scene on an executor: its inputs replayed, its operators running, its outputs recorded.
///
/// ```swift
/// let recording = try Scene.sample.recorded()                      // at once
///
/// let player = try ScenePlayer(.sample) { entry in show(entry) }   // in real time
/// try RealTimeDrive(executor: player.executor, speedFactor: 2).run(until: player.horizon)
/// ```
public final class ScenePlayer: Sendable {
  /// The most events that a row may emit.
  public static let eventsPerRow = 1_000_000
  /// The most parts that the values of all rows may have: what keeps a row that adds up all it gets from filling memory.
  public static let maximumParts = 10_000_000
  /// How long a scene with an endless source goes on after its last input event, or, where a consumer is
  /// demand-driven, after its last question.
  public static let endlessTail = SceneTime.seconds(10)

  /// What is played.
  public let scene: Scene
  /// The executor that the scene's tasks run on.
  public let executor: PlaybackExecutor
  /// The last instant that fires; nil when the scene ends by itself.
  public let horizon: SceneTime?

  private let catalogue: Catalogue
  /// By position; read for each event, and a whole row is much to copy.
  private let rowNames: [String]
  private let rowColors: [MarbleColor?]
  private let recorders: [RowRecorder?]
  private let innerRecorders: [InnerRecorder?]
  private let eventsPerRow: Int
  private let onEntry: (@Sendable (Recording.Entry) -> Void)?
  private let overflow: Overflow
  /// The ways into live rows, by position; set once, when everything else is.
  private let liveInputs = Mutex<[Int: LiveInput]>([:])
  /// How many values each row has missed, by position.
  private let missed = Mutex<[Int: Int]>([:])

  /// Wires a scene together; its tasks make their first step when the executor is driven.
  ///
  /// - Parameters:
  ///   - scene: what to play.
  ///   - catalogue: the operators that its expressions may use.
  ///   - eventsPerRow: how many events a row may emit before the run is stopped.
  ///   - executor: an executor that nothing else runs on.
  ///   - recordsInner: whether the recording has what happens in inner streams, such as those of `flatMap`.
  ///   - reportsInputs: whether `onEntry` is called with what inputs do, too.
  ///   - onEntry: called with each entry as it happens, on the driving thread and outside of the executor.
  /// - Throws: ``SceneError`` when the scene can't be played.
  public init(
    _ scene: Scene, catalogue: Catalogue = .standard, eventsPerRow: Int = ScenePlayer.eventsPerRow,
    executor: PlaybackExecutor = PlaybackExecutor(), recordsInner: Bool = true, reportsInputs: Bool = false,
    onEntry: (@Sendable (Recording.Entry) -> Void)? = nil
  ) throws(SceneError) {
    try scene.check(against: catalogue)
    self.scene = scene
    self.catalogue = catalogue
    self.executor = executor
    self.eventsPerRow = eventsPerRow
    self.onEntry = onEntry
    let overflow = Overflow()
    self.overflow = overflow
    rowNames = scene.rows.map(\.name)
    rowColors = scene.rows.map(\.color)
    recorders = scene.emptyRecording().rows.enumerated().map { position, row in
      scene.rows[position].timeline == nil ? RowRecorder(row) : nil
    }
    // What is live would be recorded without end.
    let recordsInner = recordsInner && !scene.isLive
    innerRecorders = scene.rows.enumerated().map { position, row in
      guard recordsInner, row.expression != nil else { return nil }
      return InnerRecorder(row: scene.rows.count + position, executor: executor) { value, count in
        let isOver = overflow.count(value, as: count, inRow: row.name, limit: eventsPerRow)
        if isOver { executor.cancelAll() }
      }
    }
    let withOpenInputs = scene.rows.contains { $0.timeline?.end == .open }
    let isEndless = scene.rows.contains {
      $0.expression?.isEndless(in: catalogue, withOpenInputs: withOpenInputs) == true
    }
    let lastInput = scene.rows.compactMap { $0.timeline?.latest }.max() ?? .zero
    // A demand-driven consumer has asked for the last time at its diagram's last mark.
    let lastQuestion = scene.rows.compactMap { scene.demand(of: $0)?.demand.last }.max() ?? .zero
    let tail = isEndless && !scene.isLive ? max(lastInput, lastQuestion) + Self.endlessTail : nil
    horizon = scene.duration ?? tail
    openLiveInputs(endsEndlessSources: isEndless)
    for (position, row) in scene.rows.enumerated() where reportsInputs {
      if let timeline = row.timeline { report(timeline, at: position) }
    }
    for (position, row) in scene.rows.enumerated() {
      if let expression = row.expression { start(expression, at: position) }
    }
  }

  /// Runs it to its end as fast as it goes.
  public func runImmediately() throws(SceneError) -> Recording {
    do throws(PlaybackError) {
      try executor.runImmediately(until: horizon)
    } catch {
      throw explained(error)
    }
    return try recording()
  }

  /// What has been recorded; only between drives, never during one.
  ///
  /// - Throws: ``SceneError/tooManyEvents(row:limit:)`` or ``SceneError/tooManyParts(row:limit:)`` when the run was
  ///   stopped by it.
  public func recording() throws(SceneError) -> Recording {
    if let error = overflow.error { throw error }
    var recording = scene.emptyRecording(until: horizon)
    for (position, recorder) in recorders.enumerated() {
      guard let recorder else { continue }
      recording.rows[position] = recorder.row
      if scene.duration == nil { recording.duration = max(recording.duration, recorder.row.timeline.latest) }
      if let inner = innerRecorders[position] { add(inner, passages: recorder.passages, to: &recording.rows[position]) }
    }
    return recording
  }

  private func add(_ inner: InnerRecorder, passages: [Event.ID: [Int]], to row: inout Recording.Row) {
    // A scene may give its events any ids.
    let ids = scene.rows.flatMap { $0.timeline?.events.map(\.id) ?? [] }
    let taken = Set(ids.filter { $0.contains("/") })
    func name(stream: Int, index: Int) -> Event.ID {
      var id = "\(row.name)#\(stream)/\(index)"
      while taken.contains(id) { id += "'" }
      return id
    }
    row.inner = inner.recorded(name: name, id: id)
    row.through = passages.mapValues { $0.map(inner.place).map(name) }
  }

  /// Names the row that is to blame for what stopped a run, by playing each by itself.
  public func explained(_ error: PlaybackError) -> SceneError {
    guard case .runaway(let time, let jobs) = error else { return .playback(error) }
    // A row needs more rows than any row that it is made of, so the one that loops comes before who follows it.
    let suspects = scene.rows.filter { $0.expression != nil }
      .map { (row: $0, needed: scene.names(neededBy: $0.name)) }
      .sorted { $0.needed.count < $1.needed.count }
    for (row, needed) in suspects {
      var alone = scene
      alone.rows.removeAll { $0.expression != nil && !needed.contains($0.name) }
      guard
        let player = try? ScenePlayer(
          alone, catalogue: catalogue, executor: PlaybackExecutor(jobsPerInstant: jobs), recordsInner: false)
      else { continue }
      do throws(PlaybackError) {
        try player.executor.runImmediately(until: player.horizon)
      } catch {
        if case .runaway(let time, _) = error { return .runaway(row: row.name, at: time, jobs: jobs) }
      }
    }
    return .playback(.runaway(at: time, jobs: jobs))
  }

  // MARK: Wiring

  /// Which row emitted too much, and how much all have.
  ///
  /// @unchecked Sendable: written by jobs of the executor, read between drives.
  private final class Overflow: @unchecked Sendable {
    var error: SceneError?
    private var parts = 0

    /// Counts a value, and says whether that is more than there may be.
    ///
    /// - Parameters:
    ///   - count: how many values there are in its row, with it.
    ///   - limit: how many there may be.
    func count(_ value: Value?, as count: Int, inRow name: String, limit: Int) -> Bool {
      parts += value.map { $0.parts ?? Value.maximumParts } ?? 0
      if count > limit {
        error = .tooManyEvents(row: name, limit: limit)
      } else if parts > ScenePlayer.maximumParts {
        error = .tooManyParts(row: name, limit: ScenePlayer.maximumParts)
      }
      return error != nil
    }
  }

  private func start(_ expression: Expression, at position: Int) {
    let recorder = recorders[position]!
    executor.start { [self] in
      do {
        let hasFinished = try await consume(try stream(expression, at: position), of: scene.rows[position]) {
          [self] value in
          record(value, of: position, by: recorder)
        }
        if Task.isCancelled || !hasFinished { return recorder.leaveOpen() }
        recorder.end(.finish(executor.now), failure: nil)
        report(Recording.Entry(row: position, time: executor.now, kind: .finish))
      } catch {
        if Task.isCancelled { return recorder.leaveOpen() }
        let message = String(describing: error)
        recorder.end(.error(executor.now, message: message), failure: error)
        report(Recording.Entry(row: position, time: executor.now, kind: .error(message: message)))
      }
    }
  }

  /// Takes from `stream` what the row asks for; false when it stopped asking before the end.
  private func consume(
    _ stream: TracedStream, of row: Scene.Row, _ emit: @escaping @Sendable (Traced) -> Bool
  ) async throws -> Bool {
    if let diagram = scene.demand(of: row) {
      return try await DemandConsumer(diagram: diagram, executor: executor).consume(stream, emit)
    }
    for try await value in stream {
      guard emit(value) else { return false }
    }
    return true
  }

  /// Records what a row emits now; false when that is more than it may.
  private func record(_ value: Traced, of position: Int, by recorder: RowRecorder) -> Bool {
    let count = recorder.count
    // Rows of a live scene forget instead.
    if !scene.isLive,
      overflow.count(value.value, as: count + 1, inRow: scene.rows[position].name, limit: eventsPerRow)
    {
      executor.cancelAll()
      return false
    }
    let event = event(value, row: position, index: count)
    if let inner = innerRecorders[position] { recorder.note(inner.passed(value.from), of: event.id) }
    let key = Lineage.one(EventKey(row: position, index: count, isPassing: scene.isLive))
    recorder.append(
      event,
      Traced(value: value.value, color: event.color, from: key, sources: value.sources, animation: value.animation))
    report(Recording.Entry(row: position, time: event.time, kind: .value(event)))
    return true
  }

  // MARK: Live rows

  /// The way into the live row called `row`; nil when there is none.
  public func liveInput(_ row: String) -> LiveInput? {
    scene.position(of: row).flatMap { position in liveInputs.withLock { $0[position] } }
  }

  /// What became no event of the row at `position`.
  public func losses(ofRow position: Int) -> LiveInput.Counts {
    var counts = liveInputs.withLock { $0[position] }?.counts ?? LiveInput.Counts()
    counts.missed = missed.withLock { $0[position] ?? 0 }
    return counts
  }

  /// The ways into all live rows, in scene order.
  var allLiveInputs: [LiveInput] {
    liveInputs.withLock { inputs in inputs.sorted { $0.key < $1.key }.map(\.value) }
  }

  private func openLiveInputs(endsEndlessSources: Bool) {
    var inputs: [Int: LiveInput] = [:]
    for (position, row) in scene.rows.enumerated() where row.live != nil {
      // Weak: the source may outlive the scene.
      inputs[position] = LiveInput(row: row.name, executor: executor) { [weak self] delivery in
        self?.take(delivery, at: position, endsEndlessSources: endsEndlessSources)
      }
    }
    liveInputs.withLock { $0 = inputs }
  }

  private func take(_ delivery: LiveInput.Delivery, at position: Int, endsEndlessSources: Bool) {
    let recorder = recorders[position]!
    guard recorder.row.timeline.end == .open else { return }
    switch delivery {
    case .value(let value):
      let inputs = scene.rows[..<position].count { $0.expression == nil }
      let traced = Traced(value: value, color: .forInput(inputs), from: .none, sources: .none)
      let key = Lineage.one(EventKey(row: position, index: recorder.count, isPassing: true))
      let event = event(traced, row: position, index: recorder.count)
      recorder.append(event, Traced(value: value, color: event.color, from: key, sources: key))
      report(Recording.Entry(row: position, time: event.time, kind: .value(event)))
      return
    case .finish:
      recorder.end(.finish(executor.now), failure: nil)
      report(Recording.Entry(row: position, time: executor.now, kind: .finish))
    case .failure(let message):
      recorder.end(.error(executor.now, message: message), failure: TimelineFailure(message: message))
      report(Recording.Entry(row: position, time: executor.now, kind: .error(message: message)))
    }
    let isLast = scene.rows.indices.allSatisfy {
      scene.rows[$0].live == nil || recorders[$0]!.row.timeline.end != .open
    }
    if isLast, endsEndlessSources { endEndlessSources() }
  }

  /// As with inputs that are known, endless sources go on for a while after the last.
  private func endEndlessSources() {
    executor.start { [executor] in
      try? await PlaybackClock(executor: executor, rank: PlaybackClock.consumerRank).sleep(
        for: Duration(Self.endlessTail))
      executor.cancelAll()
    }
  }

  /// Reports what an input does, before anything that comes of it.
  private func report(_ timeline: Timeline, at position: Int) {
    let clock = PlaybackClock(executor: executor, rank: position - scene.rows.count)
    executor.start { [self] in
      do {
        for try await event in timeline.replay(on: clock) {
          report(Recording.Entry(row: position, time: event.time, kind: .value(event)))
        }
        if !Task.isCancelled { report(Recording.Entry(row: position, time: executor.now, kind: .finish)) }
      } catch {
        report(Recording.Entry(row: position, time: executor.now, kind: .error(message: String(describing: error))))
      }
    }
  }

  private func report(_ entry: Recording.Entry) {
    guard let onEntry else { return }
    executor.leave { onEntry(entry) }
  }

  private func event(_ value: Traced, row: Int, index: Int) -> Event {
    let from = innerRecorders[row]?.outside(value.from) ?? value.from
    let fromIDs = from.keys.map(id)
    // What is made of live rows alone has one list for both, however long that is.
    let sourceIDs = from == value.sources ? fromIDs : value.sources.keys.map(id)
    return Event(
      id: Event.defaultID(row: rowNames[row], index: index), time: executor.now, value: value.value,
      color: rowColors[row] ?? value.color, from: fromIDs, sources: sourceIDs, animation: value.animation)
  }

  private func id(_ key: EventKey) -> String {
    if let recorder = recorders[key.row] {
      return recorder.id(at: key.index) ?? Event.defaultID(row: rowNames[key.row], index: key.index)
    }
    return scene.rows[key.row].timeline?.events[key.index].id
      ?? Event.defaultID(row: rowNames[key.row], index: key.index)
  }

  private func stream(_ expression: Expression, at position: Int) throws -> TracedStream {
    let observer = innerRecorders[position]
    let context = StreamContext(clock: executor.clock, step: scene.step, catalogue: catalogue, observer: observer) {
      [self] name in
      let follower = position
      let position = scene.position(of: name)!
      if let recorder = recorders[position] {
        let isLive = scene.rows[position].live != nil
        return TracedStream(
          RowFollow(recorder: recorder, executor: executor, startsNow: isLive) { [weak self] count in
            self?.missed.withLock { $0[follower, default: 0] += count }
          })
      }
      let clock = PlaybackClock(executor: executor, rank: position)
      return TracedStream(RowReplay(row: position, input: scene.rows[position].input!, clock: clock))
    }
    return try expression.plan.build(in: context)
  }
}

extension Scene {
  /// Plays the scene at once.
  ///
  /// - Throws: ``SceneError`` when it can't be played, or had to be stopped.
  public func recorded(catalogue: Catalogue = .standard) throws(SceneError) -> Recording {
    if let row = rows.first(where: { $0.live != nil }) { throw .live(row: row.name) }
    return try ScenePlayer(self, catalogue: catalogue).runImmediately()
  }

  /// How many events an output row of a live scene holds: as many as the largest of its live rows.
  private var capacityOfOutputs: Int { rows.compactMap { $0.live?.capacity }.max() ?? Live.defaultCapacity }

  /// The recording before anything has come out: inputs whole, up to `horizon` or the scene's duration; outputs empty.
  public func emptyRecording(until horizon: SceneTime? = nil) -> Recording {
    let horizon = horizon ?? duration
    let rows = rows.map { row in
      Recording.Row(
        name: row.name, expression: row.expression?.source,
        timeline: row.timeline?.prefix(through: horizon ?? .distantFuture) ?? Timeline(end: .open),
        capacity: isLive && row.timeline == nil ? row.live?.capacity ?? capacityOfOutputs : nil)
    }
    return Recording(
      rows: rows, duration: horizon ?? rows.map(\.timeline.latest).max() ?? (isEndless ? Self.endlessShare : .zero))
  }
}
