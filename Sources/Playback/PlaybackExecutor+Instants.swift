internal import DequeModule
internal import Marbles

/// What happens at one instant: timers, arrivals and followers, in the ``PlaybackExecutor/order``.
extension PlaybackExecutor {
  /// When the next timer is due; nil when no timer is left.
  var nextDue: SceneTime? { timers.nextDue }

  /// Sets `now` between two timers, for input that arrives at that time.
  func move(to time: SceneTime) {
    guard time > now else { return }
    now = time
    jobsAtInstant = 0
  }

  /// Fires every timer of the instant `due`, in the ``order``.
  func fire(_ due: SceneTime, admittingMail: Bool = true) throws(PlaybackError) {
    move(to: due)
    guard order == .inTurn else { return try fireBatches(admittingMail: admittingMail) }
    while let next = timers.next, next.time <= due { try fire(next, admittingMail: admittingMail) }
  }

  /// Fires the next timer, and drains the queue.
  private func fire(_ next: TimerOrder, admittingMail: Bool) throws(PlaybackError) {
    guard let continuation = timers.pop(dueBy: next.time) else { return }
    latest = max(latest, TimerOrder(time: now, rank: next.rank))
    continuation.resume()
    try drain(admittingMail: admittingMail)
  }

  /// Fires every timer that is due: those that are due now are a batch, and those that its work sets are the next one.
  private func fireBatches(admittingMail: Bool) throws(PlaybackError) {
    while let next = timers.next, next.time <= now {
      // What only watches, and a cancellation by a diagram, has no part in the order.
      guard next.rank >= 0 else {
        try fire(next, admittingMail: admittingMail)
        continue
      }
      latest = TimerOrder(time: now, rank: .max)
      let draw = drawBatch(of: timers.formBatch(dueBy: now))
      timers.arrangeBatch(draw.positions)
      while let continuation = timers.popFromBatch() {
        continuation.resume()
        if draw.areTogether {
          while let other = timers.popFromBatch() { other.resume() }
        }
        try drain(admittingMail: admittingMail)
      }
    }
  }

  /// Draws the order of the next batch of this instant.
  private func drawBatch(of count: Int) -> InstantOrder.Draw {
    batches = (now, batches.time == now ? batches.count + 1 : 1)
    return order.draw(count, at: now, batch: batches.count)
  }

  /// Moves on to the turn of an arrival: fires the timers before it, and begins a new instant if its turn is over.
  ///
  /// Unless all is in turn, an arrival shares no instant with anything else, so that a replay has the same batches.
  ///
  /// - Parameters:
  ///   - rank: the turn of the arrival at its instant.
  ///   - last: the last instant of the run.
  /// - Returns: false when its instant would be after `last`.
  func takeTurn(_ rank: Int, until last: SceneTime) throws(PlaybackError) -> Bool {
    // Calls without a rank, such as the closing of an input, happen at once.
    guard rank > .min else { return true }
    let turn = order == .inTurn ? rank : .min
    while latest > TimerOrder(time: now, rank: turn)
      || order != .inTurn && timers.next.map(\.time) ?? .distantFuture <= now
    {
      guard now < last else { return false }
      try fire(now, admittingMail: false)
      move(to: SceneTime(nanoseconds: now.nanoseconds + 1))
    }
    while let next = timers.next, next < TimerOrder(time: now, rank: turn) { try fire(next, admittingMail: false) }
    latest = TimerOrder(time: now, rank: rank)
    return true
  }

  /// Runs each of `bodies`, which wake tasks that wait for the same value, in the ``order`` of an instant: in turn, each
  /// after all work that is ready.
  ///
  /// Only for code that runs on this executor.
  package func wake(_ bodies: [@Sendable () -> Void]) {
    assert(isCurrent)
    let draw = drawBatch(of: bodies.count)
    if draw.areTogether {
      for position in draw.positions { bodies[position]() }
    } else {
      for position in draw.positions.reversed() { work.followers.prepend(bodies[position]) }
    }
  }
}
