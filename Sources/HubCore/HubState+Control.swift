internal import Marbles
internal import Scenes
public import Wire

// A request is carried out completely or refused completely.
extension HubState {
  /// The name to look up in the library before the request is handled; nil when the hub knows the scene.
  public func nameToLookUp(for request: ControlRequest) -> String? {
    guard case .named(let name)? = request.scene, uploads[name] == nil, position.target(named: name) == nil else {
      return nil
    }
    return name
  }

  mutating func handle(
    _ request: Request, _ found: SceneLookup, _ now: Int64, _ playhead: SceneTime
  ) -> [HubEffect] {
    let content = request.content
    if let edit = content.edit { return self.edit(edit, request, now, playhead) }
    switch content.scene {
    case .next: return prepareNeighbour(from: Search(place: position.next, tried: 0), request, now)
    case .previous:
      // From a guest, the scene that it interrupted.
      let place = run?.isGuest == true ? position.place : position.playlist.place(before: position.place)
      return prepareNeighbour(from: Search(place: place, tried: 0), request, now)
    case .named(let name):
      switch target(named: name, found) {
      case .failure(let refusal): return refuse(request, refusal)
      case .success(let target):
        let entry = position.entry(of: target)
        if let refusal = refusal(of: content, for: entry.scene) { return refuse(request, refusal) }
        return prepare(entry, for: request, .scene(target), now)
      }
    case nil: break
    }
    guard let run else {
      guard content.seek == nil, content.step == nil else {
        return refuse(request, ControlRequest.Invalid("nothing is played", .conflict))
      }
      return applySettings(of: content, now) + accept(request)
    }
    let scene = run.entry.scene
    if let refusal = refusal(of: content, for: scene) ?? seekRefusal(content, run.duration) {
      return refuse(request, refusal)
    }
    // At the end and before the start, the next instant is the first one.
    let startsOver = run.turn.phase != .playing || playhead >= run.duration
    if content.seek != nil || content.step != nil && startsOver && !scene.isLive {
      return prepare(run.source, for: request, .again, now)
    }
    var effects = applySettings(of: content, now)
    if content.speed != nil { effects.append(.setSpeed(factor(for: scene))) }
    if content.isPaused != nil || content.step != nil { effects.append(.setPaused(isPaused)) }
    // A live scene keeps running while paused, so it can't be stepped.
    if let count = content.step, !scene.isLive { effects.append(.step(count)) }
    if content.speed != nil || content.isPaused != nil || content.step != nil { effects.append(.publish(.motion)) }
    return effects + accept(request)
  }

  /// Prepares the run that a request needs.
  ///
  /// - Parameter start: where the run starts, unless the request says so.
  mutating func prepare(
    _ entry: Playlist.Entry, for request: Request, _ run: RequestedRun, from start: SceneTime = .zero, _ now: Int64
  ) -> [HubEffect] {
    let content = request.content
    let speed: SpeedFactor?? =
      switch content.speed {
      case .factor(let factor): .some(factor)
      case .scene: .some(nil)
      case nil: .none
      }
    return prepare(
      entry, for: .request(request, run), from: content.seek ?? start,
      isPaused: content.step != nil ? true : content.isPaused, speed: speed, now)
  }

  /// Applies settings that persist across scenes, without changing the current run.
  mutating func applySettings(of content: ControlRequest, _ now: Int64) -> [HubEffect] {
    var effects: [HubEffect] = []
    switch content.speed {
    case .factor(let factor): speed = factor
    case .scene: speed = nil
    case nil: break
    }
    if let message = content.message { effects += setMessage(message.isEmpty ? nil : message) }
    if let isPaused = content.step != nil ? true : content.isPaused {
      clock.setPaused(isPaused, at: now)
    }
    return effects
  }

  // MARK: Refusals

  /// Live input can't be sped up, skipped or repeated.
  func refusal(of content: ControlRequest, for scene: Scene) -> ControlRequest.Invalid? {
    guard let row = scene.rows.first(where: { $0.live != nil })?.name else { return nil }
    if case .factor(let factor) = content.speed, factor != .normal {
      return ControlRequest.Invalid("\(SceneError.liveSpeed(row: row, factor: factor))", .conflict)
    }
    if let seek = content.seek, seek > .zero {
      return ControlRequest.Invalid(
        "row \(row) is live: past input can't be replayed, so the scene can't seek to \(seek) s", .conflict)
    }
    return nil
  }

  func seekRefusal(_ content: ControlRequest, _ duration: SceneTime) -> ControlRequest.Invalid? {
    guard let seek = content.seek, seek > .zero, seek > duration else { return nil }
    return ControlRequest.Invalid("`seek` is \(seek); the scene ends at \(duration) s")
  }

  func refuse(_ request: Request, _ why: ControlRequest.Invalid) -> [HubEffect] {
    [.log(.info, "control request refused: \(why)", metadata(of: request)), .answer(request.id, why)]
  }

  func accept(_ request: Request) -> [HubEffect] {
    [.log(.info, "control request", metadata(of: request)), .answer(request.id, nil)]
  }

  private func metadata(of request: Request) -> [String: String] {
    let json = request.content.json
    return [
      "peer": request.peer, "request": request.content.edit == nil ? json : DisplayText.shortened(json, to: 1000),
    ]
  }

  // MARK: Scenes by name

  private func target(
    named name: String, _ found: SceneLookup
  ) -> Result<PlaylistPosition.Target, ControlRequest.Invalid> {
    if let scene = uploads[name] { return .success(.guest(Playlist.Entry(scene: scene))) }
    if let target = position.target(named: name) { return .success(target) }
    switch found {
    case .scene(let scene): return .success(.guest(Playlist.Entry(scene: scene)))
    case .malformed(let reason): return .failure(ControlRequest.Invalid(reason))
    case .nothing(let names):
      let known = Set(names + uploads.scenes.map(\.name) + playlistScenes.map(\.name))
      return .failure(
        ControlRequest.Invalid(
          "no scene is called `\(DisplayText.shortened(name, to: 40))`\(Suggestion.clause(for: name, among: known.sorted()))"
        ))
    }
  }

  mutating func upload(_ id: PendingRequestID, _ scene: Scene, bytes: Int, _ peer: String) -> [HubEffect] {
    if let refusal = uploads.refusal(of: scene, bytes: bytes) {
      return [
        .log(.info, "upload refused: \(refusal)", ["peer": peer, "scene": scene.name]), .answer(id, refusal),
      ]
    }
    uploads.keep(scene, bytes: bytes)
    return [
      .log(.info, "scene uploaded", ["peer": peer, "scene": scene.name, "bytes": "\(bytes)"]), .answer(id, nil),
    ]
  }
}
