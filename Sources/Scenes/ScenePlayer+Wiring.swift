internal import Expressions
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
        if executor.isCancelled || !hasFinished { return recorder.leaveOpen() }
        recorder.end(.finish(executor.now), failure: nil)
        report(.finish, row: position, index: recorder.number(recorder.count))
      } catch {
        if executor.isCancelled { return recorder.leaveOpen() }
        let message = String(describing: error)
        recorder.end(.error(executor.now, message: message), failure: error)
        report(.error(message: message), row: position, index: recorder.number(recorder.count))
      }
    }
  }

  /// Consumes the elements that the row requests; false when it stopped before the end.
  private func consume(
    _ stream: TracedStream, of row: Scene.Row, _ emit: @escaping @Sendable (Traced) -> Bool
  ) async throws -> Bool {
    if let diagram = scene.demand(of: row) {
      let begin: @Sendable () -> () async throws -> Traced? = {
        var iterator = stream.makeAsyncIterator()
        return { try await iterator.next() }
      }
      let consumer = DemandConsumer(diagram: diagram, executor: executor)
      return try await consumer.consume(begin, describedBy: \.value.description, emit)
    }
    let clock = PlaybackClock(executor: executor, rank: PlaybackClock.consumerRank)
    for try await value in stream {
      guard emit(value) else { return false }
      if let pause = row.consumingTime { try await clock.sleep(for: Duration(pause)) }
    }
    return true
  }

  /// Records a value that a row emits now; false when the run is over, also because the row exceeds its limit.
  private func record(_ value: Traced, of position: Int, by recorder: RowRecorder) -> Bool {
    // What operators emit when their sources are cut is not a result.
    if executor.isCancelled { return false }
    let (count, number) = (recorder.count, recorder.number(recorder.count))
    // Rows of a live scene evict events instead.
    if !isLive, !limits.count(value.value, as: count + 1, inRow: scene.rows[position].name) { return false }
    var value = value
    if let stages = stageRecorders[position] { value.from = stages.outside(value.from) }
    if recorder.followsOn, readsOutputs[position] { value.from = value.from.removing(where: \.isUnseen) }
    let event = event(value, row: position)
    if innerRecorders[position]?.hasPassed(value.from) == true { recorder.note(value.from) }
    recorder.append(event)
    report(.value(event), row: position, index: number)
    return true
  }

  /// Reports the events of an input, before any output that depends on them.
  func report(_ timeline: Timeline, at position: Int) {
    let clock = PlaybackClock(executor: executor, rank: position - scene.rows.count)
    executor.start { [self] in
      var count = 0
      do {
        for try await event in timeline.replay(on: clock) {
          report(.value(event), row: position, index: count)
          count += 1
        }
        if !executor.isCancelled { report(.finish, row: position, index: count) }
      } catch {
        if executor.isCancelled { return }
        report(.error(message: String(describing: error)), row: position, index: count)
      }
    }
  }

  /// Reports an entry at the current time.
  func report(_ kind: Recording.Entry.Kind, row: Int, index: Int) {
    guard let onEntry else { return }
    let entry = Recording.Entry(row: row, index: index, time: executor.now, kind: kind)
    executor.leave { onEntry(entry) }
  }

  /// The event for a value that a row emits now.
  func event(_ value: Traced, row: Int) -> Event {
    Event(
      time: executor.now, value: value.value,
      color: recorders[row]?.colors?.color(of: value.value) ?? rowColors[row] ?? value.color,
      from: innerRecorders[row]?.outside(value.from) ?? value.from, sources: value.sources, animation: value.animation)
  }

  private func stream(_ expression: Expression, at position: Int) throws -> TracedStream {
    let observer: (any InnerStreamObserver)? = innerRecorders[position] ?? innerCounters[position]
    let (meter, stages) = (stageMeters[position], stageRecorders[position])
    let context = StreamContext(
      clock: executor.clock, step: scene.step, catalogue: catalogue, observer: observer,
      notes: noteRecorders[position] ?? meter, stages: stages ?? meter,
      onHolding: { [limits, name = scene.rows[position].name] in limits.countHeld($0, inRow: name) },
      onClosureFailure: scene.goesOnAfterErrors ? countFailure(at: position) : nil,
      findings: closureFindings[position], meter: self.meter
    ) { [self] name in
      let follower = position
      let position = graph.positions[name]!
      if let recorder = recorders[position] {
        let isLive = scene.rows[position].live != nil
        return TracedStream(
          RowFollow(recorder: recorder, executor: executor, startsNow: isLive) { [weak self] count in
            self?.missed.withLock { $0[follower, default: 0] += count }
          })
      }
      if let sender = senders[position] { return sender.stream(readBy: follower) }
      let clock = PlaybackClock(executor: executor, rank: position)
      return TracedStream(RowReplay(row: position, input: scene.rows[position].input!, clock: clock))
    }
    return try expression.plan.build(in: context)
  }

  /// One odd line must not end a row that has run for days: the closure's result is `nil`, and the row counts it.
  private func countFailure(at position: Int) -> @Sendable (EvaluationError) -> Void {
    { [weak self] error in
      guard self?.executor.isCancelled == false else { return }
      self?.closureFailures.withLock { failures in
        failures[position, default: (0, error.description)].count += 1
      }
    }
  }
}
