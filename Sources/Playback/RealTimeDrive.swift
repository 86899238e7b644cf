package import Marbles
internal import Platform
internal import Synchronization

/// Plays an executor in wall time: before an instant fires, waits until `wall ≥ anchor + (due − anchorScene) / speed`.
///
/// Changing the speed and pausing only move the anchor, so the scene computes exactly the same values as in an
/// immediate run. The mapping is that of a ``ScaledClock``, but anchor and speed can change. When the process was
/// suspended during a wait, the drive re-anchors instead of replaying the missed time in a burst. Time spent computing
/// counts: instants that became due meanwhile fire late, without a wait. A paused drive never wakes up.
package final class RealTimeDrive: Sendable {
  private struct State {
    /// The motion of the playhead; its anchor is where the motion last changed.
    var playback: PlaybackState
    var isStopped = false
    var stepRequests = 0
    /// The latest wall time at which the current wait should end; nil while the drive computes or waits without limit.
    /// If the drive wakes much later, the process was suspended.
    var plannedWake: Int64?
    /// Whether the scene time stands still while the process is suspended.
    var skipsSuspends = true
    /// The latest scene time that was reported: the playhead never moves back behind it.
    var shown: SceneTime
    /// Whether the playhead moves already when the run begins.
    var goesOn = false
  }

  /// The maximum wall time between two looks at the wall clock while playing; it limits how precisely a suspend is
  /// detected.
  static let heartbeat: Int64 = 250_000_000
  /// Waking later than planned by more than this counts as a suspend, not as a busy machine.
  static let suspendThreshold: Int64 = 250_000_000

  private let executor: PlaybackExecutor
  private let wall: WallClock
  private let state: Mutex<State>

  /// Creates a drive that begins when ``run(until:atLeast:afterInstant:)`` is called.
  ///
  /// - Parameters:
  ///   - executor: the executor to play.
  ///   - start: where the playhead begins, up to which the executor is advanced before the run; nil for its `now`.
  ///   - speedFactor: the playback speed.
  ///   - isPaused: whether the drive starts paused, until ``resume()``.
  ///   - wall: the wall clock; injected by tests.
  package init(
    executor: PlaybackExecutor, from start: SceneTime? = nil, speedFactor: SpeedFactor = .normal,
    isPaused: Bool = false, wall: WallClock = .monotonic
  ) {
    self.executor = executor
    self.wall = wall
    let now = wall.now()
    let start = start ?? executor.now
    self.state = Mutex(
      State(
        playback: PlaybackState(from: start, at: now, speedFactor: speedFactor, isPaused: isPaused, phase: .ready),
        shown: start))
  }

  /// Creates a drive like ``init(executor:from:speedFactor:isPaused:wall:)``.
  ///
  /// - Parameter skipsSuspends: whether the scene time stands still while the process is suspended; false for a live
  ///   scene, whose time is wall time.
  package convenience init(
    executor: PlaybackExecutor, from start: SceneTime? = nil, speedFactor: SpeedFactor, isPaused: Bool,
    wall: WallClock, skipsSuspends: Bool
  ) {
    self.init(executor: executor, from: start, speedFactor: speedFactor, isPaused: isPaused, wall: wall)
    state.withLock { $0.skipsSuspends = skipsSuspends }
  }

  /// Goes on where another drive has ended, as if the playhead had never stopped; to be called before the run.
  ///
  /// - Parameter other: a drive with the same wall clock whose run is over.
  package func goOn(from other: RealTimeDrive) {
    let (playback, shown) = other.state.withLock { ($0.playback, $0.shown) }
    state.withLock { state in
      (state.playback.anchor, state.playback.wallAnchor) = (playback.anchor, playback.wallAnchor)
      (state.shown, state.goesOn) = (shown, true)
    }
  }

  // MARK: Control, from any thread

  /// The current scene time of the playhead.
  package var sceneTime: SceneTime {
    let now = wall.now()
    return state.withLock { Self.show(&$0, now: now) }
  }

  /// The position and the motion of the playhead, in times of this drive's wall clock.
  package var playback: PlaybackState { state.withLock { $0.playback } }

  /// Changes the speed from now on.
  package func setSpeedFactor(_ speedFactor: SpeedFactor) { change { $0.playback.speedFactor = speedFactor } }

  /// Pauses the playhead; nothing fires until ``resume()`` or ``step()``.
  package func pause() { change { $0.playback.isPaused = true } }

  /// Resumes the playhead.
  package func resume() {
    change {
      $0.playback.isPaused = false
      $0.stepRequests = 0
    }
  }

  /// Pauses, and moves the playhead to the next instant at which something fires.
  package func step() {
    change {
      $0.playback.isPaused = true
      $0.stepRequests += 1
    }
  }

  /// Ends the run after the current instant, so that nothing that has arrived is lost.
  package func stop() { change { $0.isStopped = true } }

  /// Ends the run at once, also inside a job. What the current instant has not finished is lost.
  package func cancel() {
    executor.cancellation.cancel()
    // Wakes the drive.
    change { $0.isStopped = true }
  }

  private func change(_ body: (inout State) -> Void) {
    let now = wall.now()
    state.withLock { state in
      state.playback.anchor = Self.show(&state, now: now)
      state.playback.wallAnchor = now
      state.plannedWake = state.plannedWake.map { max($0, now) }
      body(&state)
    }
    executor.mailArrived.signal()
  }

  private static func show(_ state: inout State, now: Int64) -> SceneTime {
    // After a suspend the missed time does not count, whichever thread looks first.
    state.shown = max(state.shown, state.playback.time(at: now - missedTime(state, now: now)))
    return state.shown
  }

  /// The wall time for which the process was suspended during the current wait; 0 for a wait that is only late.
  private static func missedTime(_ state: State, now: Int64) -> Int64 {
    guard state.skipsSuspends, let planned = state.plannedWake, now - planned > suspendThreshold else { return 0 }
    return now - planned
  }

  /// Ends a wait: what follows is computing.
  private func wake() {
    let now = wall.now()
    state.withLock { state in
      state.playback.wallAnchor += Self.missedTime(state, now: now)
      state.plannedWake = nil
    }
  }

  // MARK: The run

  /// Plays on the calling thread until no timer is left, `horizon` has passed, or it is ended by ``stop()`` or
  /// ``cancel()``; then cancels all unfinished tasks.
  ///
  /// - Parameters:
  ///   - horizon: the last instant that still fires; nil for no limit.
  ///   - minimum: the scene time that the playhead reaches even if nothing fires.
  ///   - afterInstant: called on this thread after all work of an instant, outside of the executor.
  /// - Throws: ``PlaybackError`` when a limit or the ``Cancellation`` stopped the run within an instant, or a task outlived
  ///   it; `afterInstant` is not called for that instant.
  package func run(
    until horizon: SceneTime? = nil, atLeast minimum: SceneTime = .zero, afterInstant: () -> Void = {}
  ) throws(PlaybackError) {
    let now = wall.now()
    state.withLock {
      if !$0.goesOn { $0.playback.wallAnchor = now }
      $0.playback.phase = .playing
    }
    try executor.enter { () throws(PlaybackError) in
      do throws(PlaybackError) {
        try play(until: horizon, atLeast: minimum, afterInstant: { executor.leave(afterInstant) })
        try executor.finish()
        executor.leave(afterInstant)
        end()
      } catch {
        executor.abandon(after: error)
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
      try letIn(until: last, afterInstant: afterInstant)
      afterInstant()
      let due = executor.nextDue.flatMap { $0 <= last ? $0 : nil }
      // Wait for the horizon if timers are due beyond it or inputs are open, else only for the requested minimum.
      let target = due ?? (executor.nextDue == nil && !executor.hasOpenInputs ? min(minimum, last) : last)
      switch nextMove(due: due, target: target) {
      case .fire(let due): try executor.fire(due, admittingMail: false)
      case .arrive(let time):
        // Unfinished tasks are cancelled at the horizon, as in an immediate run.
        executor.move(to: horizon ?? time)
        return
      case .end: return
      case .wait(let deadline):
        executor.leave { wall.wait(executor.mailArrived, deadline) }
        wake()
      }
    }
  }

  /// Admits the work of other threads at the scene time of its arrival: after everything that was due before, and, like
  /// an input, before the operators' timers of that instant.
  ///
  /// What is due before may never end, when timers are faster than this thread. After ``lateLimit``, the work is admitted at
  /// the time that has been reached.
  private func letIn(until last: SceneTime, afterInstant: () -> Void) throws(PlaybackError) {
    guard executor.hasMailWaiting else { return }
    var arrival = min(sceneTime, last)
    let deadline = wall.now().addingSaturated(Self.lateLimit)
    while let due = executor.nextDue, due < arrival {
      if wall.now() > deadline {
        arrival = executor.now
        break
      }
      try executor.fire(due, admittingMail: false)
      afterInstant()
    }
    try executor.admitMail(at: arrival, until: last)
  }

  /// How long the work of other threads waits at most for timers that were due before it, in wall nanoseconds.
  private static let lateLimit: Int64 = 10_000_000

  private func nextMove(due: SceneTime?, target: SceneTime) -> Move {
    let now = wall.now()
    return state.withLock { state in
      if executor.cancellation.isSet { return .end }
      if state.isStopped {
        // The instant that has been reached is completed: another drive may continue after it.
        if let due, due <= executor.now, !state.playback.isPaused { return .fire(due) }
        return .end
      }
      if state.playback.isPaused {
        guard state.stepRequests > 0 else { return .wait(until: nil) }
        state.stepRequests -= 1
        state.playback.anchor = max(target, state.playback.anchor)
        return due.map { .fire($0) } ?? .arrive(target)
      }
      let deadline = state.playback.wallTime(of: target)
      if now >= deadline { return due.map { .fire($0) } ?? .arrive(target) }
      let wake = min(deadline, now + Self.heartbeat)
      state.plannedWake = wake
      return .wait(until: wake)
    }
  }
}
