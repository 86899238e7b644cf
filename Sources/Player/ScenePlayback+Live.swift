internal import Marbles
public import Scenes
internal import Synchronization

/// Live rows: where values arrive, what is known about their sources, and what was lost.
extension ScenePlayback {
  /// The input of the live row `row`, for use from any thread; nil for other rows.
  ///
  /// ```swift
  /// playback.liveInput("clicks")?.offer(.int(1))
  /// ```
  public func liveInput(_ row: String) -> ArrivalQueue? { player.liveInput(row) }

  /// Adds a live row behind all others, also behind those that were added before. ``scene`` does not have it.
  ///
  /// - Returns: the input of the row; nil once the playback is over.
  package func addLiveRow(_ row: Scene.Row) -> ArrivalQueue? {
    if isOver { return nil }
    // Before its first event.
    recorder?.add(row, at: sceneTime)
    return player.addLiveRow(row)
  }

  /// The lost input of the row at `position`, by reason.
  public func losses(ofRow position: Int) -> ArrivalQueue.Counts {
    var losses = player.losses(ofRow: position)
    losses.unrecorded = recordedPosition(of: position).map { recorder?.unrecorded(ofRow: $0) ?? 0 } ?? 0
    return losses
  }

  /// What is known about the source of the live row at `position`, or about timers that are late of a row that reads no
  /// other; nil for another row.
  public func sourceStatus(ofRow position: Int) -> SourceStatus? {
    if let status = player.sourceStatus(ofRow: position) { return status }
    guard scene.isLive, scene.rows.indices.contains(position), scene.rows[position].readsNoRow else { return nil }
    return lateness.status
  }

  /// What the stages of the row at `position` have done until now, by position; nil when they are not metered.
  public func stageMeasures(ofRow position: Int) -> [StageMeasure]? {
    player.stageMeasures(ofRow: position, at: sceneTime)
  }

  /// Closes the inputs of live rows: later values are ignored, and no sender waits any longer. Those that were handed over are
  /// another playback's.
  public func closeLiveInputs() {
    if life.withLock({ $0 == .handedOver }) { return }
    for input in player.allLiveInputs { input.close() }
  }

  func giveBackCredits(for entries: [Recording.Entry]) {
    guard reportsArrivals, player.isLive, !entries.isEmpty else { return }
    var counts: [Int: Int] = [:]
    for entry in entries where entry.isValue { counts[entry.row, default: 0] += 1 }
    for (row, count) in counts { player.liveInput(at: row)?.giveBack(count) }
  }
}
