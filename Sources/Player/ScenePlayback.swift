internal import Dispatch
public import Marbles
internal import Operators
internal import Platform
package import Playback
public import Scenes
internal import Synchronization

/// Plays a scene in wall time on its own thread; other threads take its entries and control it.
///
/// Entries leave through a queue, one complete instant at a time. The scene's thread waits for its observer only in a live
/// scene, when the queue is full.
public final class ScenePlayback: Sendable {
  private struct Status {
    var isOver = false
    /// The limit of the playhead once the playback is over.
    var end = SceneTime.distantFuture
    /// The duration of the whole run, once it is over.
    var duration: SceneTime?
    var error: SceneError?
    /// Callers of ``ScenePlayback/ping(_:)``.
    var callers: [@Sendable () -> Void] = []
  }

  /// What was asked of the thread.
  enum Life { case created, begun, over, stopped, handedOver }

  /// The run up to the start, on the first thread that calls ``catchUp()``.
  private enum CatchUp {
    case waiting, running
    case ended(SceneError?)
  }

  /// The default of how many entries of a live scene may wait for the observer.
  public static let outboxLimit = 50_000

  /// The scene that is played.
  public let scene: Scene

  let player: ScenePlayer
  let drive: RealTimeDrive
  private let reportsNotes: Bool
  private let minimum: SceneTime
  private let start: SceneTime
  /// The scene time up to which events happen before the run in wall time; nil for none.
  private let ahead: SceneTime?
  private let instant: EntryBatch
  let outbox: PlaybackOutbox
  let reportsArrivals: Bool
  let lateness = TimerLateness()
  private let status = Mutex(Status())
  private let metersStages: Bool
  private let busy = Atomic<Int64>(0)
  let watchdog: Watchdog
  let onChange: @Sendable () -> Void
  let done = DispatchGroup()
  let life = Mutex(Life.created)
  private let begun = Mutex(false)
  private let catchUpState = Mutex(CatchUp.waiting)
  /// Signalled when the run has reached its start; each waiter passes the signal on.
  private let hasReachedStart = DispatchSemaphore(value: 0)
  /// Held while it repeats what has arrived, on another thread than that which stops it.
  let repeating = Mutex(())
  /// Keeps what arrives in live rows; nil for no recording.
  let recorder: (any ArrivalRecorder)?
  /// The time of a paused live scene, whose time continues.
  let stoodStill = Mutex<SceneTime?>(nil)
  /// What this playback goes on with; nil until it does, and for one that does not.
  let inheritance = Mutex<Inheritance?>(nil)

  /// Creates a playback; nothing runs yet.
  ///
  /// - Parameters:
  ///   - scene: the scene to play.
  ///   - speedFactor: the playback speed; a live scene always plays at speed 1.
  ///   - start: the scene time at which to start; earlier events happen before, in ``catchUp()``. A live scene starts at 0.
  ///   - isPaused: whether to start paused.
  ///   - minimum: the scene time that the playhead reaches even without events.
  ///   - reportsInputs: whether to report the entries of inputs that are not live.
  ///   - reportsArrivals: whether to report the values of live rows, too; false if there is no recorder, and the observer
  ///     doesn't need them. Sources then wait only when the observer leaves ``outboxLimit`` entries waiting.
  ///   - reportsNotes: whether to report what operators do without emitting values.
  ///   - metersStages: whether to count what happens inside expressions, see ``stageMeasures(ofRow:)``.
  ///   - wall: the wall clock.
  ///   - watchdog: ends a live scene that takes long to stop.
  ///   - recorder: keeps what arrives in live rows.
  ///   - past: what a playback with other expressions has recorded, which this one goes on with; see
  ///     ``repeatArrivals(of:until:)``.
  ///   - cancellation: stops the playback, as ``stop()`` does; wakes no playback that waits.
  ///   - outboxLimit: how many entries of a live scene may wait for the observer, beside those of one instant.
  ///   - onChange: called on the scene's thread when entries can be taken, and at the end.
  /// - Throws: ``SceneError`` when the scene can't be played.
  package init(
    _ scene: Scene, speedFactor: SpeedFactor, from start: SceneTime = .zero, isPaused: Bool = false,
    atLeast minimum: SceneTime = .zero, reportsInputs: Bool = false, reportsArrivals: Bool = true,
    reportsNotes: Bool = false,
    metersStages: Bool = false, wall: WallClock = .monotonic, watchdog: Watchdog = .wall,
    recorder: (any ArrivalRecorder)? = nil, continuing past: Recording? = nil,
    cancellation: Cancellation = Cancellation(), outboxLimit: Int = ScenePlayback.outboxLimit,
    onChange: @escaping @Sendable () -> Void = {}
  ) throws(SceneError) {
    let instant = EntryBatch()
    player = try ScenePlayer(
      scene, cancellation: cancellation, recordsInner: false, recordsNotes: reportsNotes, metersStages: metersStages,
      reportsInputs: reportsInputs, reportsArrivals: reportsArrivals, continuing: past
    ) { instant.append($0) }
    (self.reportsNotes, self.reportsArrivals, self.metersStages) = (reportsNotes, reportsArrivals, metersStages)
    self.instant = instant
    outbox = PlaybackOutbox(isBounded: scene.isLive, limit: outboxLimit)
    (self.recorder, self.watchdog) = (recorder, watchdog)
    self.scene = scene
    self.minimum = minimum
    self.start = scene.isLive ? .zero : min(start, player.horizon ?? start)
    self.onChange = onChange
    // A playback that is paused at 0 also runs the events of that instant.
    ahead = self.start > .zero || isPaused && !scene.isLive ? self.start : nil
    drive = RealTimeDrive(
      executor: player.executor, from: self.start, speedFactor: scene.isLive ? .normal : speedFactor,
      isPaused: isPaused && !scene.isLive, wall: wall, skipsSuspends: !scene.isLive)
    if scene.isLive, isPaused { stoodStill.withLock { $0 = .zero } }
  }

  /// Runs up to the start on the calling thread; waits for a run on another thread. ``begin()`` does it on the scene's
  /// thread otherwise.
  ///
  /// - Throws: ``SceneError`` when a limit or the cancellation stopped the run.
  public func catchUp() throws(SceneError) {
    let isFirst = catchUpState.withLock { state in
      guard case .waiting = state else { return false }
      state = .running
      return true
    }
    if isFirst {
      let error = runAhead()
      catchUpState.withLock { $0 = .ended(error) }
      hasReachedStart.signal()
    } else {
      waitForStart()
    }
    if case .ended(let error?) = catchUpState.withLock({ $0 }) { throw error }
  }

  private func runAhead() -> SceneError? {
    do throws(PlaybackError) {
      if let ahead { try player.executor.advance(to: ahead) }
    } catch {
      return player.diagnosis(of: error)
    }
    do throws(SceneError) { try inherit() } catch { return error }
    publish()
    return nil
  }

  /// Waits until the run has reached its start.
  package func waitForStart() {
    hasReachedStart.wait()
    hasReachedStart.signal()
  }

  /// Whether it has begun to play; also once it is over.
  package var hasBegun: Bool { begun.withLock(\.self) }

  /// The executor of its tasks.
  package var executor: PlaybackExecutor { player.executor }

  /// Starts to play, unless the playback has been stopped.
  public func begin() {
    let isFirst = life.withLock { life in
      defer { if life == .created { life = .begun } }
      return life == .created
    }
    guard isFirst else { return }
    begun.withLock { $0 = true }
    DispatchQueue(label: "marbled.playback", qos: .userInteractive).async(group: done) { [self] in
      // Closures may overflow the stack by recursion, and a crash must restore the terminal.
      AlternateStack.install()
      var failure: SceneError?
      var duration: SceneTime?
      do throws(SceneError) {
        try catchUp()
        do throws(PlaybackError) {
          try drive.run(until: player.horizon, atLeast: minimum) {
            publish()
            if metersStages { busy.store(ProcessorTime.ofThread(), ordering: .relaxed) }
            let hasWaited = outbox.waitForRoom(beforeWait: answer)
            if !reportsArrivals { for input in player.allLiveInputs { input.giveBackAll() } }
            if scene.isLive { lateness.note(hasWaited: hasWaited) { drive.sceneTime - player.executor.now } }
          }
        } catch {
          // What an instant has reported before it was cut is not all that came of its arrivals.
          _ = instant.take()
          throw player.diagnosis(of: error)
        }
        duration = try player.recording().duration
      } catch .stopped(.cancelled) {
        // It was stopped from outside, and has not failed.
      } catch {
        failure = error
      }
      let end = life.withLock { life in
        defer { if life == .begun { life = .over } }
        return life
      }
      closeLiveInputs()
      publish()
      if end != .handedOver, inheritance.withLock({ $0?.isOver != true }) {
        record(player.departures)
        recorder?.end(at: player.executor.now, isStopped: end == .stopped)
      }
      status.withLock {
        $0.isOver = true
        $0.duration = duration
        $0.end = duration.map { max($0, minimum, start) } ?? .distantFuture
        $0.error = failure
      }
      answer()
      onChange()
    }
  }

  /// How long a live scene may take to finish what has arrived before it is stopped.
  static let finishLimit = Duration.milliseconds(200)

  /// Stops the playback, and waits for its thread: at once, also inside a closure. A live scene first finishes its current
  /// instant, unless that takes long, as what has arrived can't be repeated.
  public func stop() {
    let before = life.withLock { life in
      defer { if life != .handedOver { life = .stopped } }
      return life
    }
    outbox.close()
    if before == .handedOver { return }
    closeLiveInputs()
    // A playback that was never started would keep itself alive by its tasks.
    if before == .created {
      drive.cancel()
      repeating.withLock { _ in
        try? catchUp()
        try? player.executor.end()
      }
      return
    }
    if scene.isLive {
      drive.stop()
      watchdog.call(after: Self.finishLimit) { [weak drive] in drive?.cancel() }
    } else {
      drive.cancel()
    }
    done.wait()
  }

  /// Calls `caller` on the scene's thread as soon as possible, even when paused: proof that the thread does not hang.
  /// Calls it at once after the end.
  public func ping(_ caller: @escaping @Sendable () -> Void) {
    let isOver = status.withLock { status in
      if !status.isOver { status.callers.append(caller) }
      return status.isOver
    }
    if isOver { return caller() }
    player.executor.ask { [self] in answer() }
    // A thread that waits for its observer does not hang: it waits for the one who asks.
    if outbox.isAwaited { answer() }
  }

  private func answer() {
    let callers = status.withLock { status in
      defer { status.callers = [] }
      return status.callers
    }
    for caller in callers { caller() }
  }

  /// Forgets what the current instants have reported.
  func discardInstant() { _ = instant.take() }

  private func publish() {
    let entries = instant.take()
    let notes = reportsNotes ? player.takeNotes() : []
    guard !entries.isEmpty || !notes.isEmpty else { return }
    record(entries)
    outbox.append(entries, notes)
    onChange()
  }

  // MARK: What happens

  /// The entries since the last call: complete instants, in canonical order.
  public func takeEntries() -> [Recording.Entry] { takeEverything().entries }

  /// The first entries since the last call: complete instants, in canonical order.
  ///
  /// - Parameter count: the number of entries after which the next instant is left for the next call.
  /// - Returns: the entries, and whether none is left.
  public func takeEntries(about count: Int) -> (entries: [Recording.Entry], isAll: Bool) {
    let (entries, isAll) = outbox.takeEntries(about: count)
    giveBackCredits(for: entries)
    return (entries, isAll)
  }

  /// Whether the scene's thread waits until entries are taken.
  package var waitsForObserver: Bool { outbox.isAwaited }

  /// The entries and the notes since the last call: complete instants, the entries in canonical order.
  package func takeEverything() -> (entries: [Recording.Entry], notes: [(row: Int, note: Recording.Note)]) {
    let (entries, notes) = outbox.take()
    giveBackCredits(for: entries)
    return (entries, notes)
  }

  /// The processor time that the scene's thread has used by the end of the newest instant, in nanoseconds; 0 unless stages are
  /// metered.
  public var processorTime: Int64 { busy.load(ordering: .relaxed) }

  /// Whether the playback is over: the playhead has reached the end, or the scene has failed.
  public var isOver: Bool { status.withLock { $0.isOver } }

  /// The duration of the recording of the whole run, which a later start does not change; nil until it is over, and after
  /// an error.
  package var recordedDuration: SceneTime? { status.withLock { $0.duration } }

  /// The error that stopped the scene, once it is over.
  public var error: SceneError? { status.withLock { $0.error } }

  /// The scene time of the playhead; never after the end, even if the thread is late.
  public var sceneTime: SceneTime {
    min(
      stoodStill.withLock { $0 } ?? drive.sceneTime, player.horizon ?? .distantFuture, status.withLock { $0.end })
  }

  /// The motion of the playhead. Its wall times are those of this process.
  public var playback: PlaybackState {
    let (isOver, end) = status.withLock { ($0.isOver, $0.end) }
    let stoodStill = stoodStill.withLock { $0 }
    var playback = drive.playback
    playback.end = min(player.horizon ?? .distantFuture, end)
    playback.isPaused = playback.isPaused || stoodStill != nil
    // Before the thread runs, the playhead would appear to be paused, and observers would not look again.
    if playback.phase == .ready, life.withLock({ $0 != .created }) { playback.phase = .playing }
    // Between the last event and the end of its thread, the entries are not complete.
    if isOver { playback.phase = .ended } else if playback.phase == .ended { playback.phase = .playing }
    return playback
  }

  // MARK: Steering

  /// Scene seconds per wall-clock second.
  public var speedFactor: SpeedFactor { drive.playback.speedFactor }

  /// Changes the speed from now on.
  ///
  /// - Returns: false for a live scene, whose time is wall time.
  @discardableResult
  public func setSpeedFactor(_ factor: SpeedFactor) -> Bool {
    guard !scene.isLive else { return false }
    drive.setSpeedFactor(factor)
    return true
  }

  /// Whether the playhead is paused.
  public var isPaused: Bool { drive.playback.isPaused || stoodStill.withLock { $0 != nil } }

  /// Pauses the playhead. A live scene continues in the background.
  public func pause() {
    guard scene.isLive else { return drive.pause() }
    let now = sceneTime
    stoodStill.withLock { $0 = $0 ?? now }
  }

  /// Resumes the playhead; a live scene jumps to the present.
  public func resume() {
    guard scene.isLive else { return drive.resume() }
    stoodStill.withLock { $0 = nil }
  }

  /// Pauses, and moves the playhead to the next instant with events; a live scene is only paused.
  public func step() {
    guard scene.isLive else { return drive.step() }
    pause()
  }
}
