import CommandSupport
import Dispatch
import Formats
import Inputs
import Marbles
import Player
import Scenes

/// One run of a scene as a filter: what arrives in its live rows comes out of its output rows as lines.
///
/// The thread that writes also returns the credits of live rows. While it waits for the reader of the output, the queues
/// fill, and the sources wait.
struct LiveRun {
  private let scene: Scene
  private let writer: RunWriter
  /// Whether the events of a row are written, by position.
  private let isWritten: [Bool]
  private let count: Int?
  private let feeds: SceneFeeds
  private let playback: ScenePlayback
  private let news = DispatchSemaphore(value: 0)
  private let showsStatistics: Bool
  private let recording: LiveRecording?

  init(
    _ scene: Scene, format: RunFormat?, count: Int?, showsStatistics: Bool, record: RecordOptions
  ) throws {
    let outputs = scene.rows.count { $0.expression != nil }
    self.scene = scene
    self.count = count
    self.showsStatistics = showsStatistics
    // Without an expression, a run passes its inputs on.
    isWritten = scene.rows.map { $0.expression != nil || outputs == 0 }
    writer = RunWriter(format ?? (isWritten.count { $0 } == 1 ? .value : .json), of: scene)
    let news = news
    feeds = try SceneFeeds([scene]) { news.signal() }
    recording = try record.recording(of: [scene], patience: 5, onProblem: { news.signal() })
    playback = try ScenePlayback(
      scene, speedFactor: scene.speedFactor, reportsInputs: outputs == 0, recorder: recording?.recorder(of: scene),
      onChange: { news.signal() })
  }

  /// Runs until the scene, its duration or the count ends; throws the first error of a row at the end.
  func run() throws {
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

  private func runToEnd() throws {
    let statistics = showsStatistics ? RunStatistics(scene, news) : nil
    playback.begin()
    feeds.connect(to: playback)
    defer { feeds.stop() }
    var left = count ?? .max
    var failure: Failure?
    while true {
      news.wait()
      reportProblems()
      let isOver = playback.isOver
      let entries = playback.takeEntries()
      var lines = ""
      for entry in entries {
        statistics?.count(entry)
        guard isWritten[entry.row] else { continue }
        if case .error(let message) = entry.kind, failure == nil {
          failure = Failure(.malformed, "row `\(scene.rows[entry.row].name)` failed: \(message)")
        }
        writer.append(entry, to: &lines)
        if entry.isValue { left -= 1 }
        if left == 0 { break }
      }
      if !lines.isEmpty { StandardStreams.print(lines) }
      if left == 0 {
        playback.stop()
        statistics?.finish(playback)
        return
      }
      guard isOver else {
        statistics?.report(playback)
        continue
      }
      reportProblems()
      statistics?.finish(playback)
      if let error = playback.error { throw error }
      if let failure { throw failure }
      return
    }
  }

  /// Prints problems of sources to standard error as soon as they occur.
  private func reportProblems() {
    for warning in feeds.takeWarnings() { StandardStreams.printError(warning) }
    for warning in recording?.takeWarnings() ?? [] { StandardStreams.printError(warning) }
  }
}
