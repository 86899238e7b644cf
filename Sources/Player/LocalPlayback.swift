internal import Dispatch
public import Drawing
package import Marbles
public import Playback
package import Scenes

/// Plays scenes in this process, one after the other.
public final class LocalPlayback: PlaybackSource {
  var drawings: [SceneDrawing]
  /// The number of scenes that are played in turn; those behind them were chosen from the library.
  let inTurn: Int
  let library: ChoosableScenes
  /// The positions of the scenes that were chosen from the library, by their position in it.
  var chosen: [Int: Int] = [:]
  var notice: String?
  /// The edits of scenes, by position.
  var histories: [Int: EditHistory] = [:]
  /// Why the last edit is not shown; nil when it is.
  var refusal: String?
  /// The scenes of changed files that are not loaded yet, because of edits that would be lost.
  var waiting: [Int: Scene] = [:]
  private let waitsAtEnd: Bool
  var current = 0
  var loops: Bool
  let hasEnd: Bool
  var scenePlayback: ScenePlayback
  var recording: Recording
  var held: HeldPlayback?
  /// The start of a scene whose player is not ready; nil when the one that plays is what was asked for.
  var starting: SceneStart?
  /// Live scenes that are not shown now, by position: they go on, and nothing that arrives is lost.
  var parked: [Int: ParkedPlayback] = [:]
  let changes: ChangeObserver
  private let onStart: (ScenePlayback) -> Void
  let recorder: (Scene) -> (any ArrivalRecorder)?
  let wall: WallClock
  private let reloads: SceneReloads?
  let onReload: (Scene) -> Void
  let onRow: (Scene.Row, ArrivalQueue) -> Void
  /// Computes the scene with the newest edit.
  let editRun: NewestRun<SceneDrawing>
  /// The edit whose run has not ended; nil when there is none.
  var pending: PendingEdit?
  /// The commands that follow the pending edit, in order.
  var deferred: [PlaybackCommand] = []
  /// What edited expressions make of what has arrived in a live scene, while an edit of it is made.
  let previews: LivePreviews
  let watchdog: Watchdog
  /// Computes the scenes of ``loads``.
  let loader: NewestRun<SceneDrawing>
  /// The scenes to load; the first one is being computed.
  var loads: [SceneLoad] = []
  /// Makes the player of ``starting``.
  let starter: NewestRun<ScenePlayback>
  /// Where players that are not needed any more are stopped, which waits for their threads.
  let stops = DispatchQueue(label: "marbled.stops")
  /// How long a command may wait for what is computed, so that most pictures follow their key at once; nil for as long as
  /// it takes.
  let resultWait: Duration?
  /// The wall time at which the end of the scene was first seen, in nanoseconds.
  var finishedAt: Int64?
  /// The error of the last scene that could not be played; ``advance()`` throws it.
  var failure: SceneError?

  /// How long a terminal waits for a result, a half of a frame: what takes longer is computed while it draws.
  public static let frameWait = Duration.milliseconds(8)

  /// Creates a show of the scenes of `drawings`; at least one.
  ///
  /// - Parameters:
  ///   - drawings: the drawing of each scene.
  ///   - startingWith: the position of the scene that plays first.
  ///   - loops: whether to restart after the last scene.
  ///   - once: whether the show must end, so that endless scenes get an end, too.
  ///   - waitsAtEnd: whether to wait for a command at the end of each scene, unless it loops.
  ///   - library: further scenes to choose from.
  ///   - startPausedAt: the scene time at which to start paused, limited by the end; nil starts playing at 0.
  ///   - wall: the wall clock.
  ///   - resultWait: how long a command waits for what is computed in the background before the old picture is shown; nil
  ///     for as long as it takes, as tests need it.
  ///   - watchdog: ends runs that take more than 5 s.
  ///   - reloads: scenes whose files change while they are played; nil if no files are watched.
  ///   - onStart: called with each playback when it starts, to connect live input.
  ///   - recorder: the recorder of a run of a scene; nil for none.
  ///   - onReload: called with each scene that replaces the one on the screen, after its file has changed.
  ///   - onRow: called with each row that is added while its scene plays, and with its input.
  /// - Throws: ``SceneError`` when the first scene can't be played.
  package init(
    drawings: [SceneDrawing], startingWith place: Int = 0, loops: Bool = false, once: Bool = false,
    waitsAtEnd: Bool = false,
    library: ChoosableScenes = .none, startPausedAt: SceneTime? = nil, wall: WallClock = .monotonic,
    resultWait: Duration? = nil, watchdog: Watchdog = .wall, reloads: SceneReloads? = nil,
    onStart: @escaping (ScenePlayback) -> Void = { _ in },
    recorder: @escaping (Scene) -> (any ArrivalRecorder)? = { _ in nil },
    onReload: @escaping (Scene) -> Void = { _ in },
    onRow: @escaping (Scene.Row, ArrivalQueue) -> Void = { _, _ in }
  ) throws(SceneError) {
    self.onStart = onStart
    self.recorder = recorder
    (self.wall, self.reloads, self.onReload, self.onRow) = (wall, reloads, onReload, onRow)
    let changes = ChangeObserver()
    self.resultWait = resultWait
    self.watchdog = watchdog
    editRun = NewestRun(wall: wall, watchdog: watchdog) { changes.report() }
    previews = LivePreviews(wall: wall, watchdog: watchdog) { changes.report() }
    loader = NewestRun(wall: wall, watchdog: watchdog) { changes.report() }
    starter = NewestRun(limit: nil, wall: wall, onDrop: { $0.stop() }) { changes.report() }
    self.drawings = drawings
    inTurn = drawings.count
    (self.waitsAtEnd, self.library) = (waitsAtEnd, library)
    self.loops = loops
    hasEnd = once || loops || drawings.count > 1
    self.changes = changes
    current = place
    let first = drawings[place]
    recording = first.scene.emptyRecording()
    let least = Self.least(of: first, hasEnd: hasEnd)
    scenePlayback = try ScenePlayback(
      first.scene, speedFactor: first.scene.speedFactor, from: min(startPausedAt ?? .zero, least),
      isPaused: startPausedAt != nil, atLeast: least, wall: wall, recorder: recorder(first.scene),
      onChange: { changes.report() })
    // Before anything is drawn, so nothing waits for it.
    try scenePlayback.catchUp()
  }

  /// The minimum scene time of a scene. A scene without an end plays until the next scene starts.
  static func least(of drawing: SceneDrawing, hasEnd: Bool) -> SceneTime {
    drawing.scene.isEndless && !hasEnd ? .distantFuture : drawing.plan.duration
  }

  /// Starts to play.
  public func begin(onChange: @escaping @Sendable () -> Void) {
    changes.observe(onChange)
    reloads?.observe(onChange)
    scenePlayback.begin()
    onStart(scenePlayback)
  }

  /// Stops playing, and waits for the scene's thread. An edit that is shown is kept.
  public func end() {
    // An edit that was confirmed is not lost because its run has not ended.
    histories[current] = history
    editRun.cancel()
    endLivePreview()
    loader.cancel()
    starter.cancel()
    histories[current]?.keep()
    scenePlayback.stop()
    stops.sync {}
    previews.wait()
    for scene in parked.values { scene.scenePlayback.stop() }
  }

  // MARK: How it stands

  var drawing: SceneDrawing { drawings[current] }

  /// The current state of the show.
  public func snapshot() -> PlaybackSnapshot {
    takeEdit(waiting: .zero)
    takeLoad(waiting: .zero)
    takeStart(waiting: .zero)
    // The order matters: the recording contains everything up to this playhead.
    let playhead = playhead
    if !showsPlan { collect() }
    refreshLivePreview(until: playhead.time)
    var snapshot = PlaybackSnapshot(
      drawing: drawing, recording: showsPlan ? drawing.plan : previews.shown?.shown(with: recording) ?? recording,
      playhead: playhead, isOneOfSeveral: drawings.count > 1, place: place)
    (snapshot.notice, snapshot.edits) = (notice, edits)
    if pending?.phase == .kept { snapshot.pendingScene = history?.scene }
    return snapshot
  }

  /// Whether the planned events are shown, which are those of the player up to the playhead.
  private var showsPlan: Bool { held != nil || starting?.place == current }

  /// Takes the entries of the scenes that play.
  func collect() {
    // Before the entries are taken, which empties the queues.
    for position in recording.rows.indices where drawing.scene.isLive {
      if let status = scenePlayback.sourceStatus(ofRow: position) { recording.rows[position].source = status }
    }
    for entry in scenePlayback.takeEntries() { recording.append(entry) }
    for position in parked.keys { parked[position]?.takeEntries() }
    for position in recording.rows.indices where drawing.scene.isLive {
      recording.rows[position].losses = scenePlayback.losses(ofRow: position)
    }
  }

  /// The place of the current scene; nil for one that was chosen from the library.
  private var place: ScenePlace? { current < inTurn ? ScenePlace(current + 1, of: inTurn) : nil }

  var playhead: Playhead {
    if let held { return Playhead(heldAt: held.time, of: scenePlayback.playback, isLooping: loops) }
    if let starting, starting.place == current {
      return Playhead(time: starting.time, playback: starting.playback(at: wall.now()), isLooping: loops)
    }
    var playhead = Playhead(time: scenePlayback.sceneTime, playback: scenePlayback.playback, isLooping: loops)
    if playhead.state == .finished { playhead.time = max(playhead.time, drawing.plan.duration) }
    return playhead
  }

  /// Draws the pictures of all scenes with this theme.
  public func apply(_ theme: Theme) {
    for index in drawings.indices where drawings[index].theme != theme { drawings[index].theme = theme }
  }

  // MARK: What plays next

  /// Whether the show continues after the end of this scene.
  public var goesOn: Bool { loops || current < inTurn - 1 }

  /// Whether the show continues without a command.
  private var advances: Bool { goesOn && (loops || !waitsAtEnd) }

  /// The wall nanoseconds until the next scene or the restart.
  public var untilAdvance: Int64? {
    finishedAt.flatMap { advances ? max(1, FrameSchedule.pauseAtEnd - (wall.now() - $0)) : nil }
  }

  /// Starts the next scene, or restarts, once the end was seen.
  ///
  /// - Throws: ``SceneError`` when a limit stopped the scene, or a command selected a scene that can't be played.
  public func advance() throws {
    for news in reloads?.take() ?? [] { reload(news) }
    reloadWaiting()
    if let error = failure ?? (starting == nil ? scenePlayback.error : nil) { throw error }
    if held != nil || starting != nil { return }
    guard scenePlayback.isOver else {
      finishedAt = nil
      return
    }
    let finishedAt = finishedAt ?? wall.now()
    self.finishedAt = finishedAt
    guard advances, wall.now() - finishedAt >= FrameSchedule.pauseAtEnd else { return }
    if current < inTurn { change(to: (current + 1) % inTurn) } else { handle(.restart) }
    if let failure { throw failure }
  }

  // MARK: Steering

  /// Executes a command.
  public func handle(_ command: PlaybackCommand) {
    if pending != nil, defers(command) { return }
    notice = nil
    switch command {
    case .pause: if starting?.setPaused(true) == nil { scenePlayback.pause() }
    case .resume: if starting?.setPaused(false) == nil { scenePlayback.resume() }
    case .setSpeedFactor(let factor):
      if (starting?.speedFactor = factor) == nil { scenePlayback.setSpeedFactor(factor) }
    // Live input can't be repeated.
    case .setLooping(let isLooping): loops = isLooping && !drawing.scene.isLive
    case .restart: if drawings[next].scene.isLive { replay() } else { start(next, speedFactor: speedFactor) }
    case .seek(let time):
      guard !drawings[next].scene.isLive else { return }
      start(next, speedFactor: speedFactor, from: time, isPaused: true)
    case .drag(let time, let phase):
      hold(at: time)
      if phase == .kept { release() }
    case .edit(let edit, let phase): self.edit(edit, phase)
    case .undo: change { $0.undo() }
    case .redo: change { $0.redo() }
    case .markSaved:
      histories[current]?.markSaved()
      pending?.history.markSaved()
      // A scene that was saved under another name is not that of the changed file.
      waiting[current] = nil
    case .changeScene(let distance):
      guard drawings.count > 1 else { return }
      change(to: ((next + distance) % drawings.count + drawings.count) % drawings.count)
    case .choose(let index): choose(index)
    // Nobody listens for phones here.
    case .toggleRemote: break
    }
  }

  // MARK: Choosing

  /// The heading of the scenes that are played in turn.
  private static let ownGroup = "Playing now"

  /// The scenes that are played in turn, unless the library has them all, and then those of the library.
  public var choices: [SceneChoice] { own.map(\.choice) + library.choices }

  /// The scenes that are played in turn, in the order of the choices.
  private var own: [(place: Int, choice: SceneChoice)] {
    let known = Set(library.choices.map(\.name))
    let scenes = drawings.prefix(inTurn).map(\.scene)
    guard scenes.count > 1 || scenes.contains(where: { !known.contains($0.name) }) else { return [] }
    return scenes.enumerated().map { place, scene in
      (place, SceneChoice(scene, group: Self.ownGroup))
    }
  }

  /// A scene of the choices.
  private enum Chosen {
    /// One that has been played, or is played in turn, at this position.
    case known(place: Int)
    /// One of the library, at this position of it.
    case unknown(SceneChoice, number: Int)
  }

  private func chosen(_ index: Int) -> Chosen? {
    let own = own
    if own.indices.contains(index) { return .known(place: own[index].place) }
    let number = index - own.count
    guard library.choices.indices.contains(number) else { return nil }
    let choice = library.choices[number]
    let place = chosen[number] ?? drawings.prefix(inTurn).firstIndex { $0.scene.name == choice.name }
    return place.map { .known(place: $0) } ?? .unknown(choice, number: number)
  }

  /// Makes the drawing of a scene of the choices. One that is known is drawn with its edits.
  public func preview(of index: Int) -> (@Sendable (Cancellation) throws -> SceneDrawing)? {
    switch chosen(index) {
    case .known(let place): return { [drawing = drawings[place]] _ in drawing }
    case .unknown(let choice, _):
      return { [scene = library.scene, drawing = library.drawing] cancellation in
        let scene = try scene(choice, cancellation)
        let run = BoundedRun(scene, cancellation: cancellation, stages: .marked)
        return drawing(scene, try run.perform().get())
      }
    case nil: return nil
    }
  }

  /// Plays a scene of the choices. One that can't be loaded changes nothing, and is reported in the picture.
  private func choose(_ index: Int) {
    let (choice, number): (SceneChoice, Int)
    switch chosen(index) {
    case .known(let place): return change(to: place)
    case .unknown(let found, let position): (choice, number) = (found, position)
    case nil: return
    }
    do {
      load(SceneLoad(scene: try library.scene(choice, Cancellation()), purpose: .choice(number)))
    } catch {
      notice = "\(choice.name): \(error)"
    }
  }

  /// Plays what was recorded again, once a live scene is over. Before, there is nothing to go back to: input can't be
  /// repeated, and what has arrived is not discarded.
  private func replay() {
    guard scenePlayback.isOver else { return }
    collect()
    load(SceneLoad(scene: drawing.scene.replaying(recording), purpose: .replay(place: current)))
  }

  func change(to place: Int) {
    endLivePreview()
    // It plays on.
    if starting != nil, place == current, drawing.scene.isLive { return cancelStart() }
    guard let returning = parked.removeValue(forKey: place) else {
      return start(place, speedFactor: drawings[place].scene.speedFactor)
    }
    cancelStart()
    forgetEdit()
    leave(for: place)
    (scenePlayback, recording) = (returning.scenePlayback, returning.recording)
    (held, finishedAt) = (nil, nil)
  }

  /// Plays a scene with a player that is ready.
  func play(_ place: Int, on player: ScenePlayback) {
    leave(for: place)
    scenePlayback = player
    recording = drawing.scene.emptyRecording()
    scenePlayback.begin()
    onStart(scenePlayback)
  }

  /// Leaves the scene that plays for another one; a live scene goes on, unless it starts again.
  private func leave(for place: Int) {
    if !scenePlayback.scene.isLive {
      stops.async { [scenePlayback] in scenePlayback.stop() }
    } else if place == current {
      scenePlayback.stop()
    } else {
      collect()
      parked[current] = ParkedPlayback(scenePlayback: scenePlayback, recording: recording)
    }
    current = place
  }
}
