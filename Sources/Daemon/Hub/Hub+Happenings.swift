internal import Marbles
internal import Scenes

// What happens in the rows of what plays.
extension Hub {
  /// Takes what has happened, and tells it.
  func collect() {
    guard hasBegun, !hasEnded, let performance, let standing = board.current else { return }
    // In this order: when it is over, nothing more comes after what is taken.
    let isOver = performance.isOver
    let entries = performance.takeEntries()
    if !entries.isEmpty {
      correctMotion()
      let scene = standing.entry.scene
      let (time, factor) = (performance.sceneTime, performance.speedFactor)
      for entry in entries {
        let row = scene.rows[entry.row].name
        metrics.count(entry, row: row, of: scene.name, lateness: (time - entry.time).seconds / factor.value)
        publish(Change(nextSequence(), run: run, entry: entry, names: standing.names))
      }
      board.update { standing in for entry in entries { standing.history.append(entry) } }
      tellLosses()
    }
    guard isOver else { return }
    hasEnded = true
    if let error = performance.error { note("\(standing.entry.scene.name) was stopped: \(error)") }
    programme.sceneEnded(now: settings.wall())
    board.update { $0.phase = programme.phase }
    publishMotion()
  }

  /// Takes what happened before the time at which a scene was begun: the snapshot tells it.
  func collectQuietly() {
    guard let entries = performance?.takeEntries() else { return }
    board.update { standing in for entry in entries { standing.history.append(entry) } }
  }
}
