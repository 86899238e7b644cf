internal import Marbles
internal import Operators
internal import Playback
internal import Synchronization

extension ScenePlayer {
  func start(_ expression: Expression, at position: Int) {
    let recorder = recorders[position]!
    executor.start { [self] in
      do {
        let hasFinished = try await consume(try stream(expression, at: position), of: scene.rows[position]) {
          [self] value in
          record(value, of: position, by: recorder)
        }
        if Task.isCancelled || !hasFinished { return recorder.leaveOpen() }
        recorder.end(.finish(executor.now), failure: nil)
        report(Recording.Entry(row: position, time: executor.now, kind: .finish))
      } catch {
        if Task.isCancelled { return recorder.leaveOpen() }
        let message = String(describing: error)
        recorder.end(.error(executor.now, message: message), failure: error)
        report(Recording.Entry(row: position, time: executor.now, kind: .error(message: message)))
      }
    }
  }

  /// Takes from `stream` what the row asks for; false when it stopped asking before the end.
  private func consume(
    _ stream: TracedStream, of row: Scene.Row, _ emit: @escaping @Sendable (Traced) -> Bool
  ) async throws -> Bool {
    if let diagram = scene.demand(of: row) {
      return try await DemandConsumer(diagram: diagram, executor: executor).consume(stream, emit)
    }
    for try await value in stream {
      guard emit(value) else { return false }
    }
    return true
  }

  /// Records what a row emits now; false when that is more than it may.
  private func record(_ value: Traced, of position: Int, by recorder: RowRecorder) -> Bool {
    let count = recorder.count
    // Rows of a live scene forget instead.
    if !isLive,
      overflow.count(value.value, as: count + 1, inRow: scene.rows[position].name, limit: eventsPerRow)
    {
      executor.cancelAll()
      return false
    }
    let event = event(value, row: position, index: count)
    if let inner = innerRecorders[position] { recorder.note(inner.passed(value.from), of: event.id) }
    let key = Lineage.one(EventKey(row: position, index: count, isPassing: isLive))
    recorder.append(
      event,
      Traced(value: value.value, color: event.color, from: key, sources: value.sources, animation: value.animation))
    report(Recording.Entry(row: position, time: event.time, kind: .value(event)))
    return true
  }

  /// Reports what an input does, before anything that comes of it.
  func report(_ timeline: Timeline, at position: Int) {
    let clock = PlaybackClock(executor: executor, rank: position - scene.rows.count)
    executor.start { [self] in
      do {
        for try await event in timeline.replay(on: clock) {
          report(Recording.Entry(row: position, time: event.time, kind: .value(event)))
        }
        if !Task.isCancelled { report(Recording.Entry(row: position, time: executor.now, kind: .finish)) }
      } catch {
        report(Recording.Entry(row: position, time: executor.now, kind: .error(message: String(describing: error))))
      }
    }
  }

  func report(_ entry: Recording.Entry) {
    guard let onEntry else { return }
    executor.leave { onEntry(entry) }
  }

  func event(_ value: Traced, row: Int, index: Int) -> Event {
    let from = innerRecorders[row]?.outside(value.from) ?? value.from
    let fromIDs = from.keys.map(id)
    // What is made of live rows alone has one list for both, however long that is.
    let sourceIDs = from == value.sources ? fromIDs : value.sources.keys.map(id)
    return Event(
      id: Event.defaultID(row: rowNames[row], index: index), time: executor.now, value: value.value,
      color: rowColors[row] ?? value.color, from: fromIDs, sources: sourceIDs, animation: value.animation)
  }

  func id(_ key: EventKey) -> String {
    if let recorder = recorders[key.row] {
      return recorder.id(at: key.index) ?? Event.defaultID(row: rowNames[key.row], index: key.index)
    }
    return scene.rows[key.row].timeline?.events[key.index].id
      ?? Event.defaultID(row: rowNames[key.row], index: key.index)
  }

  private func stream(_ expression: Expression, at position: Int) throws -> TracedStream {
    let observer = innerRecorders[position]
    let context = StreamContext(clock: executor.clock, step: scene.step, catalogue: catalogue, observer: observer) {
      [self] name in
      let follower = position
      let position = graph.positions[name]!
      if let recorder = recorders[position] {
        let isLive = scene.rows[position].live != nil
        return TracedStream(
          RowFollow(recorder: recorder, executor: executor, startsNow: isLive) { [weak self] count in
            self?.missed.withLock { $0[follower, default: 0] += count }
          })
      }
      let clock = PlaybackClock(executor: executor, rank: position)
      return TracedStream(RowReplay(row: position, input: scene.rows[position].input!, clock: clock))
    }
    return try expression.plan.build(in: context)
  }
}
