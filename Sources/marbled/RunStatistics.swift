import CommandSupport
import Dispatch
import Marbles
import Player
import Scenes
import Terminal

/// Counts what passes through the rows of a run, and prints it once a second.
final class RunStatistics {
  private let scene: Scene
  private var values: [Int]
  private var printed: [Int]
  private var latest: [SceneTime?]
  private var due = SceneTime.seconds(1)
  private let timer: any DispatchSourceTimer

  /// - Parameters:
  ///   - scene: the scene that runs.
  ///   - news: signalled when a second is over.
  init(_ scene: Scene, _ news: DispatchSemaphore) {
    self.scene = scene
    values = Array(repeating: 0, count: scene.rows.count)
    printed = values
    latest = Array(repeating: nil, count: scene.rows.count)
    timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { news.signal() }
    timer.resume()
  }

  deinit { timer.cancel() }

  func count(_ entry: Recording.Entry) {
    guard entry.isValue else { return }
    values[entry.row] += 1
    latest[entry.row] = entry.time
  }

  /// Prints a line per row if a second has passed since the last ones.
  func report(_ playback: ScenePlayback) {
    let now = playback.sceneTime
    guard now >= due else { return }
    due = now + .seconds(1)
    for (position, row) in scene.rows.enumerated() {
      let rate = values[position] - printed[position]
      var parts = ["\(row.name): \(rate)/s", "\(values[position]) in all"]
      let losses = playback.losses(ofRow: position)
      if losses.dropped > 0 { parts.append("\(losses.dropped) dropped") }
      if losses.malformed > 0 { parts.append("\(losses.malformed) malformed") }
      if losses.missed > 0 { parts.append("\(losses.missed) missed") }
      if let latest = latest[position] {
        parts.append("last \((now - latest).inMilliseconds) s ago")
      } else {
        parts.append("none so far")
      }
      StandardStreams.printError(parts.joined(separator: ", "))
    }
    printed = values
  }
}
