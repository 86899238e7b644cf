internal import Marbles
internal import Scenes
internal import Wire

// Runs are prepared elsewhere, one at a time: a later preparation replaces an earlier one.
extension HubState {
  mutating func prepare(
    _ target: PlaylistScheduler.Target?, _ entry: Playlist.Entry, for purpose: Purpose, from start: SceneTime = .zero,
    isPaused: Bool? = nil, speed: SpeedFactor?? = .none, tried: Int = 1, _ now: Int64
  ) -> [HubEffect] {
    let effects = abandonPreparation(saying: Self.overtaken)
    let (original, history) = edits.entry(of: entry.scene).map { ($0, $1) } ?? (entry.scene, nil)
    let shown = Playlist.Entry(scene: history?.scene ?? original, length: entry.length)
    var job = HubEffect.Job(
      ticket: nextTicket(), scene: shown.scene, start: start,
      speedFactor: speed.map { $0 ?? shown.scene.speedFactor } ?? factor(for: shown.scene),
      isPaused: isPaused ?? self.isPaused)
    if case .request(let request) = purpose, let edit = request.content.edit {
      job.edit = PendingEdit(history: history ?? EditHistory(original), edit: edit)
    }
    let limit = now.addingSaturated(timeout)
    let preparation = Preparation(
      job: job, attempt: .planning(until: limit), target: target, entry: shown, original: original,
      purpose: purpose, limit: limit, tried: tried)
    activity = .preparing(preparation, behind: run)
    return effects + [.prepare(job)]
  }

  mutating func nextTicket() -> Ticket {
    tickets += 1
    return Ticket(number: tickets)
  }

  /// The speed at which to play a scene.
  func factor(for scene: Scene) -> SpeedFactor { scene.isLive ? .normal : speed ?? scene.speedFactor }

  /// Prepares the first scene from `place` on that is not left out; without one, the current scene is played again.
  mutating func prepareNext(
    from place: Playlist.Place, for purpose: Purpose, tried: Int = 0, _ now: Int64
  ) -> [HubEffect] {
    var (place, tried) = (place, tried)
    while tried < scheduler.playlist.entries.count {
      tried += 1
      let entry = scheduler.playlist[place]
      if !leftOut.contains(entry.scene, at: now) {
        return prepare(.place(place), entry, for: purpose, tried: tried, now)
      }
      place = scheduler.playlist.place(after: place)
    }
    if case .start(let id) = purpose {
      activity = .idle
      return [.answer(id, ControlRequest.Invalid("none of the scenes can be played"))]
    }
    return run.map { prepare(nil, $0.source, for: .stay, now) } ?? []
  }

  /// Prepares another run of the current scene, from its start.
  mutating func prepareReplay(_ now: Int64) -> [HubEffect] {
    guard let run else { return [] }
    return prepare(nil, run.source, for: .replay, now)
  }

  /// Drops the current preparation, and answers its request with the reason.
  mutating func abandonPreparation(saying why: ControlRequest.Invalid) -> [HubEffect] {
    guard case .preparing(let preparation, let run) = activity else { return [] }
    endPreparation(showing: run)
    return preparation.cancellation + refuse(preparation.purpose, why)
  }

  /// Ends the preparation; the run behind it, if any, is still shown.
  mutating func endPreparation(showing run: Run?) { activity = run.map { .showing($0) } ?? .idle }

  private func refuse(_ purpose: Purpose, _ why: ControlRequest.Invalid) -> [HubEffect] {
    switch purpose {
    case .start(let id): [.answer(id, why)]
    case .request(let request): refuse(request, why)
    case .advance, .replay, .stay: []
    }
  }

  static let overtaken = ControlRequest.Invalid(
    "another request overtook this one, which had no effect", .conflict)
  static let busy = ControlRequest.Invalid(
    "other scenes are still being planned; try again in a few seconds", .busy)

  // MARK: Results

  mutating func prepared(
    _ ticket: Ticket, _ duration: SceneTime, _ edited: EditedScene?, _ now: Int64
  ) -> [HubEffect] {
    guard case .preparing(var preparation, let shown) = activity, preparation.ticket == ticket else {
      return [.discard(ticket)]
    }
    if case .request(let request) = preparation.purpose, let refusal = seekRefusal(request.content, duration) {
      endPreparation(showing: shown)
      return [.discard(ticket)] + refuse(request, refusal)
    }
    if let edited, case .request(let request) = preparation.purpose {
      preparation.entry.scene = edited.history.scene
      keep(edited, of: preparation.original, for: request, now)
    }
    activity = .showing(
      Run(ticket: ticket, entry: preparation.entry, original: preparation.original, duration: duration))
    var effects: [HubEffect] = []
    switch (preparation.target, preparation.purpose) {
    case (let target?, _): scheduler.begin(target, now: now)
    case (nil, .stay): scheduler.stay(now: now)
    case (nil, .request(let request)) where request.content.edit != nil: scheduler.goOn()
    case (nil, _): scheduler.play(now: now)
    }
    if case .request(let request) = preparation.purpose {
      // The title card is skipped, as the request is for a time or an instant.
      if request.content.seek != nil || request.content.step != nil { scheduler.play(now: now) }
      effects += applySettings(of: request.content, now)
    }
    effects.append(.show(ticket, preparation.entry, isNewSlot: preparation.target != nil))
    // Settings that changed during the preparation apply, too.
    effects += [.setSpeed(factor(for: preparation.entry.scene)), .setPaused(isPaused), .publish(.snapshot)]
    if scheduler.phase == .playing { effects.append(.begin) }
    switch preparation.purpose {
    case .start(let id): effects.append(.answer(id, nil))
    case .request(let request):
      let steps = (request.content.step ?? 0) - (preparation.target == nil && request.content.seek == nil ? 1 : 0)
      if steps > 0, !preparation.entry.scene.isLive { effects += [.step(steps), .publish(.motion)] }
      effects += accept(request)
    case .advance, .replay, .stay: break
    }
    if preparation.target != nil { effects.append(.log(.info, "playing \(preparation.entry.scene.name)")) }
    return effects
  }

  mutating func refused(_ ticket: Ticket, _ refusal: ControlRequest.Invalid) -> [HubEffect] {
    guard case .preparing(let preparation, let shown) = activity, preparation.ticket == ticket else { return [] }
    endPreparation(showing: shown)
    return refuse(preparation.purpose, refusal)
  }

  /// Prepares the first scene from `place` on, in the requested direction, that is not left out.
  mutating func prepareNeighbour(
    from place: Playlist.Place, _ request: Request, tried: Int, _ now: Int64
  ) -> [HubEffect] {
    var (place, tried) = (place, tried)
    while tried < scheduler.playlist.entries.count {
      tried += 1
      let entry = scheduler.playlist[place]
      if !leftOut.contains(entry.scene, at: now) {
        if let refusal = refusal(of: request.content, for: entry.scene) { return refuse(request, refusal) }
        return prepare(.place(place), entry, for: request, tried: tried, now)
      }
      place = neighbour(of: place, for: request)
    }
    return refuse(request, ControlRequest.Invalid("none of the scenes of the playlist can be played"))
  }

  /// The place beside `place` in the requested direction.
  func neighbour(of place: Playlist.Place, for request: Request) -> Playlist.Place {
    request.content.scene == .previous
      ? scheduler.playlist.place(before: place) : scheduler.playlist.place(after: place)
  }
}
