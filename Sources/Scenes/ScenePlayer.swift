internal import Expressions
public import Marbles
public import Operators
public import Playback
internal import Synchronization

/// Plays a scene on an executor: replays its inputs, runs its operators and records its outputs.
///
/// ```swift
/// let recording = try BoundedRun(.sample).perform().get()           // at once
///
/// let player = try ScenePlayer(.sample) { entry in show(entry) }   // in real time
/// try RealTimeDrive(executor: player.executor, speedFactor: 2).run(until: player.horizon)
/// ```
public final class ScenePlayer: Sendable {
  /// How long a scene with an endless source continues after its last input event or, with a demand-driven consumer,
  /// after its last request.
  public static let endlessTail = SceneTime.seconds(10)

  /// The scene that is played.
  public let scene: Scene
  /// The executor of the scene's tasks.
  public let executor: PlaybackExecutor
  /// The last instant to play; nil when the scene ends by itself.
  public let horizon: SceneTime?

  let catalogue: Catalogue
  let budget: RunBudget
  /// The dependencies between the rows.
  let graph: SceneGraph
  /// Stored, as it is read for each event, and computing it visits every row.
  package let isLive: Bool
  /// By position; read for each event, when copying a whole row would be expensive.
  let rowColors: [MarbleColor?]
  let recorders: [RowRecorder?]
  let innerRecorders: [InnerStreamRecorder?]
  /// Limit the inner streams of a live scene, which are not recorded.
  let innerCounters: [InnerStreamCounter?]
  let noteRecorders: [NoteRecorder?]
  let stageRecorders: [StageRecorder?]
  let stageMeters: [StageMeter?]
  /// Send the values of inputs that are channels or streams.
  let senders: [RowSender?]
  let onEntry: (@Sendable (Recording.Entry) -> Void)?
  let reportsArrivals: Bool
  let limits: RecordingLimits
  /// What all closures share.
  let meter: RunMeter
  /// The input queues of live rows, by position; set once, after everything else.
  let liveInputs = Mutex<[Int: ArrivalQueue]>([:])
  /// The number of missed values of each row, by position.
  let missed = Mutex<[Int: Int]>([:])
  /// The closures of each row of a live scene that failed for a value: how many, and the first error.
  let closureFailures = Mutex<[Int: (count: Int, reason: String)]>([:])
  /// What closures of each output row of a live scene, or of one that reads lines, do to every value, by position.
  let closureFindings: [Int: ClosureFindings]
  /// By position, whether a row reads an output.
  let readsOutputs: [Bool]
  /// Whether endless sources end some time after the live rows.
  let endsEndlessSources: Bool

  /// Sets a scene up; its tasks take their first step when the executor is driven.
  ///
  /// - Parameters:
  ///   - scene: the scene to play.
  ///   - catalogue: the available operators.
  ///   - budget: the most that the run may keep and compute.
  ///   - cancellation: stops the run; not used if there is an `executor`, which has one.
  ///   - executor: an executor for this scene only; nil to create one.
  ///   - recordsInner: whether to record inner streams, such as those of `flatMap`.
  ///   - recordsNotes: whether to record what operators do without emitting values.
  ///   - stages: the rows for which to record what happens inside their expressions, too; it needs inner streams and notes. All
  ///     else is recorded as without.
  ///   - metersStages: whether to count what happens inside expressions, instead of recording anything of it, see
  ///     ``stageMeasures(ofRow:at:)``.
  ///   - reportsInputs: whether to call `onEntry` for inputs, too.
  ///   - reportsArrivals: whether to call `onEntry` for values of live rows, which it does for their ends; if not, rows of a live
  ///     scene that no other row reads are not kept, either.
  ///   - past: what other expressions have recorded of a live scene; its live rows then have no queues until
  ///     ``adoptQueues(following:)``.
  ///   - onEntry: called with each entry as it happens, on the driving thread and outside of the executor.
  /// - Throws: ``SceneError`` when the scene can't be played.
  public init(
    _ scene: Scene, catalogue: Catalogue = .standard, budget: RunBudget = .standard,
    cancellation: Cancellation = Cancellation(), executor: PlaybackExecutor? = nil, recordsInner: Bool = true,
    recordsNotes: Bool = true, stages: StageSelection = .none, metersStages: Bool = false,
    reportsInputs: Bool = false, reportsArrivals: Bool = true, continuing past: Recording? = nil,
    onEntry: (@Sendable (Recording.Entry) -> Void)? = nil
  ) throws(SceneError) {
    let graph = SceneGraph(scene)
    try scene.check(against: catalogue, graph)
    let executor =
      executor
      ?? PlaybackExecutor(
        jobsPerInstant: SceneLimits.jobsPerInstant(rows: scene.rows.count), hopsInPlace: true,
        order: scene.order, cancellation: cancellation)
    let scene = scene.withValueColors
    self.scene = scene
    self.graph = graph
    isLive = scene.isLive
    (self.catalogue, self.budget) = (catalogue, budget)
    self.executor = executor
    (self.onEntry, self.reportsArrivals) = (onEntry, reportsArrivals)
    let limits = RecordingLimits(budget, cancellation: executor.cancellation)
    self.limits = limits
    meter = RunMeter(steps: budget.closureSteps, cancellation: executor.cancellation)
    var inputs = 0
    rowColors = scene.rows.map { row in
      defer { if row.expression == nil { inputs += 1 } }
      return row.color ?? (row.live == nil ? nil : .forInput(inputs))
    }
    let findsMistakes = isLive || scene.hasEventsOfLines
    closureFindings = Dictionary(
      uniqueKeysWithValues: scene.rows.indices.filter { findsMistakes && scene.rows[$0].expression != nil }
        .map { ($0, ClosureFindings()) })
    readsOutputs = scene.rows.map { row in
      row.expression?.references.contains { scene.rows[graph.positions[$0.name]!].expression != nil } == true
    }
    let isRead = Set(scene.rows.flatMap { $0.expression?.references.map(\.name) ?? [] })
    recorders = scene.emptyRecording().rows.enumerated().map { [isLive] position, row in
      guard scene.rows[position].timeline == nil else { return nil }
      var row = past.map { row.following($0, isLive: scene.rows[position].live != nil) } ?? row
      if isLive, !reportsArrivals, !isRead.contains(row.name) { row.capacity = 1 }
      let colors = scene.rows[position].colorBy.map { ValueColors(by: $0) }
      return RowRecorder(
        row, at: position, isPassing: isLive, inTurnOn: scene.rows[position].live == nil ? nil : executor,
        colors: colors)
    }
    // Inner streams of a live scene would grow without a limit.
    let recordsInner = recordsInner && !isLive && !metersStages
    let recordsStages = recordsInner && recordsNotes
    let stageRecorders = scene.rows.enumerated().map { position, row -> StageRecorder? in
      guard recordsStages, stages.contains(row), row.expression != nil else { return nil }
      return StageRecorder(
        row: position, of: scene.rows.count,
        sourcesAreAncestors: graph.sourcesAreAncestors(ofRow: position, in: scene), executor: executor,
        budget: budget.stageBytes)
    }
    self.stageRecorders = stageRecorders
    stageMeters = scene.rows.enumerated().map { position, row in
      guard metersStages, let expression = row.expression else { return nil }
      return StageMeter(
        row: position, of: scene.rows.count, stages: expression.stages,
        sourcesAreAncestors: graph.sourcesAreAncestors(ofRow: position, in: scene), executor: executor)
    }
    innerRecorders = scene.rows.enumerated().map { position, row in
      guard recordsInner, row.expression != nil else { return nil }
      return InnerStreamRecorder(
        row: scene.rows.count + position, name: row.name, executor: executor, limits: limits,
        stages: stageRecorders[position])
    }
    innerCounters = scene.rows.map { [isLive] row in
      isLive && row.expression != nil ? InnerStreamCounter(row: row.name, executor: executor, limits: limits) : nil
    }
    let recordsNotes = recordsNotes && !isLive && !metersStages
    noteRecorders = zip(scene.rows, innerRecorders).map { row, inner in
      recordsNotes && (row.expression != nil || row.input?.start.isSent == true)
        ? NoteRecorder(executor: executor, inner: inner, limits: limits) : nil
    }
    let sharedSenders = scene.sharedSenders
    senders = zip(scene.rows.indices, noteRecorders).map { row, notes in
      RowSender(
        row: row, of: scene, isShared: sharedSenders.contains(scene.rows[row].name), executor: executor, limits: limits,
        notes: notes)
    }
    let isEndless = scene.mayGoOn(with: catalogue)
    horizon = scene.duration ?? (isEndless && !isLive ? scene.latestCause + Self.endlessTail : nil)
    endsEndlessSources = isEndless
    if past == nil { openLiveInputs() }
    for (position, row) in scene.rows.enumerated() where reportsInputs {
      if let timeline = row.timeline { report(timeline, at: position) }
    }
    for case let sender? in senders { executor.start { await sender.run() } }
    for (position, row) in scene.rows.enumerated() {
      if let expression = row.expression { start(expression, at: position) }
    }
  }

  /// Plays the scene to its end without waiting.
  ///
  /// - Throws: ``SceneError`` when the run had to be stopped: a run that was cut has no recording.
  public func runImmediately() throws(SceneError) -> Recording {
    do throws(PlaybackError) {
      try executor.runImmediately(until: horizon)
    } catch {
      throw diagnosis(of: error)
    }
    return try recording()
  }

  /// What the stages of a row have done until now, by position; nil when they are not metered. To be called from any thread.
  ///
  /// - Parameters:
  ///   - position: the position of the row.
  ///   - time: the current scene time.
  package func stageMeasures(ofRow position: Int, at time: SceneTime) -> [StageMeasure]? {
    stageMeters.indices.contains(position) ? stageMeters[position]?.measures(at: time) : nil
  }

  /// The notes since the last call, by row, each row's in order of time; to be called between drives and instants.
  package func takeNotes() -> [(row: Int, note: Recording.Note)] {
    noteRecorders.enumerated().flatMap { row, recorder in (recorder?.take() ?? []).map { (row, $0) } }
  }

  /// The recording so far; to be called between drives, never during one.
  ///
  /// - Throws: ``SceneError`` when the run was stopped by a limit, or by its ``Cancellation``.
  public func recording() throws(SceneError) -> Recording {
    if let error = limits.error { throw error }
    if let cause = executor.cancellation.cause { throw .stopped(cause) }
    var recording = scene.emptyRecording(until: horizon)
    for (position, sender) in senders.enumerated() {
      guard let sender else { continue }
      (recording.rows[position].sends, recording.rows[position].cutOff) = (sender.sends, sender.cutOff)
      recording.rows[position].notes = noteRecorders[position]?.recorded ?? []
      let latest = sender.sends.map(\.latest).max() ?? .zero
      if scene.duration == nil { recording.duration = max(recording.duration, latest) }
    }
    for (position, recorder) in recorders.enumerated() {
      guard let recorder else { continue }
      recording.rows[position] = recorder.row
      if !isLive, let findings = closureFindings[position] { recording.rows[position].losses.findings = findings.all }
      if scene.duration == nil { recording.duration = max(recording.duration, recorder.row.timeline.latest) }
      if let inner = innerRecorders[position] { recording.rows[position].inner = inner.recorded }
      guard let notes = noteRecorders[position] else { continue }
      recording.rows[position].notes = notes.recorded
      recording.rows[position].stages = stageRecorders[position]?.recorded(notes: notes.numbers)
    }
    return recording
  }
}
