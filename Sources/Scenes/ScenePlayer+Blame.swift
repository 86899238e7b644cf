public import Playback

extension ScenePlayer {
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
}
