internal import Marbles
public import Playback

extension ScenePlayer {
  /// Finds the row that caused a run to be stopped.
  ///
  /// Rows are ordered by their dependencies. The run is repeated with fewer and fewer of them, to find the row without
  /// which it would not be stopped. It then checks that the row also loops alone.
  public func diagnosis(of error: PlaybackError) -> SceneError {
    if let error = limits.error { return error }
    if case .stopped(let cause) = error { return .stopped(cause) }
    guard case .runaway(let time, let jobs) = error else { return .playback(error) }
    let order = graph.order.filter { scene.rows[$0].expression != nil }
    let stopped = order.indices.dropFirst().partitioningIndex { count in
      runaway(of: Set(order[..<count]), until: time, jobs: jobs) != nil
    }
    if let cause = executor.cancellation.cause {
      // A repeated run that exceeds another limit first says nothing about the loop.
      return cause == .overLimit ? .playback(error) : .stopped(cause)
    }
    guard let row = order[..<stopped].last,
      let time = runaway(of: graph.needed(by: row), until: time, jobs: jobs)
    else { return .playback(error) }
    return .runaway(row: scene.rows[row].name, at: time, jobs: jobs)
  }

  /// When the scene with only these output rows is stopped as a runaway, up to `end`; nil when it is not.
  private func runaway(of outputs: Set<Int>, until end: SceneTime, jobs: Int) -> SceneTime? {
    var part = scene
    // How the scene is drawn makes no difference.
    part.kind = .timelines
    part.rows = scene.rows.enumerated().filter { $1.expression == nil || outputs.contains($0) }.map(\.element)
    let executor = PlaybackExecutor(
      jobsPerInstant: jobs, hopsInPlace: true, order: scene.order, cancellation: self.executor.cancellation)
    guard
      let player = try? ScenePlayer(
        part, catalogue: catalogue, budget: budget, executor: executor, recordsInner: false, recordsNotes: false)
    else {
      return nil
    }
    do throws(PlaybackError) {
      try executor.runImmediately(until: min(end, player.horizon ?? end))
    } catch {
      if case .runaway(let time, _) = error { return time }
    }
    return nil
  }
}
