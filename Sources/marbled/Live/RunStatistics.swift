import CommandSupport
import Dispatch
import Inputs
import Marbles
import Narrations
import Platform
import Player
import Scenes
import Terminal

/// Counts what passes through the rows of a run and their stages, and prints it once a second and at the end.
final class RunStatistics {
  private var scene: Scene
  private var values: [Int]
  private var printed: [Int]
  private var latest: [SceneTime?]
  /// The scene time of the last lines.
  private var last = SceneTime.zero
  /// The stages of outputs, by position of the row.
  private var stages: [StageRates?]
  /// The same, for mistakes.
  private var doctors: [LiveDoctor?]
  private var busy = BusyTimes()
  private let timer: any DispatchSourceTimer

  /// The processor time of each thread so far, in nanoseconds.
  private struct BusyTimes {
    var reading: Int64 = 0
    var operators: Int64 = 0
    var output: Int64 = 0
  }

  /// - Parameters:
  ///   - scene: the scene that runs.
  ///   - news: signalled when a second is over.
  init(_ scene: Scene, _ news: DispatchSemaphore) {
    self.scene = scene
    stages = scene.rows.map(StageRates.init)
    doctors = scene.rows.indices.map { LiveDoctor(row: $0, of: scene) }
    values = Array(repeating: 0, count: scene.rows.count)
    printed = values
    latest = Array(repeating: nil, count: scene.rows.count)
    timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { news.signal() }
    timer.resume()
  }

  deinit { timer.cancel() }

  /// Adds a live row behind all others.
  func add(_ row: Scene.Row) {
    scene.rows.append(row)
    stages.append(nil)
    doctors.append(nil)
    values.append(0)
    printed.append(0)
    latest.append(nil)
  }

  func count(_ entry: Recording.Entry) {
    guard entry.isValue else { return }
    values[entry.row] += 1
    latest[entry.row] = entry.time
  }

  /// Prints a line per row if a second has passed since the last ones.
  func report(_ playback: ScenePlayback) {
    if playback.sceneTime - last >= .seconds(1) { finish(playback) }
  }

  /// Prints a line per row, and one below it for each stage of its expression.
  func finish(_ playback: ScenePlayback) {
    let now = playback.sceneTime
    let seconds = Duration(now - last) / .seconds(1)
    for (position, row) in scene.rows.enumerated() {
      let new = Double(values[position] - printed[position])
      let rate = seconds > 0 ? Int((new / seconds).rounded()) : 0
      var parts = ["\(row.name): \(rate)/s", "\(values[position]) in all"]
      let losses = playback.losses(ofRow: position)
      if losses.dropped > 0 { parts.append("\(losses.dropped) dropped") }
      if losses.malformed > 0 { parts.append("\(losses.malformed) malformed") }
      if losses.invalidCharacters > 0 { parts.append("\(losses.invalidCharacters) with invalid characters") }
      if losses.missed > 0 { parts.append("\(losses.missed) missed") }
      if losses.failed > 0 { parts.append("\(losses.failed) \(losses.failed == 1 ? "error" : "errors") became nil") }
      if let source = playback.sourceStatus(ofRow: position) {
        parts.append("\(source.queued) queued")
        if source.outOfOrder > 0 { parts.append("\(source.outOfOrder) out of order") }
        if let stream = source.stream { parts += stream.notes }
        if source.restarts > 0 {
          parts.append("\(source.restarts) \(source.isConnection ? "failed connections" : "restarts")")
        }
        if case .reconnecting(_, let reason) = source.phase { parts.append(reason) }
        if let delay = source.delay { parts.append("\(delay.inMilliseconds) s old on arrival") }
      }
      if let latest = latest[position] {
        parts.append("last \((now - latest).inMilliseconds) s ago")
      } else {
        parts.append("none so far")
      }
      StandardStreams.printError(parts.joined(separator: ", "))
      guard let measures = playback.stageMeasures(ofRow: position) else { continue }
      func count(_ row: String) -> Int { scene.position(of: row).map { values[$0] } ?? 0 }
      let lines = stages[position]?.lines(measures, at: now, count: count) ?? []
      let findings = doctors[position]?.lines(measures, at: now, count: count) ?? []
      for line in lines + findings { StandardStreams.printError("  \(line)") }
    }
    printBusyTimes(playback, seconds)
    (printed, last) = (values, now)
  }

  /// Prints how much of the time each thread was busy: the busiest one limits the rate.
  private func printBusyTimes(_ playback: ScenePlayback, _ seconds: Double) {
    let times = BusyTimes(
      reading: LiveSource.readingTime, operators: playback.processorTime, output: ProcessorTime.ofThread())
    func share(_ time: KeyPath<BusyTimes, Int64>) -> String {
      let share = Double(times[keyPath: time] - busy[keyPath: time]) / 1e7 / max(seconds, 1e-9)
      return "\(Int(min(100, share).rounded())) %"
    }
    StandardStreams.printError(
      "busy: reading \(share(\.reading)), operators \(share(\.operators)), output \(share(\.output))")
    busy = times
  }
}
