internal import Marbles
internal import Scenes
internal import Wire

// What the hub does about a job without a run. Failure and purpose are both asked for, and no case has a default.
extension HubState {
  /// A job has failed.
  mutating func failed(_ ticket: PreparationTicket, _ failure: PlanningFailure, _ now: Int64) -> [HubEffect] {
    guard case .preparing(let preparation, let run) = activity, preparation.ticket == ticket else { return [] }
    return failed(preparation, behind: run, failure, now)
  }

  /// The time of an attempt, or the pause before the next one, is over.
  mutating func attemptEnded(_ preparation: RunPreparation, behind run: Run?, _ now: Int64) -> [HubEffect] {
    switch preparation.attempt {
    case .planning:
      preparation.cancellation + failed(preparation, behind: run, lateFailure(of: preparation), now)
    case .waiting: retry(preparation, behind: run, now)
    }
  }

  private mutating func failed(
    _ preparation: RunPreparation, behind run: Run?, _ failure: PlanningFailure, _ now: Int64
  ) -> [HubEffect] {
    switch failure {
    case .invalid(let reason), .tooLarge(let reason): giveUp(preparation, behind: run, reason, until: .reload, now)
    case .outOfTime:
      giveUp(
        preparation, behind: run, outOfTimeReason(of: preparation),
        until: .time(now.addingSaturated(Self.outOfTimePause)), now)
    case .cancelled: wasCancelled(preparation, behind: run, now)
    case .busy: foundNoPlace(preparation, behind: run, now)
    }
  }

  private func outOfTimeReason(of preparation: RunPreparation) -> String {
    let seconds = Double(timeout) / 1e9
    let text = Int(exactly: seconds).map(String.init) ?? String(seconds)
    if preparation.job.continued != nil {
      return "its expressions take more than \(text) s for the events that are kept"
    }
    return "could not be simulated within \(text) s; a shorter `duration:` may help"
  }

  /// Why a job that has not ended in time has failed.
  private func lateFailure(of preparation: RunPreparation) -> PlanningFailure {
    switch (preparation.purpose, preparation.wait) {
    case (.request, .none): .outOfTime
    // The request has lost a part of its time to the queue, so the scene is not to blame.
    case (.request, .met), (.request, .noted): .busy
    case (.start, _), (.advance, _), (.replay, _), (.stay, _): .outOfTime
    }
  }

  // MARK: The scene can't be played

  private mutating func giveUp(
    _ preparation: RunPreparation, behind run: Run?, _ reason: String, until term: LeftOutScenes.Term, _ now: Int64
  ) -> [HubEffect] {
    endPreparation(showing: run)
    let name = preparation.entry.scene.name
    switch preparation.purpose {
    case .start(let id, let search):
      return leaveOut(preparation, reason, until: term)
        + prepareNext(from: following(search), for: { .start(id, $0) }, now)
    case .advance(let search):
      if run?.turn.phase == .ended { standstill = "\(name) can't be played: \(reason)" }
      return leaveOut(preparation, reason, until: term)
        + prepareNext(from: following(search), for: { .advance($0) }, now)
    case .replay, .stay:
      // The current scene stays rather than nothing.
      let time = clock.time(at: now)
      changeRun { $0.turn.wait(until: time.addingSaturated(Self.retryPause), at: time) }
      let text = "\(name) can't be played again: \(reason)"
      standstill = text
      // It is tried every few seconds, and said once.
      return (notices.last == text ? [] : note(text)) + [.publish(.motion)]
    case .request(let request, .neighbour(var search)):
      search.place = neighbour(of: search.place, for: request)
      return leaveOut(preparation, reason, until: term) + prepareNeighbour(from: search, request, now)
    case .request(let request, .scene), .request(let request, .again):
      let problem = preparation.job.continued == nil ? "\(name) can't be played" : "the edit was not made"
      return refuse(request, ControlRequest.Invalid("\(problem): \(reason)"))
    }
  }

  /// Skips a scene, and reports once why.
  private mutating func leaveOut(
    _ preparation: RunPreparation, _ reason: String, until term: LeftOutScenes.Term
  ) -> [HubEffect] {
    guard leftOut.insert(preparation.original, until: term) else { return [] }
    let name = preparation.entry.scene.name
    switch term {
    case .reload: return note("\(name) is left out: \(reason)")
    case .time:
      let seconds = Self.outOfTimePause / 1_000_000_000
      return note("\(name) is left out: \(reason); it is tried again after \(seconds) s")
    }
  }

  private func following(_ search: Search) -> Search {
    Search(place: position.playlist.place(after: search.place), tried: search.tried)
  }

  // MARK: The scene was not tried

  private mutating func wasCancelled(
    _ preparation: RunPreparation, behind run: Run?, _ now: Int64
  ) -> [HubEffect] {
    switch preparation.purpose {
    case .request(let request, _):
      endPreparation(showing: run)
      return refuse(request, Self.overtaken)
    case .start, .advance, .replay, .stay:
      pause(preparation, behind: run, until: now.addingSaturated(Self.busyPause))
      return []
    }
  }

  /// The queue had no place: a request waits until its time limit, and the playlist until there is a place.
  private mutating func foundNoPlace(
    _ preparation: RunPreparation, behind run: Run?, _ now: Int64
  ) -> [HubEffect] {
    var preparation = preparation
    let isLate = now >= preparation.limit
    let end = now.addingSaturated(Self.busyPause)
    switch preparation.purpose {
    case .request(let request, _):
      guard !isLate else {
        endPreparation(showing: run)
        return refuse(request, Self.busy)
      }
      preparation.wait = .met
      pause(preparation, behind: run, until: min(end, preparation.limit))
      return []
    case .start, .advance, .replay, .stay:
      let isNew = isLate && preparation.wait != .noted
      if preparation.wait != .noted { preparation.wait = isLate ? .noted : .met }
      pause(preparation, behind: run, until: end)
      guard isNew else { return [] }
      let text = "\(preparation.entry.scene.name) waits for its turn: other scenes are still being planned"
      standstill = text
      return note(text)
    }
  }

  /// Lets time pass before the next attempt.
  private mutating func pause(_ preparation: RunPreparation, behind run: Run?, until end: Int64) {
    var preparation = preparation
    preparation.attempt = .waiting(until: end)
    activity = .preparing(preparation, behind: run)
  }

  /// Makes another attempt, with a new ticket: a late result of the last one is not taken for that of this one.
  private mutating func retry(_ preparation: RunPreparation, behind run: Run?, _ now: Int64) -> [HubEffect] {
    var preparation = preparation
    switch preparation.purpose {
    case .request(let request, _):
      guard now < preparation.limit else {
        endPreparation(showing: run)
        return refuse(request, Self.busy)
      }
      preparation.attempt = .planning(until: preparation.limit)
    case .start, .advance, .replay, .stay:
      preparation.attempt = .planning(until: now.addingSaturated(timeout))
    }
    preparation.job.ticket = nextTicket()
    activity = .preparing(preparation, behind: run)
    return [.prepare(preparation.job)]
  }
}
