import CommandSupport
import Dispatch
import Formats
import Inputs
import Marbles
import Platform
import Player
import Scenes

/// One run of a scene as a filter: what arrives in its live rows comes out of its output rows as lines.
///
/// The thread that writes also returns the credits of live rows. While it waits for the reader of the output, the queues
/// fill, and the sources wait.
struct LiveRun {
  private var scene: Scene
  private var output: RunOutput
  /// How many values of rows with acknowledgements are dealt with; nil without such rows.
  private let progress: WorkProgress?
  /// Whether the events of a row are written, by position.
  private var isWritten: [Bool]
  private let count: Int?
  private let feeds: SceneFeeds
  private var troubles = RowTroubles()
  /// When trouble was looked for last, in nanoseconds of the clock, and whether there may be some since.
  private var reportedAt: Int64?
  private var hasUnreported = false
  private static let reportWait = Duration.milliseconds(50)
  private let clock: MonotonicClock
  private let playback: ScenePlayback
  private let news = DispatchSemaphore(value: 0)
  private let showsStatistics: Bool
  private let recording: LiveRecording?
  private let format: RunFormat
  private let isRaw: Bool
  /// The number of values that were written.
  private(set) var written = 0
  /// The taps of programs that start later; nil unless all taps are rows.
  private let lateTaps: TapRows.LateRows?

  init(
    _ scene: Scene, format: RunFormat?, count: Int?, showsStatistics: Bool, record: RecordOptions,
    to stream: (url: String, maximumLength: Int?)? = nil, showsAllTaps: Bool = false, isRaw: Bool = false,
    clock: MonotonicClock = .system
  ) throws {
    let outputs = scene.rows.count { $0.expression != nil }
    self.scene = scene
    self.count = count
    self.clock = clock
    self.showsStatistics = showsStatistics
    // Without an expression, a run passes its inputs on.
    isWritten = scene.rows.map { $0.expression != nil || outputs == 0 }
    let format = format ?? (isRaw ? .value : isWritten.count { $0 } == 1 && !showsAllTaps ? .value : .json)
    (self.format, self.isRaw) = (format, isRaw)
    output =
      if let stream {
        .stream(
          try StreamWriter(stream.url, maximumLength: stream.maximumLength, format: format, of: scene))
      } else {
        .lines(RunWriter(format, of: scene, isRaw: isRaw))
      }
    let news = news
    feeds = try SceneFeeds([scene], acknowledgement: .manually) { news.signal() }
    let acknowledged = feeds.feeds.filter(\.source.isAcknowledged).compactMap { scene.position(of: $0.row) }
    progress = acknowledged.isEmpty ? nil : try WorkProgress(of: scene, rows: acknowledged)
    recording = try record.recording(of: [scene], roomWait: .seconds(5), onProblem: { news.signal() })
    // To report each value that arrives takes a good part of the time of a fast run.
    let isPlain = outputs > 0 && !showsStatistics && recording == nil && progress == nil && !showsAllTaps
    playback = try ScenePlayback(
      scene, speedFactor: scene.speedFactor, reportsInputs: outputs == 0, reportsArrivals: !isPlain,
      metersStages: showsStatistics, recorder: recording?.recorder(of: scene),
      outboxLimit: isPlain ? ArrivalQueue.credits : ScenePlayback.outboxLimit, onChange: { news.signal() })
    lateTaps = showsAllTaps ? TapRows.LateRows { news.signal() } : nil
  }

  /// Runs until the scene, its duration or the count ends; throws the first error of a row at the end.
  mutating func run() throws {
    guard let recording else { return try runToEnd() }
    let signals = EndingSignals { [playback] in
      playback.stop()
      recording.close()
    }
    defer {
      signals.waitIfEnding()
      recording.close()
    }
    try runToEnd()
  }

  private mutating func runToEnd() throws {
    let statistics = showsStatistics ? RunStatistics(scene, news) : nil
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + TroubleLog.interval / .seconds(1), repeating: TroubleLog.interval / .seconds(1))
    timer.setEventHandler { [news] in news.signal() }
    timer.resume()
    defer { timer.cancel() }
    feeds.tellOfMissingFiles()
    playback.begin()
    feeds.connect(to: playback)
    // A filter may wait long for a pipe, but a program without the tap is a mistake.
    feeds.tellOfSilence(\.isTap)
    var hasFailed = true
    defer { feeds.stop(handingBack: !hasFailed) }
    var left = count ?? .max
    var progress = progress
    var failure: CommandFailure?
    while true {
      if hasUnreported { _ = news.wait(timeout: .now() + Self.reportWait / .seconds(1)) } else { news.wait() }
      reportProblems()
      let isOver = playback.isOver
      for row in lateTaps?.take(for: scene) ?? [] { add(row, statistics) }
      let entries = playback.takeEntries()
      var passed: [Recording.Entry] = []
      var unwritten = entries[entries.endIndex...]
      for (index, entry) in entries.enumerated() {
        statistics?.count(entry)
        progress?.note(entry)
        guard isWritten[entry.row] else { continue }
        if case .error(let message) = entry.kind, failure == nil {
          failure = CommandFailure(.malformed, "row `\(scene.rows[entry.row].name)` failed: \(message)")
        }
        passed.append(entry)
        if entry.isValue {
          left -= 1
          written += 1
        }
        if left == 0 {
          unwritten = entries[(index + 1)...]
          break
        }
      }
      try output.write(passed)
      acknowledge(progress, without: unwritten)
      if left == 0 {
        reportProblems(isEnd: true)
        playback.stop()
        statistics?.finish(playback)
        hasFailed = false
        return
      }
      guard isOver else {
        statistics?.report(playback)
        continue
      }
      reportProblems(isEnd: true)
      statistics?.finish(playback)
      if let error = playback.error { throw error }
      if let failure { throw failure }
      hasFailed = false
      return
    }
  }

  /// Whether something went wrong in a row so far.
  var hasTrouble: Bool { troubles.hasAny || feeds.hasTrouble }

  /// Adds the row of a tap, whose events follow.
  private mutating func add(_ row: Scene.Row, _ statistics: RunStatistics?) {
    guard let input = playback.addLiveRow(row) else { return }
    scene.rows.append(row)
    // A row of its own is written only if inputs are.
    isWritten.append(!scene.rows.contains { $0.expression != nil })
    if case .lines = output { output = .lines(RunWriter(format, of: scene, isRaw: isRaw)) }
    statistics?.add(row)
    feeds.add(row, input)
  }

  /// Tells the sources which of their values are dealt with.
  ///
  /// - Parameter unwritten: events at the end that will not be written, so the values behind them are not dealt with.
  private func acknowledge(_ progress: WorkProgress?, without unwritten: ArraySlice<Recording.Entry>) {
    guard let progress else { return }
    for feed in feeds.feeds where feed.source.isAcknowledged {
      guard let row = scene.position(of: feed.row) else { continue }
      let first = unwritten.flatMap { entry -> [Int] in
        guard isWritten[entry.row], case .value(let event) = entry.kind else { return [] }
        return (event.sources.keys.isEmpty ? [entry.key] : event.sources.keys).filter { $0.row == row }.map(\.index)
      }.min()
      feed.acknowledge(events: min(progress.done(row: row), first ?? .max))
    }
  }

  /// Prints problems of sources and rows to standard error, as a ``TroubleLog`` does.
  private mutating func reportProblems(isEnd: Bool = false) {
    // To look at all rows takes longer than to write a value.
    let now = clock.now()
    hasUnreported = !isEnd && now - (reportedAt ?? .min / 2) < Self.reportWait.wholeNanoseconds
    if hasUnreported { return }
    reportedAt = now
    let rows = scene.rows.enumerated().map { ($1.name, playback.losses(ofRow: $0)) }
    let lines = troubles.lines(of: rows, at: .nanoseconds(clock.now()), isEnd: isEnd)
    for warning in feeds.takeWarnings(isEnd: isEnd) + lines { StandardStreams.printError(warning) }
    for warning in recording?.takeWarnings() ?? [] { StandardStreams.printError(warning) }
  }
}
