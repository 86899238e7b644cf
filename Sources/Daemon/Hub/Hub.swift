internal import Dispatch
public import Logging
internal import Marbles
internal import Scenes

/// Owns what plays: steps through a playlist, does what it is told, and tells all who watch.
///
/// A viewer elsewhere follows a ``Subscription``; one in this process looks at the ``Board``. Neither is ever waited for.
public actor Hub {
  /// What a hub is made with.
  public struct Settings: Sendable {
    /// How many may follow at once.
    public var viewers = 256
    /// How many bytes may wait for one of them.
    public var queue = 1 << 20
    /// How many bytes of the newest changes are kept for those who come back.
    public var backlog = 1 << 20
    /// How long a viewer may not come for what waits, in wall nanoseconds.
    public var patience: Int64 = 30_000_000_000
    /// Wall time, in nanoseconds.
    public var wall: @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds) }

    /// Creates the usual settings.
    public init() {}
  }

  /// How everything stands, for viewers in this process.
  public nonisolated let board = Board()
  /// Distinguishes this run of the daemon from others, in the ids of changes.
  public nonisolated let run: String
  nonisolated let settings: Settings
  private nonisolated let wakeups: AsyncStream<Void>
  private nonisolated let wake: AsyncStream<Void>.Continuation
  let logger: Logger

  var programme: Programme
  var isPaused = false
  var speed: Double?
  var message: String?
  var notices: [String] = []
  var guests: [Scene] = []
  var metrics = Metrics()
  var subscriptions: [Int: Subscription] = [:]
  var sequence = 0
  var performance: Performance?
  var hasBegun = false
  private var hasEnded = false
  private var turns = 0
  private var isPreparing = false
  var isOver = false
  var backlog: Backlog
  var subscribers = 0
  private var alarm: Task<Void, Never>?

  /// Creates a hub that plays nothing yet.
  public init(
    playlist: Playlist, titleCards: Duration? = nil, message: String? = nil, settings: Settings = Settings(),
    run: String = String(UInt32.random(in: .min ... .max), radix: 36), logger: Logger
  ) {
    programme = Programme(playlist: playlist, titleCards: titleCards)
    self.message = message
    self.settings = settings
    self.run = run
    self.logger = logger
    backlog = Backlog(limit: settings.backlog)
    (wakeups, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  // MARK: Turns

  /// Plays the first entry that can be played; false when none can.
  public func begin() async -> Bool { await turn(to: .place(programme.place)) }

  /// Steps through the playlist until the task is cancelled.
  public func play() async {
    for await _ in wakeups {
      await advance()
      alarm?.cancel()
      alarm = programme.deadline.map { deadline in
        let left = max(0, deadline - settings.wall())
        return Task { [wake] in
          try? await Task.sleep(nanoseconds: UInt64(left))
          if !Task.isCancelled { wake.yield() }
        }
      }
    }
  }

  /// Takes what has happened, and does what is due by now.
  func advance() async {
    collect()
    guard !isPreparing, !isOver, let step = programme.tick(now: settings.wall()) else { return }
    switch step {
    case .play: replay(from: .zero)
    case .turn(let target): _ = await turn(to: target)
    }
  }

  /// Gives a scene its turn, or, when it can't be played, the next one of the playlist that can.
  @discardableResult
  func turn(to target: Programme.Target) async -> Bool {
    turns += 1
    let number = turns
    isPreparing = true
    var target = target
    for _ in 0...programme.playlist.entries.count {
      let entry = programme.entry(of: target)
      let plan = await Self.plan(entry.scene)
      // Another turn was asked for in the meantime.
      guard number == turns, !isOver else { return true }
      if let plan = try? plan.get(), present(target, entry, plan) {
        isPreparing = false
        return true
      }
      if case .failure(let error) = plan { note("\(entry.scene.name) is left out: \(error)") }
      if case .place(let place) = target {
        target = .place(programme.playlist.place(after: place))
      } else {
        target = .place(programme.nextPlace)
      }
    }
    isPreparing = false
    return false
  }

  /// What happens in a scene, found out on a thread that may take its time; of a live one nobody knows.
  private static func plan(_ scene: Scene) async -> Result<Recording, SceneError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        let result: Result<Recording, SceneError>
        do throws(SceneError) {
          if scene.isLive { try scene.check() }
          result = .success(scene.isLive ? scene.emptyRecording() : try scene.recorded())
        } catch { result = .failure(error) }
        continuation.resume(returning: result)
      }
    }
  }

  private func present(_ target: Programme.Target, _ entry: Playlist.Entry, _ plan: Recording) -> Bool {
    guard let performance = performance(of: entry.scene, plan: plan, from: .zero) else { return false }
    let step = programme.begin(target, now: settings.wall())
    replace(by: performance)
    board.show(
      Standing(
        entry: entry, plan: plan, history: entry.scene.emptyHistory, performance: performance,
        phase: programme.phase, position: nil, count: 0, next: "", message: message, notice: notices.last,
        isSpeedSet: speed != nil && !entry.scene.isLive))
    metrics.turns += 1
    logger.info("playing \(entry.scene.name)")
    showPlace()
    publishSnapshot()
    if step == .play { start() }
    wake.yield()
    return true
  }

  private func performance(of scene: Scene, plan: Recording, from start: SceneTime) -> Performance? {
    try? Performance(
      scene, speedFactor: speed ?? scene.speedFactor, from: start, isPaused: isPaused, atLeast: plan.duration,
      reportsInputs: true, onChange: { [wake] in wake.yield() })
  }

  private func replace(by next: Performance) {
    // It ends when its instant has: nobody waits for that here.
    if let performance { DispatchQueue.global(qos: .utility).async { performance.stop() } }
    (performance, hasBegun, hasEnded) = (next, false, false)
  }

  private func start() {
    hasBegun = true
    performance?.begin()
  }

  /// Begins the scene that has its turn at a time of it.
  func replay(from time: SceneTime) {
    guard let standing = board.current,
      let next = hasBegun || time > .zero
        ? performance(of: standing.entry.scene, plan: standing.plan, from: time) : performance
    else { return }
    let isFirst = !hasBegun && time == .zero
    if !isFirst { replace(by: next) }
    board.update {
      $0.performance = next
      $0.history = standing.entry.scene.emptyHistory
      $0.phase = programme.phase
    }
    if isFirst { publishMotion() } else { collectQuietly(); publishSnapshot() }
    start()
    wake.yield()
  }

  // MARK: What happens

  /// Takes what has happened, and tells it.
  func collect() {
    guard hasBegun, !hasEnded, let performance, let standing = board.current else { return }
    // In this order: when it is over, nothing more comes after what is taken.
    let isOver = performance.isOver
    let entries = performance.takeEntries()
    if !entries.isEmpty {
      let scene = standing.entry.scene
      let (time, factor) = (performance.sceneTime, performance.speedFactor)
      for entry in entries {
        let row = scene.rows[entry.row].name
        metrics.count(entry, row: row, of: scene.name, lateness: (time - entry.time).seconds / factor)
        publish(Change(nextSequence(), run: run, entry: entry, row: row))
      }
      board.update { standing in for entry in entries { standing.history.append(entry) } }
    }
    guard isOver else { return }
    hasEnded = true
    if let error = performance.error { note("\(standing.entry.scene.name) was stopped: \(error)") }
    programme.sceneEnded(now: settings.wall())
    board.update { $0.phase = programme.phase }
    publishMotion()
  }

  /// Takes what happened before the time at which a scene was begun: the snapshot tells it.
  private func collectQuietly() {
    guard let entries = performance?.takeEntries() else { return }
    board.update { standing in for entry in entries { standing.history.append(entry) } }
  }

  // MARK: Steering

  func setPaused(_ paused: Bool) {
    isPaused = paused
    if paused {
      performance?.pause()
      programme.pause(now: settings.wall())
    } else {
      performance?.resume()
      programme.resume(now: settings.wall())
    }
    publishMotion()
    wake.yield()
  }

  func setSpeed(_ factor: Double?) {
    speed = factor
    guard let standing = board.current else { return }
    performance?.setSpeedFactor(factor ?? standing.entry.scene.speedFactor)
    board.update { $0.isSpeedSet = factor != nil && !standing.entry.scene.isLive }
    publishMotion()
  }

  func step(_ count: Int) {
    collect()
    isPaused = true
    programme.pause(now: settings.wall())
    if programme.phase != .playing {
      programme.replay()
      replay(from: .zero)
    }
    for _ in 0..<count { performance?.step() }
    publishMotion()
  }

  func setMessage(_ text: String?) {
    message = text
    board.update { $0.message = text }
    var change = JSONObject()
    change.add("message", text)
    publish(Change(nextSequence(), run: run, type: "message", change.inner))
  }

  /// Says what went wrong, to all who watch and to the log.
  public func note(_ text: String) {
    logger.warning("\(text)")
    notices = (notices + [text]).suffix(20)
    showNotice()
  }

  /// Everything is as it should be again.
  func forgetNotices() {
    guard !notices.isEmpty else { return }
    notices = []
    showNotice()
  }

  private func showNotice() {
    board.update { $0.notice = notices.last }
    var change = JSONObject()
    change.add("notice", notices.last)
    publish(Change(nextSequence(), run: run, type: "notice", change.inner))
  }

  /// Plays another list after the scene that has its turn.
  public func adopt(_ playlist: Playlist, titleCards: Duration?, message: String?) {
    programme.adopt(playlist)
    programme.titleCards = titleCards
    if message != self.message { setMessage(message) }
    showPlace()
    wake.yield()
  }

  private func showPlace() {
    let place = programme.guest == nil ? programme.place.index + 1 : nil
    let (count, next) = (programme.playlist.entries.count, programme.playlist[programme.nextPlace].scene.title)
    board.update { ($0.position, $0.count, $0.next) = (place, count, next) }
  }

  /// Ends what plays, and waits until its thread has let go.
  public func stop() {
    isOver = true
    alarm?.cancel()
    wake.finish()
    performance?.stop()
  }
}

extension Scene {
  /// What has happened before anything has: nothing, in inputs either.
  fileprivate var emptyHistory: Recording {
    var history = emptyRecording()
    for position in history.rows.indices { history.rows[position].timeline = Timeline(end: .open) }
    return history
  }
}
