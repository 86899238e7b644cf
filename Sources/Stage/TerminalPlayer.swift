public import Marbles
public import Scenes
public import Terminal

/// Plays scenes in turn on a terminal: a ticker that sleeps until the next row is due, frames, and keys.
public final class TerminalPlayer {
  /// How to play.
  public struct Options: Sendable {
    /// Start over at the end.
    public var loops: Bool
    /// Leave at the end.
    public var once: Bool
    /// Begin paused, at this scene time.
    public var startPausedAt: SceneTime?

    /// Creates options.
    public init(loops: Bool = false, once: Bool = false, startPausedAt: SceneTime? = nil) {
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

  /// How long the end is shown before a loop begins again or the next scene begins, in wall nanoseconds.
  private static let loopPause: Int64 = 1_000_000_000
  /// How long a reply is waited for when playing ends right after it has begun, in wall nanoseconds.
  private static let replyPause: Int64 = 50_000_000

  private let stages: [Stage]
  private var current = 0
  private var options: Options
  private let terminal: TerminalSession
  private let signals: SignalPipe
  private let wake: WakePipe
  private var schedules: [RefreshSchedule] = []
  private var overlay = RefreshSchedule.animation(minimumInterval: Scene.defaultRefreshInterval)

  private var performance: Performance
  private var recording: Recording
  private var size: Size
  private var modes = Modes.fullScreen
  private var parser = InputParser()
  private var negotiation: Negotiation
  private var askedAt: ContinuousClock.Instant?
  private var outcome: Outcome?
  /// The state in the frame that was shown last.
  private var shownState: Moment.State?
  /// What was shown when it was left.
  private var last: Moment?
  private let clock = ContinuousClock()
  private var finishedAt: ContinuousClock.Instant?

  /// Prepares to play the scenes of `stages`, at least one, on a terminal, which is asked for what `negotiation` does
  /// not know.
  ///
  /// - Returns: nil when the process has no pipes left for signals and wake-ups.
  /// - Throws: ``SceneError`` when the scene can't be played.
  public init?(
    stages: [Stage], options: Options, terminal: TerminalSession, negotiation: Negotiation
  ) throws(SceneError) {
    guard let signals = SignalPipe(), let wake = WakePipe() else { return nil }
    self.stages = stages
    self.options = options
    self.terminal = terminal
    self.signals = signals
    self.wake = wake
    self.negotiation = negotiation
    terminal.capabilities = negotiation.capabilities
    size = terminal.size()
    let first = stages[0]
    recording = first.scene.emptyRecording()
    performance = try Performance(
      first.scene, speedFactor: first.scene.speedFactor, from: options.startPausedAt ?? .zero,
      isPaused: options.startPausedAt != nil, atLeast: first.plan.duration, onChange: { wake.wake() })
    setSchedules()
  }

  /// Plays until it is left; the terminal is then as it was, and what was shown last stands in its scrollback.
  public func run() throws(SceneError) -> Outcome {
    guard terminal.enter() else { return .noTerminal }
    defer { terminal.leave() }
    performance.begin()
    while outcome == nil {
      if let error = performance.error { throw error }
      advanceLoop()
      draw()
      if outcome != nil || hasShownTheEnd { break }
      wait()
    }
    // Before it is stopped, after which it counts as over.
    last = moment
    for entry in performance.takeEntries() { recording.append(entry) }
    performance.stop()
    let outcome = outcome ?? .left
    if outcome != .hungUp { awaitReply() }
    if terminal.leave(), outcome == .left { terminal.print(finalPicture) }
    return outcome
  }

  private var stage: Stage { stages[current] }
  private var title: String { "marbled: \(stage.scene.title)" }

  private func setSchedules() {
    let scene = stage.scene
    schedules = scene.rows.map { .animation(minimumInterval: $0.refreshInterval ?? scene.refreshInterval) }
    overlay = .animation(minimumInterval: scene.refreshInterval)
  }

  /// The picture to leave in the scrollback: the last frame without its key line and blank lines at the end.
  private var finalPicture: String {
    var moment = last ?? moment
    moment.rowTimes = []
    let frame = stage.frame(recording, at: moment, size: size)
    let height = frame.lines.dropLast().lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return Renderer(capabilities: terminal.capabilities).lines(frame).prefix(height).map { $0 + "\n" }.joined()
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
    // A terminal that is behind gets the frame of the moment at which it is ready, and none of those before.
    guard !terminal.isBusy else { return }
    note(terminal.show(Frame(stage.frame(recording, at: moment, size: size), modes: modes)))
    shownState = moment.state
    guard askedAt == nil else { return }
    askedAt = clock.now
    note(terminal.send(negotiation.begin()))
  }

  /// Whether everything was played once, and the end was seen, if there is anybody to see it.
  private var hasShownTheEnd: Bool {
    guard options.once, performance.isOver, !goesOn else { return false }
    if shownState == .finished, !terminal.isBusy { return true }
    return finishedAt.map { elapsed(since: $0) >= TerminalSession.patience } ?? false
  }

  private func note(_ progress: TerminalSession.Progress) { if progress == .gone { outcome = .hungUp } }

  // MARK: Waiting

  /// Sleeps until a frame is due or something happened, and deals with it.
  private func wait() {
    let ready = Wait.until(
      readable: [terminal.input, signals.descriptor, wake.descriptor],
      writable: terminal.isBusy ? [terminal.output] : [],
      nanoseconds: [untilNextTick(), parser.timeout].compactMap { $0 }.min())
    if ready.readable.contains(wake.descriptor) { wake.drain() }
    if !ready.writable.isEmpty { note(terminal.resume()) }
    if ready.readable.contains(signals.descriptor) { signals.read().forEach(handle) }
    if ready.readable.contains(terminal.input) {
      readInput()
    } else if ready.isEmpty, parser.timeout != nil {
      handle(parser.flush())
    }
  }

  /// The wall nanoseconds until something is due; nil while nothing moves, or nothing more can be shown.
  private func untilNextTick() -> Int64? {
    if let finishedAt, goesOn { return max(1, Self.loopPause - elapsed(since: finishedAt)) }
    if let finishedAt, options.once { return max(1, TerminalSession.patience - elapsed(since: finishedAt)) }
    guard !performance.isOver, !performance.isPaused, !terminal.isBusy else { return nil }
    let (time, anchor, speed) = (performance.sceneTime, performance.anchor, performance.speedFactor)
    return (schedules + [overlay]).compactMap { $0.untilNextTick(at: time, anchor: anchor, speedFactor: speed) }.min()
  }

  private func elapsed(since instant: ContinuousClock.Instant) -> Int64 {
    Int64(instant.duration(to: clock.now) / .nanoseconds(1))
  }

  // MARK: The loop

  private func advanceLoop() {
    guard performance.isOver else {
      finishedAt = nil
      return
    }
    let finishedAt = finishedAt ?? clock.now
    self.finishedAt = finishedAt
    guard goesOn, finishedAt.duration(to: clock.now) >= .nanoseconds(Self.loopPause) else { return }
    if stages.count > 1 { show(scene: current + 1) } else { restart() }
  }

  /// Whether something is played after the end of this scene.
  private var goesOn: Bool { options.loops || current < stages.count - 1 }

  /// Plays another scene from its beginning; behind the last comes the first.
  private func show(scene index: Int) {
    guard stages.count > 1 else { return }
    current = (index + stages.count) % stages.count
    if modes.title != nil { modes.title = title }
    setSchedules()
    start(speedFactor: stage.scene.speedFactor)
  }

  private func restart() { start(speedFactor: performance.speedFactor) }

  private func start(speedFactor speed: Double) {
    performance.stop()
    recording = stage.scene.emptyRecording()
    finishedAt = nil
    // The scene has been recorded before, so it can be played.
    guard
      let next = try? Performance(
        stage.scene, speedFactor: speed, atLeast: stage.plan.duration, onChange: { [wake] in wake.wake() })
    else { return }
    performance = next
    shownState = nil
    performance.begin()
  }

  // MARK: Input

  private func readInput() {
    guard let bytes = terminal.read() else {
      outcome = .hungUp
      return
    }
    handle(parser.feed(bytes))
  }

  private func handle(_ inputs: [Input]) {
    for input in inputs {
      switch input {
      case .key(let key, let modifiers): handle(key, modifiers)
      case .reply(let reply):
        // Nothing wakes up for the end of the limit: it counts when a reply comes.
        if let askedAt, elapsed(since: askedAt) > Negotiation.limit { negotiation.expire() }
        note(terminal.send(negotiation.receive(reply)))
        adoptCapabilities()
      case .mouse, .paste, .focus: break
      }
    }
  }

  private func adoptCapabilities() {
    guard negotiation.isOver, terminal.capabilities != negotiation.capabilities else { return }
    terminal.capabilities = negotiation.capabilities
    if negotiation.capabilities.titles { modes.title = title }
  }

  /// Reads a reply that is on its way, which the shell would take for typing.
  private func awaitReply() {
    let start = clock.now
    guard let askedAt, elapsed(since: askedAt) < Negotiation.limit else { return }
    while negotiation.awaitsReply, elapsed(since: start) < Self.replyPause {
      let rest = Self.replyPause - elapsed(since: start)
      guard Wait.until(readable: [terminal.input], nanoseconds: rest).readable.contains(terminal.input),
        let bytes = terminal.read()
      else { return }
      for case .reply(let reply) in parser.feed(bytes) { _ = negotiation.receive(reply) }
    }
  }

  private func handle(_ key: Key, _ modifiers: Modifiers) {
    switch key {
    case .character("c") where modifiers.contains(.control), .character("q"): outcome = .left
    case .character("z") where modifiers.contains(.control): suspend()
    case .character("l") where modifiers.contains(.control): terminal.forgetScreen()
    case .character(" "): if performance.isPaused { performance.resume() } else { performance.pause() }
    case .character("+"), .character("="):
      performance.setSpeedFactor(SpeedLadder.faster(than: performance.speedFactor))
    case .character("-"): performance.setSpeedFactor(SpeedLadder.slower(than: performance.speedFactor))
    case .backspace: performance.setSpeedFactor(1)
    case .character("l"): options.loops.toggle()
    case .character("r"): restart()
    case .pageUp: show(scene: current - 1)
    case .pageDown: show(scene: current + 1)
    default: break
    }
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case Signals.windowChanged:
      size = terminal.size()
      terminal.forgetScreen()
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
  }
}
