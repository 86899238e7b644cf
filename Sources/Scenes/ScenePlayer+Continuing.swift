package import Marbles
internal import Playback
internal import Synchronization

/// Live scenes whose expressions change while they play.
///
/// A player with the new expressions repeats what the live rows have kept, each event at its time and in its turn, as a replay
/// does. Then it takes the live rows over. What it emitted until then is not a part of the recording, as the old expressions have
/// emitted something else there; only rows that are new have it.
extension ScenePlayer {
  /// Repeats what live rows have recorded since the last call, and moves on to a time; to be called between drives.
  ///
  /// - Parameters:
  ///   - past: the recording, of which rows have the names of this scene's.
  ///   - time: where to leave the scene time.
  /// - Throws: ``SceneError`` when a limit stopped the run.
  package func repeatArrivals(of past: Recording, until time: SceneTime) throws(SceneError) {
    let rows = Dictionary(past.rows.map { ($0.name, $0) }) { first, _ in first }
    var arrivals: [(time: SceneTime, position: Int, delivery: ArrivalQueue.Delivery)] = []
    for (position, recorder) in recorders.enumerated() {
      guard let recorder, scene.rows[position].live != nil, let row = rows[scene.rows[position].name] else { continue }
      guard recorder.row.timeline.end == .open else { continue }
      // What was forgotten since the last call is missed, and counted.
      if row.earlier > recorder.count { recorder.skip(to: row.earlier) }
      for event in row.timeline.events.dropFirst(recorder.count - row.earlier) {
        arrivals.append((event.time, position, .value(Arrival(event))))
      }
      switch row.timeline.end {
      case .finish(let time): arrivals.append((time, position, .finish))
      case .error(let time, let message): arrivals.append((time, position, .failure(message)))
      case .open: break
      }
    }
    // Those of one row stay in order: sorting is stable by the offset.
    let ordered = arrivals.enumerated().sorted {
      ($0.element.time, $0.element.position, $0.offset) < ($1.element.time, $1.element.position, $1.offset)
    }.map(\.element)
    do throws(PlaybackError) {
      var rest = ordered[...]
      while let first = rest.first {
        let together = rest.prefix { $0.time == first.time }
        for arrival in together {
          executor.arrive(rank: arrival.position) { [self] in take(arrival.delivery, at: arrival.position) }
        }
        try executor.letIn(at: first.time)
        rest = rest.dropFirst(together.count)
      }
      try executor.advance(to: time)
    } catch {
      throw diagnosis(of: error)
    }
  }

  /// What the expressions have not seen of the live rows of a recording, also after the next ``repeatArrivals(of:until:)`` of it;
  /// to be called between drives.
  package func unseenArrivals(of past: Recording) -> [String: Recording.Unseen] {
    let rows = Dictionary(past.rows.map { ($0.name, $0) }) { first, _ in first }
    var unseen: [String: Recording.Unseen] = [:]
    for (position, recorder) in recorders.enumerated() {
      guard let recorder, scene.rows[position].live != nil, let row = rows[scene.rows[position].name] else { continue }
      let skipped = recorder.skipped + max(0, row.earlier - recorder.count)
      unseen[row.name] = Recording.Unseen(all: recorder.first + skipped, skipped: skipped)
    }
    return unseen
  }

  /// Knows the queues of live rows from now on, which another player has released; what arrives in them waits until
  /// ``adoptQueues(following:)``.
  ///
  /// - Parameter queues: the queues, in any order.
  package func inherit(_ queues: [ArrivalQueue]) {
    let positions = graph.positions
    liveInputs.withLock { inputs in
      for queue in queues {
        guard let position = positions[queue.row], scene.rows[position].live != nil else { continue }
        inputs[position] = queue
      }
    }
  }

  /// Takes what arrives in the inherited queues, and numbers what follows after what is recorded; to be called between drives,
  /// after ``repeatArrivals(of:until:)``.
  ///
  /// - Parameter past: the recording that goes on.
  /// - Returns: what is not in that recording, and belongs to it: the events of rows that are new, and the ends of rows.
  package func adoptQueues(following past: Recording) -> [Recording.Entry] {
    let counts = Dictionary(past.rows.map { ($0.name, $0.count) }) { first, _ in first }
    var missing: [Recording.Entry] = []
    for (position, recorder) in recorders.enumerated() {
      guard let recorder, scene.rows[position].live == nil else { continue }
      if let count = counts[scene.rows[position].name] {
        recorder.follow(on: count)
      } else {
        for (index, event) in recorder.row.timeline.events.enumerated() {
          let index = recorder.row.earlier + index
          missing.append(Recording.Entry(row: position, index: index, time: event.time, kind: .value(event)))
        }
      }
      let end: Recording.Entry.Kind? =
        switch recorder.row.timeline.end {
        case .finish: .finish
        case .error(_, let message): .error(message: message)
        case .open: nil
        }
      guard let end else { continue }
      let index = recorder.number(recorder.count)
      missing.append(Recording.Entry(row: position, index: index, time: executor.now, kind: end))
    }
    for (position, queue) in positionedInputs {
      queue.attach(to: executor, rank: position, deliver: taker(at: position))
    }
    return missing
  }

  /// Gives the live rows away: what arrives in their queues is kept until another player adopts them.
  package func releaseQueues() { for queue in allLiveInputs { queue.detach() } }
}

extension Recording.Row {
  /// The first number of events that the recording lacks: no row has as many.
  static let firstUnseen = 1 << 40

  /// A row without events that goes on with those of a recording.
  func following(_ past: Recording, isLive: Bool) -> Recording.Row {
    guard let old = past.rows.first(where: { $0.name == name }) else { return self }
    var row = self
    // Events that an output emits before it is shown must not be taken for those on the screen.
    row.begin(at: isLive ? old.earlier : Self.firstUnseen)
    return row
  }
}

extension EventKey {
  /// Whether the event was emitted before its row was shown, so that the recording lacks it.
  var isUnseen: Bool { index >= Recording.Row.firstUnseen }
}

extension Arrival {
  /// What has arrived as an event.
  fileprivate init(_ event: Event) {
    self.init(event.value)
    (id, sourceTime) = (event.name, event.sourceTime)
  }
}
