internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

/// Lints about values that wait.
extension Doctor {
  /// All of them.
  func queues(_ row: ExaminedRow) -> [Finding] {
    growingQueue(row) + growingBuffer(row) + queuedInner(row) + slowConsumer(row)
  }

  /// The fewest values that wait where a queue is called growing.
  private static let fewestQueued = 3

  /// An operator takes a value of one stream for each value of another, and the values of the faster one queue.
  private func growingQueue(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { $0.streams.holding == .next }) { stage, pass in
      let end = row.passes[pass].end.time ?? recording.duration
      return row.firstReading(ofPass: pass, in: scene) { reading, position in
        let queue = queue(ofPass: reading, of: position, for: pass, of: row, until: end)
        guard let last = queue.last, last.count >= Self.fewestQueued, queue.isGrowing else { return nil }
        let half = queue[queue.count / 2]
        let waiting = half.count == 1 ? "1 value waits" : "\(half.count) values wait"
        return finding(
          .growingQueue, stage, of: row, at: queue.first { $0.count > 0 }?.time ?? end,
          "takes the values of \(narration.name(ofRow: position)) more slowly than they come: "
            + "\(waiting) at \(span(half.time)), and \(last.count) at \(span(last.time))")
      }
    }
  }

  /// Values wait while the stream of an older value goes on.
  private func queuedInner(_ row: ExaminedRow) -> [Finding] {
    row.first(where: { $0.inner == .inTurn }) { stage, pass in
      let idle = row.pauses(ofPass: pass).reduce(SceneTime.zero, +)
      return row.firstReading(ofPass: pass, in: scene) { reading, position in
        // Its sender waits, too, so nothing queues.
        if scene.rows[position].input?.start == .channel { return nil }
        let waits = arrivals(ofPass: reading, of: position, in: row)
        let late = waits.filter { $0.taken > $0.arrived }
        guard late.count >= Self.fewestQueued, let last = waits.last, let first = late.first,
          // A burst at one instant is done one after the other, as is meant.
          last.arrived > first.arrived, last.taken - last.arrived > first.taken - first.arrived,
          // What waits for the consumer does not wait for the streams.
          idle + idle < last.taken - first.arrived,
          waits.allSatisfy({ $0.taken - $0.arrived <= last.taken - last.arrived })
        else { return nil }
        return finding(
          .queuedInner, stage, of: row, at: first.arrived,
          "makes values of \(narration.name(ofRow: position)) wait for the streams of older ones: "
            + "\(narration.setOff(first.value, ofRow: row.row)) for \(span(first.taken - first.arrived)), and "
            + "\(narration.setOff(last.value, ofRow: row.row)) for \(span(last.taken - last.arrived))")
      }
    }
  }

  /// The consumer of a shared stream makes its source wait, and with it the other rows that read it.
  private func slowConsumer(_ row: ExaminedRow) -> [Finding] {
    let readers = SceneGraph(scene).references.enumerated().filter { $1.contains(row.row) }.map(\.offset)
    guard !readers.isEmpty else { return [] }
    return row.first(where: \.isShared) { stage, pass in
      guard let pause = row.pauses(ofPass: pass).max(), pause > .zero else { return nil }
      return row.firstReading(ofPass: pass, in: scene) { reading, position in
        let late = arrivals(ofPass: reading, of: position, in: row).filter { $0.taken > $0.arrived }
        guard let most = late.max(by: { $0.taken - $0.arrived < $1.taken - $1.arrived }), late.count > 1 else {
          return nil
        }
        return finding(
          .slowConsumer, stage, of: row, at: most.arrived,
          "waits for the consumer of \(narration.name(ofRow: row.row)), which takes up to "
            + "\(span(pause)) for a value: \(narration.setOff(most.value, ofRow: row.row)) is "
            + "\(span(most.taken - most.arrived)) "
            + "late, also for \(listed(readers.map { narration.name(ofRow: $0) }))")
      }
    }
  }
}

/// The number of values that wait at a time.
struct QueueLength {
  let time: SceneTime
  let count: Int
}

extension [QueueLength] {
  /// Whether about as many wait at the end as ever did, and more than in the middle.
  var isGrowing: Bool {
    guard let last, let most = map(\.count).max() else { return false }
    return last.count >= most - 1 && self[count / 2].count < last.count
  }
}

/// A value of a row, and when a pass took it.
private struct Arrival {
  let value: Value
  let arrived: SceneTime
  let taken: SceneTime
}

extension Doctor {
  /// The values of the row at `position` that a pass has taken, in order.
  private func arrivals(ofPass pass: Int, of position: Int, in row: ExaminedRow) -> [Arrival] {
    let known = recording.rows[position]
    return row.passes[pass].events.compactMap { event in
      guard let key = event.from.only, let value = recording[key] else { return nil }
      let sent = known.sends.indices.contains(key.index) ? known.sends[key.index].called : nil
      return Arrival(value: value.value, arrived: sent ?? due(value, pass, of: row, position), taken: event.time)
    }
  }

  /// When an event of a row reaches a pass that waits for it.
  private func due(_ event: Event, _ pass: Int, of row: ExaminedRow, _ position: Int) -> SceneTime {
    let start = scene.rows[position].input?.start
    return start == .cold ? event.time + (row.passes[pass].asked.first ?? .zero) : event.time
  }

  /// How many values of a row wait, as each one arrives, or is taken or emitted. None wait in a channel, as its sender
  /// does.
  ///
  /// - Parameters:
  ///   - pass: the pass that reads the row.
  ///   - position: the position of the row.
  ///   - user: the pass of the operator for which the values wait. It may read the row itself, and hold one value.
  private func queue(
    ofPass pass: Int, of position: Int, for user: Int, of row: ExaminedRow, until end: SceneTime
  ) -> [QueueLength] {
    guard scene.rows[position].input?.start != .channel else { return [] }
    let known = recording.rows[position]
    var changes: [SceneTime: Int] = [:]
    func change(_ time: SceneTime?, by count: Int) {
      if let time, time <= end { changes[time, default: 0] += count }
    }
    if known.sends.isEmpty {
      for event in known.timeline.events { change(due(event, pass, of: row, position), by: 1) }
      for (index, event) in row.passes[pass].events.enumerated() {
        guard row.passes[pass].reader == user else {
          change(event.time, by: -1)
          continue
        }
        let place = StageFates.Place(pass: pass, index: index)
        if case .given(let given) = row.fates.fate(of: place, at: .distantFuture) {
          change(row.fates[given].time, by: -1)
        }
      }
    } else {
      for send in known.sends {
        change(send.called, by: 1)
        change(send.taken?.time ?? send.dropped?.time, by: -1)
      }
    }
    var count = 0
    return changes.sorted { $0.key < $1.key }.map { time, change in
      count += change
      return QueueLength(time: time, count: count)
    }
  }
}
