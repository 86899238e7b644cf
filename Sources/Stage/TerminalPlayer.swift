public import Marbles
public import Scenes
public import Terminal

/// Plays a scene on a terminal: a ticker that sleeps until the next row is due, frames, and keys.
public final class TerminalPlayer {
  /// How to play.
  public struct Options: Sendable {
    /// Scene seconds a wall second.
    public var speedFactor: Double
    /// Start over at the end.
    public var loops: Bool
    /// Leave at the end.
    public var once: Bool
    /// Begin paused, at this scene time.
    public var startPausedAt: SceneTime?

    /// Creates options.
    public init(speedFactor: Double = 1, loops: Bool = false, once: Bool = false, startPausedAt: SceneTime? = nil) {
      self.speedFactor = speedFactor
      self.loops = loops
      self.once = once
      self.startPausedAt = startPausedAt
    }
  }

  /// How playing came to its end.
  public enum Outcome: Hashable, Sendable {
    /// By a key, or because it was to be played once.
    case left
    /// By this signal.
    case signalled(Int32)
    /// The terminal is gone.
    case hungUp
    /// The terminal can't be drawn on.
    case noTerminal
  }

  /// How long the end is shown before a loop begins again, in wall nanoseconds.
  private static let loopPause: Int64 = 1_000_000_000

  private let stage: Stage
  private var options: Options
  private let terminal: TerminalSession
  private let renderer: Renderer
  private let signals: SignalPipe
  private let wake: WakePipe
  private let schedules: [RefreshSchedule]
  private let overlay: RefreshSchedule

  private var performance: Performance
  private var recording: Recording
  private var shown: Canvas?
  private var size: Size
  private var keys = KeyParser()
  private var outcome: Outcome?
  /// What was shown when it was left.
  private var last: Moment?
  private let clock = ContinuousClock()
  private var finishedAt: ContinuousClock.Instant?

  /// Prepares to play `stage`'s scene.
  ///
  /// - Returns: nil when the process has no pipes left for signals and wake-ups.
  /// - Throws: ``SceneError`` when the scene can't be played.
  public init?(
    stage: Stage, options: Options, terminal: TerminalSession, capabilities: Capabilities
  ) throws(SceneError) {
    guard let signals = SignalPipe(), let wake = WakePipe() else { return nil }
    self.stage = stage
    self.options = options
    self.terminal = terminal
    self.signals = signals
    self.wake = wake
    renderer = Renderer(capabilities: capabilities)
    schedules = stage.scene.rows.map {
      .animation(minimumInterval: $0.refreshInterval ?? stage.scene.refreshInterval)
    }
    overlay = .animation(minimumInterval: stage.scene.refreshInterval)
    size = terminal.size()
    recording = stage.scene.emptyRecording()
    performance = try Performance(
      stage.scene, speedFactor: options.speedFactor, from: options.startPausedAt ?? .zero,
      isPaused: options.startPausedAt != nil, atLeast: stage.plan.duration, onChange: { wake.wake() })
  }

  /// Plays until it is left; the terminal is then as it was.
  public func run() throws(SceneError) -> Outcome {
    guard terminal.enter() else { return .noTerminal }
    TerminalSession.leaveOnFatalSignals()
    defer { terminal.leave() }
    performance.begin()
    while outcome == nil {
      if let error = performance.error { throw error }
      advanceLoop()
      draw()
      if options.once, moment.state == .finished { break }
      if outcome != nil { break }
      let ready = Wait.forReading(
        [terminal.input, signals.descriptor, wake.descriptor], nanoseconds: untilNextTick())
      if ready.contains(wake.descriptor) { wake.drain() }
      if ready.contains(signals.descriptor) { signals.read().forEach(handle) }
      if ready.contains(terminal.input) {
        readKeys()
      } else if keys.isPending {
        handle(keys.flush())
      }
    }
    // Before it is stopped, after which it counts as over.
    last = moment
    for entry in performance.takeEntries() { recording.append(entry) }
    performance.stop()
    return outcome ?? .left
  }

  /// The picture to leave in the scrollback: the last frame without its key line and blank lines at the end.
  public var finalPicture: String {
    var moment = last ?? moment
    moment.rowTimes = []
    let frame = stage.frame(recording, at: moment, size: size)
    let height = frame.lines.dropLast().lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let lines = Renderer.ansi(frame, depth: renderer.capabilities.colorDepth).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix(height).map { $0 + "\n" }.joined()
  }

  // MARK: Frames

  private var moment: Moment {
    var moment = Moment(time: performance.sceneTime, speedFactor: performance.speedFactor, isLooping: options.loops)
    if performance.isOver {
      moment.state = .finished
      moment.time = max(moment.time, stage.plan.duration)
    } else if performance.isPaused {
      moment.state = .paused
    } else {
      moment.state = .playing
      let anchor = performance.anchor
      moment.rowTimes = schedules.map {
        $0.shownTime(at: moment.time, anchor: anchor, speedFactor: moment.speedFactor)
      }
      moment.time = overlay.shownTime(at: moment.time, anchor: anchor, speedFactor: moment.speedFactor)
    }
    return moment
  }

  private func draw() {
    let moment = moment
    for entry in performance.takeEntries() { recording.append(entry) }
    let frame = stage.frame(recording, at: moment, size: size)
    let bytes = renderer.bytes(from: shown, to: frame)
    if !bytes.isEmpty, !terminal.write(bytes) { outcome = .hungUp }
    shown = frame
  }

  /// The wall nanoseconds until something is due; nil while nothing moves.
  private func untilNextTick() -> Int64? {
    if keys.isPending { return 50_000_000 }
    if let finishedAt, options.loops {
      let elapsed = finishedAt.duration(to: clock.now) / .nanoseconds(1)
      return max(1, Self.loopPause - Int64(elapsed))
    }
    guard !performance.isOver, !performance.isPaused else { return nil }
    let (time, anchor, speed) = (performance.sceneTime, performance.anchor, performance.speedFactor)
    return (schedules + [overlay]).map { $0.untilNextTick(at: time, anchor: anchor, speedFactor: speed) }.min()
  }

  // MARK: The loop

  private func advanceLoop() {
    guard performance.isOver else {
      finishedAt = nil
      return
    }
    let finishedAt = finishedAt ?? clock.now
    self.finishedAt = finishedAt
    guard options.loops, finishedAt.duration(to: clock.now) >= .nanoseconds(Self.loopPause) else { return }
    restart()
  }

  private func restart() {
    let speed = performance.speedFactor
    performance.stop()
    recording = stage.scene.emptyRecording()
    finishedAt = nil
    // The scene has been played before, so it can be played again.
    guard
      let next = try? Performance(
        stage.scene, speedFactor: speed, atLeast: stage.plan.duration, onChange: { [wake] in wake.wake() })
    else { return }
    performance = next
    performance.begin()
  }

  // MARK: Keys and signals

  private func readKeys() {
    guard let bytes = terminal.read() else {
      outcome = .hungUp
      return
    }
    handle(keys.feed(bytes))
  }

  private func handle(_ inputs: [Input]) {
    for case .key(let key, let modifiers) in inputs { handle(key, modifiers) }
  }

  private func handle(_ key: Key, _ modifiers: Modifiers) {
    switch key {
    case .character("c") where modifiers.contains(.control), .character("q"): outcome = .left
    case .character("z") where modifiers.contains(.control): suspend()
    case .character("l") where modifiers.contains(.control): shown = nil
    case .character(" "): if performance.isPaused { performance.resume() } else { performance.pause() }
    case .character("+"), .character("="):
      performance.setSpeedFactor(SpeedLadder.faster(than: performance.speedFactor))
    case .character("-"): performance.setSpeedFactor(SpeedLadder.slower(than: performance.speedFactor))
    case .backspace: performance.setSpeedFactor(1)
    case .character("l"): options.loops.toggle()
    case .character("r"): restart()
    default: break
    }
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case Signals.windowChanged:
      size = terminal.size()
      shown = nil
    case Signals.stop: suspend()
    case Signals.resume:
      // Whoever stopped us may have changed the terminal since.
      terminal.leave()
      reenter()
    default: outcome = .signalled(signal)
    }
  }

  /// Gives the terminal back, stops, and paints everything again when the process goes on.
  private func suspend() {
    terminal.leave()
    signals.suspend()
    reenter()
  }

  private func reenter() {
    guard terminal.enter() else {
      outcome = .hungUp
      return
    }
    size = terminal.size()
    shown = nil
  }
}
