internal import Expressions
internal import Marbles
internal import Operators
internal import Playback
internal import Synchronization

extension ScenePlayer {
  /// The input queue of the live row called `row`; nil when there is none.
  public func liveInput(_ row: String) -> ArrivalQueue? {
    graph.positions[row].flatMap(liveInput(at:)) ?? liveInputs.withLock { $0.values.first { $0.row == row } }
  }

  /// The input queue of the live row at `position`; nil when that row is not live.
  package func liveInput(at position: Int) -> ArrivalQueue? { liveInputs.withLock { $0[position] } }

  /// The losses of the row at `position`.
  public func losses(ofRow position: Int) -> ArrivalQueue.Counts {
    var counts = liveInputs.withLock { $0[position] }?.counts ?? ArrivalQueue.Counts()
    counts.missed = missed.withLock { $0[position] ?? 0 }
    if let failures = closureFailures.withLock({ $0[position] }) {
      (counts.failed, counts.failureReason) = (failures.count, failures.reason)
    }
    counts.findings = closureFindings[position]?.all ?? []
    return counts
  }

  /// What is known about the source of the live row at `position`; nil for another row.
  public func sourceStatus(ofRow position: Int) -> SourceStatus? { liveInputs.withLock { $0[position] }?.status }

  /// The input queues of live rows, with their positions.
  package var positionedInputs: [Int: ArrivalQueue] { liveInputs.withLock(\.self) }

  /// The input queues of all live rows, in scene order.
  package var allLiveInputs: [ArrivalQueue] {
    liveInputs.withLock { inputs in inputs.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The ends of open live rows whose sources have gone and have not begun again, by time: the last entries of a recording.
  package var departures: [Recording.Entry] {
    let inputs = liveInputs.withLock { $0 }
    return inputs.compactMap { position, input in
      // Rows that were added later have no recorder.
      let timeline = position < recorders.count ? recorders[position]?.row.timeline : nil
      guard let departure = input.departure, timeline?.end ?? .open == .open else { return nil }
      let kind = departure.failure.map { Recording.Entry.Kind.error(message: $0) } ?? .finish
      return Recording.Entry(row: position, index: timeline?.events.count ?? 0, time: departure.time, kind: kind)
    }.sorted { ($0.time, $0.row) < ($1.time, $1.row) }
  }

  func openLiveInputs() {
    var inputs: [Int: ArrivalQueue] = [:]
    for (position, row) in scene.rows.enumerated() where row.live != nil {
      inputs[position] = ArrivalQueue(row: row.name, executor: executor, rank: position, deliver: taker(at: position))
    }
    liveInputs.withLock { $0 = inputs }
  }

  /// Takes what arrives in the live row at `position`. Weak: the source may outlive the scene.
  func taker(at position: Int) -> @Sendable (ArrivalQueue.Delivery) -> Void {
    { [weak self] delivery in self?.take(delivery, at: position) }
  }

  /// Adds a live row behind all others while the scene plays, from any thread. No expression reads it, and the recording of
  /// the player does not keep it; its entries are reported.
  ///
  /// - Returns: the input of the row.
  package func addLiveRow(_ row: Scene.Row) -> ArrivalQueue {
    let inputs = scene.rows.count { $0.expression == nil }
    return liveInputs.withLock { queues in
      let position = max(scene.rows.count, (queues.keys.max() ?? 0) + 1)
      let color = row.color ?? .forInput(inputs + position - scene.rows.count)
      let state = Mutex((count: 0, colors: row.colorBy.map { ValueColors(by: $0) }))
      let queue = ArrivalQueue(row: row.name, executor: executor, rank: position) { [weak self, executor] delivery in
        let index = state.withLock(\.count)
        switch delivery {
        case .value(let arrival):
          let color = state.withLock { state in
            state.count += 1
            return state.colors?.color(of: arrival.value) ?? color
          }
          var event = Event(time: executor.now, value: arrival.value, color: color)
          (event.name, event.sourceTime) = (arrival.id, arrival.sourceTime)
          self?.report(.value(event), row: position, index: index)
        case .finish: self?.report(.finish, row: position, index: index)
        case .failure(let message): self?.report(.error(message: message), row: position, index: index)
        }
      }
      queues[position] = queue
      return queue
    }
  }

  func take(_ delivery: ArrivalQueue.Delivery, at position: Int) {
    let recorder = recorders[position]!
    guard recorder.row.timeline.end == .open else { return }
    switch delivery {
    case .value(let arrival):
      let color = recorder.colors?.color(of: arrival.value) ?? rowColors[position]!
      var event = Event(name: arrival.id, time: executor.now, value: arrival.value, color: color)
      event.sourceTime = arrival.sourceTime
      let index = recorder.count
      recorder.append(event)
      if reportsArrivals { report(.value(event), row: position, index: index) }
      return
    case .finish:
      recorder.end(.finish(executor.now), failure: nil)
      report(.finish, row: position, index: recorder.count)
    case .failure(let message):
      recorder.end(.error(executor.now, message: message), failure: TimelineFailure(message: message))
      report(.error(message: message), row: position, index: recorder.count)
    }
    let isLast = scene.rows.indices.allSatisfy {
      scene.rows[$0].live == nil || recorders[$0]!.row.timeline.end != .open
    }
    if isLast, endsEndlessSources { endEndlessSources() }
  }

  /// As with known inputs, endless sources continue for a while after the last one.
  private func endEndlessSources() {
    executor.start { [executor] in
      try? await PlaybackClock(executor: executor, rank: PlaybackClock.consumerRank).sleep(
        for: Duration(Self.endlessTail))
      executor.cancelAll()
    }
  }
}
