public import Drawing
public import Marbles
public import Playback
public import Scenes
internal import Synchronization

/// Scenes that are played in this process, in turn.
public final class LocalShow: Show {
  /// How long the end is shown before a loop begins again or the next scene begins, in wall nanoseconds.
  private static let loopPause: Int64 = 1_000_000_000

  private var stages: [Stage]
  private var current = 0
  private var loops: Bool
  private let hasEnd: Bool
  private var performance: Performance
  private var recording: Recording
  private var held: Held?
  private let changes: Changes
  private let onStart: (Performance) -> Void
  private let wall: WallClock
  /// When the end of the scene was seen first, in nanoseconds of the wall clock.
  private var finishedAt: Int64?
  /// Why the scene that was asked for last can't be played; ``advance()`` throws it.
  private var failure: SceneError?

  /// Prepares to play the scenes of `stages`, at least one.
  ///
  /// - Parameters:
  ///   - stages: what draws each scene.
  ///   - loops: whether to start over at the end.
  ///   - once: whether the end is waited for, so that a scene without one has one, too.
  ///   - startPausedAt: where to begin paused, in scene time, at the end at the latest; nil to begin to play at 0.
  ///   - wall: the clock that scenes are played by.
  ///   - onStart: called with each performance when it begins; what is live is fed from then on.
  /// - Throws: ``SceneError`` when the first scene can't be played.
  public init(
    stages: [Stage], loops: Bool = false, once: Bool = false, startPausedAt: SceneTime? = nil,
    wall: WallClock = .monotonic, onStart: @escaping (Performance) -> Void = { _ in }
  ) throws(SceneError) {
    self.onStart = onStart
    self.wall = wall
    let changes = Changes()
    self.stages = stages
    self.loops = loops
    hasEnd = once || loops || stages.count > 1
    self.changes = changes
    let first = stages[0]
    recording = first.scene.emptyRecording()
    let least = Self.least(of: first, hasEnd: hasEnd)
    performance = try Performance(
      first.scene, speedFactor: first.scene.speedFactor, from: min(startPausedAt ?? .zero, least),
      isPaused: startPausedAt != nil, atLeast: least, wall: wall, onChange: { changes.report() })
  }

  /// The scene time until which a scene is played at least; one without end is left for what comes after it.
  private static func least(of stage: Stage, hasEnd: Bool) -> SceneTime {
    stage.scene.isEndless && !hasEnd ? .distantFuture : stage.plan.duration
  }

  /// Begins to play.
  public func begin(onChange: @escaping @Sendable () -> Void) {
    changes.onChange.withLock { $0 = onChange }
    performance.begin()
    onStart(performance)
  }

  /// Ends it, and waits until its thread has let go.
  public func end() { performance.stop() }

  // MARK: How it stands

  private var stage: Stage { stages[current] }

  /// How it stands now.
  public func snapshot() -> ShowSnapshot {
    if let held {
      var playback = performance.playback
      (playback.anchor, playback.isPaused, playback.phase) = (held.time, true, .playing)
      let playhead = Playhead(time: held.time, playback: playback, isLooping: loops)
      return ShowSnapshot(stage: stage, recording: stage.plan, playhead: playhead, isOneOfSeveral: stages.count > 1)
    }
    // In this order: what has happened by then is in the recording.
    let playhead = playhead
    for entry in performance.takeEntries() { recording.append(entry) }
    for position in recording.rows.indices where stage.scene.isLive {
      recording.rows[position].losses = performance.losses(ofRow: position)
    }
    return ShowSnapshot(stage: stage, recording: recording, playhead: playhead, isOneOfSeveral: stages.count > 1)
  }

  private var playhead: Playhead {
    var playhead = Playhead(time: performance.sceneTime, playback: performance.playback, isLooping: loops)
    if playhead.state == .finished { playhead.time = max(playhead.time, stage.plan.duration) }
    return playhead
  }

  /// Has the pictures of all scenes drawn in these colours.
  public func adopt(_ theme: Theme) {
    for index in stages.indices where stages[index].theme != theme { stages[index].theme = theme }
  }

  // MARK: What plays next

  /// Whether something plays after the end of this scene.
  public var goesOn: Bool { loops || current < stages.count - 1 }

  /// The wall nanoseconds until the next scene, or the next round, begins.
  public var untilAdvance: Int64? { finishedAt.flatMap { goesOn ? max(1, Self.loopPause - (wall.now() - $0)) : nil } }

  /// Goes on to the next scene, or the next round, when the end was seen.
  ///
  /// - Throws: ``SceneError`` when what plays had to be stopped, or a command asked for what can't be played.
  public func advance() throws {
    if let error = failure ?? performance.error { throw error }
    if held != nil { return }
    guard performance.isOver else {
      finishedAt = nil
      return
    }
    let finishedAt = finishedAt ?? wall.now()
    self.finishedAt = finishedAt
    guard goesOn, wall.now() - finishedAt >= Self.loopPause else { return }
    obey(stages.count > 1 ? .changeScene(by: 1) : .restart)
    if let failure { throw failure }
  }

  // MARK: Steering

  /// Steers it.
  public func obey(_ command: ShowCommand) {
    switch command {
    case .pause: performance.pause()
    case .resume: performance.resume()
    case .setSpeedFactor(let factor): performance.setSpeedFactor(factor)
    // What came does not come again.
    case .setLooping(let isLooping): loops = isLooping && !stage.scene.isLive
    case .restart:
      // Nothing that arrived is thrown away when nothing more will come.
      guard !stage.scene.isLive || !performance.isOver else { return }
      start(current, speedFactor: performance.speedFactor)
    case .seek(let time):
      guard !stage.scene.isLive else { return }
      start(current, speedFactor: performance.speedFactor, from: time, isPaused: true)
    case .hold(let time): hold(at: time)
    case .edit(let scene): edit(scene)
    case .release: release()
    case .changeScene(let distance):
      guard stages.count > 1 else { return }
      let next = ((current + distance) % stages.count + stages.count) % stages.count
      start(next, speedFactor: stages[next].scene.speedFactor)
    }
  }

  private func hold(at time: SceneTime) {
    // What comes from outside can't be played again.
    guard !stage.scene.isLive else { return }
    if held == nil {
      held = Held(time: time, goesOn: playhead.state != .paused)
      performance.pause()
    }
    held?.time = time
  }

  /// Plays a scene at once; one that can't be played changes nothing.
  private func edit(_ scene: Scene) {
    guard held != nil, let plan = try? scene.recorded() else { return }
    stages[current] = stage.replanned(scene, plan)
  }

  private func release() {
    guard let held else { return }
    stages[current] = stage.measuredAnew
    start(current, speedFactor: performance.speedFactor, from: held.time, isPaused: !held.goesOn)
  }

  /// Plays the scene at a place instead of what plays now; when it can't be played, that goes on until ``advance()``
  /// throws why.
  private func start(
    _ place: Int, speedFactor speed: SpeedFactor, from time: SceneTime = .zero, isPaused: Bool = false
  ) {
    let stage = stages[place]
    let least = Self.least(of: stage, hasEnd: hasEnd)
    let next: Performance
    do {
      next = try Performance(
        stage.scene, speedFactor: speed, from: min(time, least), isPaused: isPaused, atLeast: least, wall: wall,
        onChange: { [changes] in changes.report() })
    } catch {
      failure = error
      return
    }
    performance.stop()
    held = nil
    finishedAt = nil
    current = place
    recording = stage.scene.emptyRecording()
    performance = next
    performance.begin()
    onStart(performance)
  }
}

/// Where the playhead is held, and whether it goes on when it is let go.
private struct Held {
  var time: SceneTime
  let goesOn: Bool
}

/// Who is told that there is something new to see.
private final class Changes: Sendable {
  let onChange = Mutex<@Sendable () -> Void>({})

  func report() { onChange.withLock { $0 }() }
}
