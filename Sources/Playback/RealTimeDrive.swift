internal import Dispatch
public import Marbles
internal import Synchronization

/// Plays an executor in wall time: before an instant fires, waits until `wall ≥ anchor + (due − anchorScene) / speed`.
///
/// Changing the speed and pausing move the anchor and nothing else, so what the scene computes is the same to the bit as
/// in an immediate run. What the anchor and the speed make of wall time is what a ``ScaledClock`` makes of its base; only
/// that here they change. A process that was suspended is re-anchored instead of replaying what it missed in a burst.
/// While paused nothing wakes up.
public final class RealTimeDrive: Sendable {
  private struct State {
    /// How the playhead moves; its anchor is where that last changed.
    var playback: PlaybackState
    var isStopped = false
    var stepRequests = 0
    /// When the drive last looked, or meant to wake: the proof that the process was not suspended in between.
    var beat: Int64
    /// The latest scene time that anybody was told: the playhead never goes back behind it.
    var shown: SceneTime
  }

  /// The drive looks at the wall at least this often while it plays: how precisely a suspend is noticed.
  static let heartbeat: Int64 = 250_000_000
  /// Waking later than planned by more than this is a suspend, not a busy machine.
  static let suspendThreshold: Int64 = 250_000_000

  private let executor: PlaybackExecutor
  private let wall: WallClock
  private let state: Mutex<State>

  /// Creates a drive that begins at the executor's `now` when ``run(until:atLeast:)`` is called.
  ///
  /// - Parameters:
  ///   - executor: what to play.
  ///   - speedFactor: how fast to play.
  ///   - isPaused: whether it waits for ``resume()`` before anything happens.
  ///   - wall: the wall clock; tests give their own.
  public init(
    executor: PlaybackExecutor, speedFactor: SpeedFactor = .normal, isPaused: Bool = false, wall: WallClock = .monotonic
  ) {
    self.executor = executor
    self.wall = wall
    let now = wall.now()
    self.state = Mutex(
      State(
        playback: PlaybackState(
          from: executor.now, at: now, speedFactor: speedFactor, isPaused: isPaused, phase: .ready),
        beat: now, shown: executor.now))
  }

  // MARK: Control, from any thread

  /// Where the playhead is now, in scene time.
  public var sceneTime: SceneTime {
    let now = wall.now()
    return state.withLock { Self.show(&$0, now: now) }
  }

  /// Where the playhead is and how it moves, as this drive's wall clock counts.
  public var playback: PlaybackState { state.withLock { $0.playback } }

  /// Changes the speed from here on.
  public func setSpeedFactor(_ speedFactor: SpeedFactor) { change { $0.playback.speedFactor = speedFactor } }

  /// Stops the playhead; nothing fires and nothing wakes up until ``resume()``.
  public func pause() { change { $0.playback.isPaused = true } }

  /// Lets the playhead go on from where it stands.
  public func resume() {
    change {
      $0.playback.isPaused = false
      $0.stepRequests = 0
    }
  }

  /// Pauses, and moves to the next instant at which something fires.
  public func step() {
    change {
      $0.playback.isPaused = true
      $0.stepRequests += 1
    }
  }

  /// Ends the run as soon as the instant that is firing is done.
  public func stop() { change { $0.isStopped = true } }

  private func change(_ body: (inout State) -> Void) {
    let now = wall.now()
    state.withLock { state in
      state.playback.anchor = Self.show(&state, now: now)
      state.playback.wallAnchor = now
      state.beat = max(state.beat, now)
      body(&state)
    }
    executor.mailArrived.signal()
  }

  private static func show(_ state: inout State, now: Int64) -> SceneTime {
    state.shown = max(state.shown, sceneTime(state, now: now))
    return state.shown
  }

  private static func sceneTime(_ state: State, now: Int64) -> SceneTime {
    // After a suspend the time that was missed does not count, whoever looks first.
    state.playback.time(at: now - state.beat <= suspendThreshold ? now : state.beat)
  }

  // MARK: The run

  /// Plays on the calling thread until nothing is left to fire, `horizon` has passed, or ``stop()``; then cancels what
  /// has not ended.
  ///
  /// - Parameters:
  ///   - horizon: the last instant that still fires; nil for no limit.
  ///   - minimum: the scene time until which the playhead goes on, whether something fires or not.
  ///   - afterInstant: called on this thread when all that happens at an instant has happened, outside of the executor.
  /// - Throws: ``PlaybackError`` when the run had to be stopped, or a task outlived it.
  public func run(
    until horizon: SceneTime? = nil, atLeast minimum: SceneTime = .zero, afterInstant: () -> Void = {}
  ) throws(PlaybackError) {
    let now = wall.now()
    state.withLock {
      $0.playback.wallAnchor = now
      $0.beat = now
      $0.playback.phase = .playing
    }
    try executor.enter { () throws(PlaybackError) in
      do throws(PlaybackError) {
        try play(until: horizon, atLeast: minimum, afterInstant: { executor.leave(afterInstant) })
        try executor.finish()
        executor.leave(afterInstant)
        end()
      } catch {
        executor.abandon()
        end()
        throw error
      }
    }
  }

  private func end() {
    let now = wall.now()
    state.withLock { state in
      state.playback.anchor = Self.show(&state, now: now)
      state.playback.wallAnchor = now
      state.playback.phase = .ended
    }
  }

  private enum Move {
    case fire(SceneTime)
    case wait(until: Int64?)
    case arrive(SceneTime)
    case end
  }

  private func play(
    until horizon: SceneTime?, atLeast minimum: SceneTime, afterInstant: () -> Void
  ) throws(PlaybackError) {
    let last = horizon ?? .distantFuture
    try executor.admitMail(at: executor.now)
    while true {
      try letIn(until: last)
      afterInstant()
      let due = executor.nextDue.flatMap { $0 <= last ? $0 : nil }
      // With timers beyond it, or inputs from outside, the horizon itself is waited for; with none, only what was asked
      // for.
      let target = due ?? (executor.nextDue == nil && !executor.hasOpenInputs ? min(minimum, last) : last)
      switch nextMove(due: due, target: target) {
      case .fire(let due): try executor.fire(due, admittingMail: false)
      case .arrive(let time):
        // What has not ended is cancelled at the horizon, as in an immediate run.
        executor.move(to: horizon ?? time)
        return
      case .end: return
      case .wait(let deadline): wall.wait(executor.mailArrived, deadline)
      }
    }
  }

  /// What other threads submitted happens at the scene time of its arrival, after all that was due before it, and as an
  /// input does before what is due right then.
  private func letIn(until last: SceneTime) throws(PlaybackError) {
    guard executor.hasMailWaiting else { return }
    let arrival = min(sceneTime, last)
    while let due = executor.nextDue, due < arrival { try executor.fire(due, admittingMail: false) }
    try executor.admitMail(at: arrival)
  }

  private func nextMove(due: SceneTime?, target: SceneTime) -> Move {
    let now = wall.now()
    return state.withLock { state in
      if now - state.beat > Self.suspendThreshold { state.playback.wallAnchor += now - state.beat }
      state.beat = now
      if state.isStopped { return .end }
      if state.playback.isPaused {
        guard state.stepRequests > 0 else {
          state.beat = .max / 2
          return .wait(until: nil)
        }
        state.stepRequests -= 1
        state.playback.anchor = max(target, state.playback.anchor)
        return due.map { .fire($0) } ?? .arrive(target)
      }
      let deadline = state.playback.wallTime(of: target)
      if now >= deadline { return due.map { .fire($0) } ?? .arrive(target) }
      state.beat = min(deadline, now + Self.heartbeat)
      return .wait(until: state.beat)
    }
  }
}
