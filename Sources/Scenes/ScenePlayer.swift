internal import Expressions
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

  let catalogue: Catalogue
  /// Which rows are made of which.
  let graph: SceneGraph
  /// Asked for each event, and found only by looking at every row.
  package let isLive: Bool
  /// By position; read for each event, and a whole row is much to copy.
  let rowColors: [MarbleColor?]
  let recorders: [RowRecorder?]
  let innerRecorders: [InnerRecorder?]
  let eventsPerRow: Int
  let onEntry: (@Sendable (Recording.Entry) -> Void)?
  let overflow: Overflow
  /// The ways into live rows, by position; set once, when everything else is.
  let liveInputs = Mutex<[Int: LiveInput]>([:])
  /// How many values each row has missed, by position.
  let missed = Mutex<[Int: Int]>([:])

  /// Wires a scene together; its tasks make their first step when the executor is driven.
  ///
  /// - Parameters:
  ///   - scene: what to play.
  ///   - catalogue: the operators that its expressions may use.
  ///   - eventsPerRow: how many events a row may emit before the run is stopped.
  ///   - executor: an executor that nothing else runs on; one of its own when there is none.
  ///   - recordsInner: whether the recording has what happens in inner streams, such as those of `flatMap`.
  ///   - reportsInputs: whether `onEntry` is called with what inputs do, too.
  ///   - onEntry: called with each entry as it happens, on the driving thread and outside of the executor.
  /// - Throws: ``SceneError`` when the scene can't be played.
  public init(
    _ scene: Scene, catalogue: Catalogue = .standard, eventsPerRow: Int = ScenePlayer.eventsPerRow,
    executor: PlaybackExecutor? = nil, recordsInner: Bool = true, reportsInputs: Bool = false,
    onEntry: (@Sendable (Recording.Entry) -> Void)? = nil
  ) throws(SceneError) {
    let graph = SceneGraph(scene)
    try scene.check(against: catalogue, graph)
    let executor =
      executor
      ?? PlaybackExecutor(jobsPerInstant: SceneLimits.jobsPerInstant(rows: scene.rows.count), hopsInPlace: true)
    self.scene = scene
    self.graph = graph
    isLive = scene.isLive
    self.catalogue = catalogue
    self.executor = executor
    self.eventsPerRow = eventsPerRow
    self.onEntry = onEntry
    let overflow = Overflow()
    self.overflow = overflow
    rowColors = scene.rows.map(\.color)
    recorders = scene.emptyRecording().rows.enumerated().map { [isLive] position, row in
      scene.rows[position].timeline == nil ? RowRecorder(row, at: position, isPassing: isLive) : nil
    }
    // What is live would be recorded without end.
    let recordsInner = recordsInner && !isLive
    innerRecorders = scene.rows.enumerated().map { position, row in
      guard recordsInner, row.expression != nil else { return nil }
      return InnerRecorder(row: scene.rows.count + position, executor: executor) { value, count in
        let isOver = overflow.count(value, as: count, inRow: row.name, limit: eventsPerRow)
        if isOver { executor.cancelAll() }
      }
    }
    let isEndless = scene.mayGoOn(with: catalogue)
    horizon = scene.duration ?? (isEndless && !isLive ? scene.latestCause + Self.endlessTail : nil)
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

  /// Has a run end soon, whatever is still to happen in it; for any thread.
  public func cancel() { executor.cancelAll() }

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
      if let inner = innerRecorders[position] { recording.rows[position].inner = inner.recorded }
    }
    return recording
  }
}
