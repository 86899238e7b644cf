internal import Dispatch
public import Marbles
internal import Operators
public import Playback
public import Scenes
internal import Synchronization
internal import Threads

/// A scene being played in wall time, on a thread of its own: what happens is taken from it, and it can be steered.
///
/// The scene's own thread never waits for whoever watches; entries leave through a queue, whole instants at a time.
public final class Performance: Sendable {
  private struct Outbox {
    var entries: [Recording.Entry] = []
    var isOver = false
    /// Where the playhead stands at the latest, once it is over.
    var end = SceneTime.distantFuture
    var error: SceneError?
    /// Who waits for a sign of life.
    var callers: [@Sendable () -> Void] = []
  }

  /// What is played.
  public let scene: Scene

  private let player: ScenePlayer
  private let drive: RealTimeDrive
  private let minimum: SceneTime
  private let start: SceneTime
  private let instant: InstantEntries
  private let outbox = Mutex(Outbox())
  private let onChange: @Sendable () -> Void
  private let done = DispatchGroup()
  /// Whether its thread has been started, or never will be.
  private let hasBegun = Mutex(false)
  /// Where the playhead of a live scene was stopped, whose time goes on.
  private let stoodStill = Mutex<SceneTime?>(nil)

  /// Prepares a performance.
  ///
  /// - Parameters:
  ///   - scene: what to play.
  ///   - speedFactor: how fast to play; a live scene plays as fast as the wall clock.
  ///   - start: the scene time at which it begins; what is due before happens at once. A live scene begins at 0.
  ///   - isPaused: whether it waits for ``resume()``.
  ///   - minimum: the scene time until which the playhead goes on, whether something happens or not.
  ///   - reportsInputs: whether the entries of inputs are reported, too; those of live rows are in any case.
  ///   - wall: the clock that it is played by.
  ///   - onChange: called, on the scene's thread, when there are entries to take and when it is over.
  ///   - willAdvance: called before it is run up to `start`, with what ends that early, from any thread.
  /// - Throws: ``SceneError`` when the scene can't be played.
  public init(
    _ scene: Scene, speedFactor: SpeedFactor, from start: SceneTime = .zero, isPaused: Bool = false,
    atLeast minimum: SceneTime = .zero, reportsInputs: Bool = false, wall: WallClock = .monotonic,
    onChange: @escaping @Sendable () -> Void = {}, willAdvance: (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) throws(SceneError) {
    let instant = InstantEntries()
    player = try ScenePlayer(scene, recordsInner: false, reportsInputs: reportsInputs) { instant.append($0) }
    self.instant = instant
    self.scene = scene
    self.minimum = minimum
    self.start = scene.isLive ? .zero : min(start, player.horizon ?? start)
    self.onChange = onChange
    // Paused at 0, too, all of that instant has happened.
    if self.start > .zero || isPaused && !scene.isLive {
      willAdvance(player.cancel)
      do throws(PlaybackError) {
        try player.executor.advance(to: self.start)
      } catch {
        throw player.explained(error)
      }
    }
    drive = RealTimeDrive(
      executor: player.executor, speedFactor: scene.isLive ? .normal : speedFactor, isPaused: isPaused && !scene.isLive,
      wall: wall)
    if scene.isLive, isPaused { stoodStill.withLock { $0 = .zero } }
    publish()
  }

  /// What its tasks run on.
  package var executor: PlaybackExecutor { player.executor }

  /// Begins to play, unless it has been stopped.
  public func begin() {
    guard isFirst() else { return }
    DispatchQueue(label: "marbled.performance", qos: .userInteractive).async(group: done) { [self] in
      // Closures may recurse, and a crash is to give the terminal back.
      AlternateStack.install()
      var failure: SceneError?
      var end = SceneTime.distantFuture
      do throws(PlaybackError) {
        try drive.run(until: player.horizon, atLeast: minimum) { publish() }
      } catch {
        failure = player.explained(error)
      }
      if failure == nil {
        do throws(SceneError) { end = max(try player.recording().duration, minimum, start) } catch { failure = error }
      }
      closeLiveInputs()
      publish()
      outbox.withLock {
        $0.isOver = true
        $0.end = end
        $0.error = failure
      }
      answer()
      onChange()
    }
  }

  /// Ends it, and waits until its thread has let go.
  public func stop() {
    closeLiveInputs()
    drive.stop()
    // What was only wired together waits for its first step, and would hold on to itself for ever.
    if isFirst() { try? player.executor.end() }
    done.wait()
  }

  private func isFirst() -> Bool {
    hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
  }

  /// Has `caller` called from the scene's own thread as soon as that comes to it, paused or not: proof that it does not
  /// hang. Once it is over, it is called at once.
  public func ping(_ caller: @escaping @Sendable () -> Void) {
    let isOver = outbox.withLock { outbox in
      if !outbox.isOver { outbox.callers.append(caller) }
      return outbox.isOver
    }
    if isOver { return caller() }
    player.executor.submit { [self] in player.executor.leave { answer() } }
  }

  private func answer() {
    let callers = outbox.withLock { outbox in
      defer { outbox.callers = [] }
      return outbox.callers
    }
    for caller in callers { caller() }
  }

  private func publish() {
    let entries = instant.take()
    guard !entries.isEmpty else { return }
    outbox.withLock { $0.entries += entries }
    onChange()
  }

  // MARK: What happens

  /// What has happened since the last call: whole instants, in canonical order.
  public func takeEntries() -> [Recording.Entry] {
    let entries = outbox.withLock { outbox in
      defer { outbox.entries = [] }
      return outbox.entries
    }
    giveBackCredits(for: entries)
    return entries
  }

  /// Whether it is over: everything has happened and the playhead has reached the end, or it failed.
  public var isOver: Bool { outbox.withLock { $0.isOver } }

  /// Why it was stopped, once it is over.
  public var error: SceneError? { outbox.withLock { $0.error } }

  /// Where the playhead is; never beyond the end, though the thread may be late to notice it.
  public var sceneTime: SceneTime {
    min(
      stoodStill.withLock { $0 } ?? drive.sceneTime, player.horizon ?? .distantFuture, outbox.withLock { $0.end })
  }

  /// How the playhead moves: its wall times are those of the drive, so only one process can use them.
  public var playback: PlaybackState {
    let (isOver, end) = outbox.withLock { ($0.isOver, $0.end) }
    let stoodStill = stoodStill.withLock { $0 }
    var playback = drive.playback
    playback.end = min(player.horizon ?? .distantFuture, end)
    playback.isPaused = playback.isPaused || stoodStill != nil
    // Who looks before the thread runs would otherwise take it for one that stands still, and not look again.
    if playback.phase == .ready, hasBegun.withLock({ $0 }) { playback.phase = .playing }
    if isOver { playback.phase = .ended }
    return playback
  }

  // MARK: Steering

  /// Scene seconds a wall second.
  public var speedFactor: SpeedFactor { drive.playback.speedFactor }

  /// Changes the speed from here on.
  ///
  /// - Returns: false for a live scene, whose time is wall time.
  @discardableResult
  public func setSpeedFactor(_ factor: SpeedFactor) -> Bool {
    guard !scene.isLive else { return false }
    drive.setSpeedFactor(factor)
    return true
  }

  /// Whether the playhead stands still.
  public var isPaused: Bool { drive.playback.isPaused || stoodStill.withLock { $0 != nil } }

  /// Stops the playhead; nothing wakes up until ``resume()``. What is live goes on unseen.
  public func pause() {
    guard scene.isLive else { return drive.pause() }
    let now = sceneTime
    stoodStill.withLock { $0 = $0 ?? now }
  }

  /// Lets the playhead go on; in a live scene from now.
  public func resume() {
    guard scene.isLive else { return drive.resume() }
    stoodStill.withLock { $0 = nil }
  }

  /// Pauses, and moves to the next instant at which something happens; a live scene is only paused.
  public func step() {
    guard scene.isLive else { return drive.step() }
    pause()
  }

  // MARK: Live rows

  /// The way into the live row called `row`, for any thread; nil when there is none.
  ///
  /// ```swift
  /// performance.liveInput("clicks")?.offer(.int(1))
  /// ```
  public func liveInput(_ row: String) -> LiveInput? { player.liveInput(row) }

  /// What became no event of the row at `position`.
  public func losses(ofRow position: Int) -> LiveInput.Counts { player.losses(ofRow: position) }

  /// Closes the ways into live rows: nothing more comes of what is sent, and nobody waits for room any longer.
  public func closeLiveInputs() {
    for input in player.allLiveInputs { input.close() }
  }

  private func giveBackCredits(for entries: [Recording.Entry]) {
    guard player.isLive, !entries.isEmpty else { return }
    var counts: [Int: Int] = [:]
    for entry in entries where entry.isValue { counts[entry.row, default: 0] += 1 }
    for (row, count) in counts { player.liveInput(at: row)?.giveBack(count) }
  }
}

/// The entries of the instant that is happening.
private final class InstantEntries: Sendable {
  private let entries = Mutex<[Recording.Entry]>([])

  func append(_ entry: Recording.Entry) { entries.withLock { $0.append(entry) } }

  /// All entries, in canonical order; what one row did keeps its order.
  func take() -> [Recording.Entry] {
    let taken = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    guard taken.count > 1 else { return taken }
    return taken.enumerated().sorted {
      ($0.element.time, $0.element.row, $0.offset) < ($1.element.time, $1.element.row, $1.offset)
    }.map(\.element)
  }
}
