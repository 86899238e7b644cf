internal import Marbles
internal import Scenes
internal import Wire

// Runs are prepared elsewhere, one at a time: a later preparation replaces an earlier one.
extension HubState {
  mutating func prepare(
    _ entry: Playlist.Entry, for purpose: Purpose, from start: SceneTime = .zero, isPaused: Bool? = nil,
    speed: SpeedFactor?? = .none, _ now: Int64
  ) -> [HubEffect] {
    let effects = abandonPreparation(saying: Self.overtaken)
    let (original, history) = edits.entry(of: entry.scene).map { ($0, $1) } ?? (entry.scene, nil)
    let shown = Playlist.Entry(scene: history?.scene ?? original, length: entry.length)
    var job = HubEffect.Job(
      ticket: nextTicket(), scene: shown.scene, start: start,
      speedFactor: speed.map { $0 ?? shown.scene.speedFactor } ?? factor(for: shown.scene),
      isPaused: isPaused ?? self.isPaused)
    if case .request(let request, _) = purpose, let edit = request.content.edit {
      job.edit = PendingEdit(history: history ?? EditHistory(original), edit: edit)
      // What has arrived can't be repeated by anybody else.
      if original.isLive { job.continued = run?.ticket }
    }
    let limit = now.addingSaturated(timeout)
    let preparation = RunPreparation(
      job: job, attempt: .planning(until: limit), entry: shown, original: original, purpose: purpose, limit: limit)
    activity = .preparing(preparation, behind: run)
    return effects + [.prepare(job)]
  }

  mutating func nextTicket() -> PreparationTicket {
    tickets += 1
    return PreparationTicket(number: tickets)
  }

  /// The speed at which to play a scene.
  func factor(for scene: Scene) -> SpeedFactor { scene.isLive ? .normal : speed ?? scene.speedFactor }

  /// Continues the playlist.
  mutating func advance(_ now: Int64) -> [HubEffect] {
    prepareNext(from: Search(place: position.next, tried: 0), for: { .advance($0) }, now)
  }

  /// Prepares the first scene that is not left out; without one, the current scene is played again.
  ///
  /// - Parameter first: where to begin, with the number of scenes that were tried before.
  mutating func prepareNext(
    from first: Search, for purpose: (Search) -> Purpose, _ now: Int64
  ) -> [HubEffect] {
    if let found = search(from: first, by: position.playlist.place(after:), now) {
      return prepare(position.playlist[found.place], for: purpose(found), now)
    }
    if case .start(let id, _) = purpose(first) {
      activity = .idle
      return [.answer(id, ControlRequest.Invalid("none of the scenes can be played"))]
    }
    return run.map { prepare($0.source, for: .stay, now) } ?? []
  }

  /// The first entry that is not left out, within one round; nil for none.
  private func search(
    from first: Search, by next: (Playlist.Place) -> Playlist.Place, _ now: Int64
  ) -> Search? {
    var search = first
    while search.tried < position.playlist.entries.count {
      search.tried += 1
      if !leftOut.contains(position.playlist[search.place].scene, at: now) { return search }
      search.place = next(search.place)
    }
    return nil
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
    case .start(let id, _): [.answer(id, why)]
    case .request(let request, _): refuse(request, why)
    case .advance, .replay, .stay: []
    }
  }

  static let overtaken = ControlRequest.Invalid(
    "another request overtook this one, which had no effect", .conflict)
  static let busy = ControlRequest.Invalid(
    "other scenes are still being planned; try again in a few seconds", .busy)

  // MARK: Results

  mutating func prepared(
    _ ticket: PreparationTicket, _ duration: SceneTime, _ edited: EditedScene?, _ now: Int64
  ) -> [HubEffect] {
    guard case .preparing(var preparation, let shown) = activity, preparation.ticket == ticket else {
      return [.discard(ticket)]
    }
    if preparation.job.continued != nil, let shown, shown.turn.phase == .ended {
      endPreparation(showing: shown)
      return [.discard(ticket)] + refuse(preparation.purpose, Self.isOver(shown.entry.scene))
    }
    if case .request(let request, _) = preparation.purpose, let refusal = seekRefusal(request.content, duration) {
      endPreparation(showing: shown)
      return [.discard(ticket)] + refuse(request, refusal)
    }
    if let edited, case .request(let request, _) = preparation.purpose {
      preparation.entry.scene = edited.history.scene
      keep(edited, of: preparation.original, for: request, now)
    }
    let target = preparation.purpose.target
    if let target { position.move(to: target) }
    let isGuest =
      switch target {
      case .guest: true
      case .place: false
      case nil: shown?.isGuest == true
      }
    standstill = nil
    let turn = turn(of: preparation, after: shown?.turn, at: clock.time(at: now))
    activity = .showing(
      Run(
        ticket: ticket, entry: preparation.entry, original: preparation.original, duration: duration, turn: turn,
        isGuest: isGuest))
    var effects: [HubEffect] = []
    if case .request(let request, _) = preparation.purpose { effects += applySettings(of: request.content, now) }
    effects.append(
      preparation.job.continued == nil
        ? .show(ticket, preparation.entry, isNewSlot: target != nil) : .takeOver(ticket, preparation.entry))
    // Settings that changed during the preparation apply, too.
    effects += [.setSpeed(factor(for: preparation.entry.scene)), .setPaused(isPaused), .publish(.snapshot)]
    if turn.phase == .playing { effects.append(.begin) }
    switch preparation.purpose {
    case .start(let id, _): effects.append(.answer(id, nil))
    case .request(let request, _):
      let steps = (request.content.step ?? 0) - (target == nil && request.content.seek == nil ? 1 : 0)
      if steps > 0, !preparation.entry.scene.isLive { effects += [.step(steps), .publish(.motion)] }
      effects += accept(request)
    case .advance, .replay, .stay: break
    }
    if target != nil { effects.append(.log(.info, "playing", ["scene": preparation.entry.scene.name])) }
    return effects
  }

  /// The turn of a prepared run: a new one, or the current one.
  private func turn(of preparation: RunPreparation, after current: PlaylistTurn?, at time: Int64) -> PlaylistTurn {
    let length = preparation.entry.length
    let isEndless = preparation.entry.scene.isLive || preparation.entry.scene.isEndless
    var turn = current ?? PlaylistTurn(length, isEndless: isEndless, at: time)
    switch preparation.purpose {
    case .start, .advance: return PlaylistTurn(length, isEndless: isEndless, titleCard: titleCards, at: time)
    case .stay: return PlaylistTurn(length, isEndless: isEndless, at: time)
    case .replay: turn.play(at: time)
    case .request(let request, let run):
      switch run {
      case .scene, .neighbour: turn = PlaylistTurn(length, isEndless: isEndless, titleCard: titleCards, at: time)
      case .again where request.content.edit != nil: turn.goOn()
      case .again: break
      }
      // The title card is skipped, as the request is for a time or an instant.
      if request.content.seek != nil || request.content.step != nil { turn.play(at: time) }
    }
    return turn
  }

  mutating func refused(_ ticket: PreparationTicket, _ refusal: ControlRequest.Invalid) -> [HubEffect] {
    guard case .preparing(let preparation, let shown) = activity, preparation.ticket == ticket else { return [] }
    endPreparation(showing: shown)
    return refuse(preparation.purpose, refusal)
  }

  /// Prepares the first scene in the requested direction that is not left out.
  mutating func prepareNeighbour(
    from first: Search, _ request: Request, _ now: Int64
  ) -> [HubEffect] {
    guard let found = search(from: first, by: { neighbour(of: $0, for: request) }, now) else {
      return refuse(request, ControlRequest.Invalid("none of the scenes of the playlist can be played"))
    }
    let entry = position.playlist[found.place]
    if let refusal = refusal(of: request.content, for: entry.scene) { return refuse(request, refusal) }
    return prepare(entry, for: request, .neighbour(found), now)
  }

  /// The place beside `place` in the requested direction.
  func neighbour(of place: Playlist.Place, for request: Request) -> Playlist.Place {
    request.content.scene == .previous
      ? position.playlist.place(before: place) : position.playlist.place(after: place)
  }
}
