public import Drawing
internal import Layout
internal import Marbles
internal import Platform
internal import Scenes
public import Terminal

/// Draws a show on a terminal: sleeps until something is due, shows frames, and handles input.
///
/// It does not know whether the show plays in this process.
public final class TerminalPlayer {
  let source: any PlaybackSource
  private let isOnce: Bool
  private let policy: InteractionPolicy
  private let theme: (Capabilities) -> Theme
  let terminal: TerminalSession
  private let signals: SignalPipe
  private let wake: WakePipe
  private let unfolding: StageUnfolding
  private let stills: SceneStills

  var viewer = Viewer()
  var size: Size
  private var parser = InputParser()
  private var questions: CapabilityQueries
  private var outcome: Outcome?
  /// Whether Ctrl-C was pressed, which a terminal in raw mode does not turn into a signal.
  public private(set) var wasInterrupted = false
  /// The end of the scene that the terminal has not shown yet.
  private var finishedAt: Int64?
  /// When somebody at a public screen pressed a key, of which the screen shows which there are.
  private var keyAt: Int64?
  /// When a key was refused.
  private var refusedAt: Int64?
  /// The edit to show, or the end of one, once all that was typed is read.
  private var preview: SceneEdit??
  /// What the keys for copying, saving and writing export; nil if they export nothing.
  let export: SceneExport?
  /// What such a key has just exported, or why it could not; and when.
  var answer: (text: String, isProblem: Bool, at: Int64)?
  /// Called with the name of an exercise when every output of it is predicted.
  public var onSolved: (String) -> Void = { _ in }
  /// What such keys have exported, to print after the session.
  public internal(set) var exports: [String] = []
  /// When the console was last repainted.
  private var paintedAt: Int64
  /// The clock of the terminal; its instants are nanoseconds.
  let clock: MonotonicClock
  private let start: Int64
  /// When the next frame is due by time alone; nil while nothing moves.
  private var dueAt: Int64?
  private let onFrame: ((_ bytes: Int, _ lateness: Duration?) -> Void)?
  /// The cost of frames; nil unless requested.
  public private(set) var statistics: FrameStatistics?

  /// Creates a player. It queries the terminal for capabilities that `negotiation` does not know.
  ///
  /// - Parameters:
  ///   - source: the show to draw.
  ///   - once: whether to quit at the end.
  ///   - policy: the behaviour of the session.
  ///   - countsFrames: whether to count the cost of frames, and to show it below them.
  ///   - terminal: the terminal to draw on.
  ///   - negotiation: the known capabilities of the terminal.
  ///   - export: what the keys for copying, saving and writing export; nil for nothing.
  ///   - onFrame: called with the size of each written frame, and how long after its scheduled time it was written; nil for
  ///     a frame without a schedule, such as a reaction to a key.
  ///   - theme: returns the theme for a terminal; called again after the terminal has answered.
  /// - Returns: nil when the process has no descriptors left for pipes.
  public init?(
    _ source: any PlaybackSource, once: Bool = false, policy: InteractionPolicy = InteractionPolicy(),
    countsFrames: Bool = false,
    terminal: TerminalSession, negotiation: TerminalNegotiation, export: SceneExport? = nil,
    onFrame: ((_ bytes: Int, _ lateness: Duration?) -> Void)? = nil,
    theme: @escaping (Capabilities) -> Theme
  ) {
    guard let signals = SignalPipe(policy.signals), let wake = WakePipe() else { return nil }
    self.source = source
    isOnce = once
    self.policy = policy
    self.onFrame = onFrame
    self.export = export
    self.theme = theme
    clock = terminal.clock
    start = clock.now()
    paintedAt = start
    self.terminal = terminal
    self.signals = signals
    self.wake = wake
    unfolding = StageUnfolding { [wake] in wake.wake() }
    stills = SceneStills(waiting: LocalPlayback.frameWait) { [wake] in wake.wake() }
    questions = CapabilityQueries(negotiation, clock: clock)
    terminal.capabilities = negotiation.capabilities
    size = terminal.size()
    source.apply(theme(terminal.capabilities))
    viewer.isPresenting = policy.presents
    viewer.permissions = policy.keys.permissions
    (viewer.hidesExercises, viewer.teaches) = (policy.hidesExercises, policy.teaches)
    if export == nil { viewer.permissions.remove(.export) }
    if policy.picksFirst { viewer.picker = ScenePicker(source.choices, isFirst: true) }
    if countsFrames { statistics = FrameStatistics(startingAt: reading) }
  }

  private var reading: FrameStatistics.Sample {
    .init(
      wall: .nanoseconds(clock.elapsed(since: start)), processor: ProcessorTime.ofProcess, bytes: terminal.bytesShown)
  }

  /// Plays until the end. The terminal is then restored, with the last picture in its scrollback.
  ///
  /// - Throws: an error when the show can't be played, or a limit stopped it.
  public func run() throws -> Outcome {
    guard terminal.enter() else { return .noTerminal }
    defer { terminal.leave() }
    if policy.isConsole { note(terminal.send(Self.staysOn)) }
    try source.begin { [wake] in wake.wake() }
    while outcome == nil, !source.isOver {
      try source.advance()
      let snapshot = told(seen())
      let seenAt = clock.now()
      if draw(snapshot) || outcome != nil { break }
      wait(atMost: untilNextTick(after: snapshot, seenAt))
    }
    // Taken before the show is ended, because it counts as over afterwards.
    let last = seen()
    source.end()
    stills.forget()
    let outcome = outcome ?? .left
    if outcome != .hungUp { questions.awaitReply(on: terminal, &parser) }
    if terminal.leave(), outcome == .left, policy.leavesPicture, viewer.picker?.isFirst != true {
      terminal.print(finalPicture(of: last))
    }
    return outcome
  }

  // MARK: Frames

  /// Draws a snapshot of the show.
  ///
  /// - Returns: whether a show that plays once has ended, and the terminal, if still present, has shown the end.
  private func draw(_ snapshot: PlaybackSnapshot) -> Bool {
    let isOver = isOnce && snapshot.playhead.state == .finished && !source.goesOn
    finishedAt = isOver ? finishedAt ?? clock.now() : nil
    // A slow terminal gets the current frame when it is ready, and skips earlier ones.
    if !terminal.isBusy {
      var modes = viewer.modes
      if !policy.keys.includeMouse { modes.mouse = .off }
      if terminal.capabilities.titles { modes.title = "marbled: \(snapshot.drawing.scene.title)" }
      let moment = viewer.moment(of: snapshot)
      followSize()
      repaintWhenDue()
      var (canvas, cursor) = viewer.screen(of: snapshot, size: pictureSize)
      modes.cursor = cursor
      if let shift { canvas = shift.moved(canvas, to: size, after: clock.elapsed(since: start)) }
      if let line = statistics?.line, size.rows >= TimelineLayout.leastRoomy {
        canvas.put(line, column: 1, row: size.rows - 2, style: Style(foreground: snapshot.drawing.theme.muted))
      }
      show(Frame(canvas, modes: modes))
      statistics?.count(moment, of: snapshot.drawing.scene, at: reading)
      if isOver, !terminal.isBusy { return true }
      note(terminal.send(questions.begin()))
    }
    return finishedAt.map { untilGivenUp(since: $0) <= 0 } ?? false
  }

  private var shift: PixelShift? { PixelShift(policy.pixelShift) }

  private var pictureSize: Size { shift?.size(in: size) ?? size }

  private func show(_ frame: Frame) {
    let bytesBefore = terminal.bytesShown
    note(terminal.show(frame))
    let lateness = dueAt.map(clock.elapsed).flatMap { $0 >= 0 ? Duration.nanoseconds($0) : nil }
    dueAt = nil
    onFrame?(terminal.bytesShown - bytesBefore, lateness)
  }

  /// The show with the stages that this viewer wants to see.
  func seen() -> PlaybackSnapshot {
    var snapshot = source.snapshot()
    if viewer.follow(snapshot) {
      source.handle(.seek(.zero))
      snapshot = source.snapshot()
    }
    let unfolded = unfolding.unfolded(snapshot, viewer.stages.shown(in: snapshot.drawing.scene)) {
      viewer.renumber(from: $0, to: $1)
    }
    if let problem = unfolding.takeProblem() { tell(problem) }
    return unfolded
  }

  /// The snapshot with the notices for this viewer.
  private func told(_ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
    var snapshot = snapshot
    if let answer, clock.elapsed(since: answer.at) >= Self.refusalTime { self.answer = nil }
    if let answer {
      if answer.isProblem { snapshot.notice = answer.text } else { snapshot.confirmation = answer.text }
    }
    if let keyAt, clock.elapsed(since: keyAt) >= Self.keysTime {
      self.keyAt = nil
      viewer.hideKeys()
    }
    if keyAt != nil { snapshot.overlay?.showsKeys = true }
    snapshot.still = still
    guard let refusal = policy.refusal, let refusedAt, clock.elapsed(since: refusedAt) < Self.refusalTime else {
      self.refusedAt = nil
      return snapshot
    }
    snapshot.overlay?.notice = refusal
    return snapshot
  }

  /// The scene that is selected in the list of scenes, if the screen has room for it; nil until it is computed.
  private var still: SceneStill? {
    guard let picker = viewer.picker else {
      stills.forget()
      return nil
    }
    guard ScenePickerPainter.showsStill(in: pictureSize) else { return nil }
    return stills.still(of: picker.selected, preview: source.preview)
  }

  /// Signals report only the size of the process's own terminal; this may be another one.
  private func followSize() {
    let now = terminal.size()
    guard now != size else { return }
    size = now
    terminal.forgetScreen()
  }

  /// Others write to a console without notice.
  private func repaintWhenDue() {
    guard policy.isConsole, clock.elapsed(since: paintedAt) >= Self.repaintInterval else { return }
    paintedAt = clock.now()
    terminal.forgetScreen()
  }

  func note(_ progress: TerminalSession.Progress) { if progress == .gone { outcome = .hungUp } }

  // MARK: Waiting

  /// Sleeps until a frame is due or an event occurs, and handles it.
  ///
  /// - Parameter nanoseconds: the time until the frame; nil if none is due.
  private func wait(atMost nanoseconds: Int64?) {
    let untilExpiry = parser.deadline.map { max(0, $0 - clock.now()) }
    let ready = clock.wait(
      [terminal.input, signals.descriptor, wake.descriptor], terminal.isBusy ? [terminal.output] : [],
      [nanoseconds, untilExpiry].compactMap { $0 }.min())
    if ready.readable.contains(wake.descriptor) { wake.drain() }
    if !ready.writable.isEmpty { note(terminal.resume()) }
    if ready.readable.contains(signals.descriptor) { signals.read().forEach(handle) }
    if ready.readable.contains(terminal.input) {
      readInput()
    } else {
      handle(parser.expire(at: clock.now()))
    }
  }

  /// The wall nanoseconds until something is due; nil while nothing moves, or nothing more can be shown.
  ///
  /// - Parameters:
  ///   - snapshot: the snapshot that was drawn.
  ///   - instant: the time of the snapshot.
  private func untilNextTick(after snapshot: PlaybackSnapshot, _ instant: Int64) -> Int64? {
    if let finishedAt { return max(1, untilGivenUp(since: finishedAt)) }
    let tick = viewer.untilNextTick(of: snapshot)
    // A frame that the terminal had no time for stays due.
    dueAt = dueAt ?? tick.map { instant.addingReportingOverflow($0) }.map { $0.overflow ? .max : $0.partialValue }
    let frame = terminal.isBusy ? nil : tick.map { max(0, $0 - clock.elapsed(since: instant)) }
    let notes = [refusedAt, answer?.at].compactMap { $0 }.map {
      max(1, Self.refusalTime - clock.elapsed(since: $0))
    }
    let keys = keyAt.map { max(1, Self.keysTime - clock.elapsed(since: $0)) }
    let repaint = policy.isConsole ? max(1, Self.repaintInterval - clock.elapsed(since: paintedAt)) : nil
    let move = shift?.untilNext(after: clock.elapsed(since: start))
    return ([source.untilAdvance, frame, repaint, keys, move].compactMap { $0 } + notes).min()
  }

  /// The time that the terminal still has to show the end.
  private func untilGivenUp(since instant: Int64) -> Int64 {
    TerminalSession.timeout - clock.elapsed(since: instant)
  }

  // MARK: Input

  private func readInput() {
    guard let bytes = terminal.read() else {
      outcome = .hungUp
      return
    }
    handle(parser.feed(bytes, at: clock.now()))
  }

  private func handle(_ inputs: [Input]) {
    defer { showPreview() }
    for input in Viewer.newest(inputs) {
      if !input.isTyping { showPreview() }
      switch input {
      case .key(let key, let modifiers):
        // Also one that is not allowed: whoever presses it looks for another one.
        if policy.keys == .safe { keyAt = clock.now() }
        if source.wakes() { break }
        guard policy.keys.allow(key) else { break }
        if key == .character("c"), modifiers.contains(.control) { wasInterrupted = true }
        let snapshot = seen()
        let requests = viewer.press(key, modifiers, watching: snapshot, size: pictureSize)
        requests.forEach(consider)
      case .reply(let reply):
        let known = terminal.capabilities
        note(terminal.send(questions.receive(reply, on: terminal)))
        if terminal.capabilities != known { source.apply(theme(terminal.capabilities)) }
      case .mouse(let mouse):
        guard policy.keys.includeMouse else { break }
        let snapshot = seen()
        let requests = viewer.point(mouse, at: clock.now(), watching: snapshot, size: pictureSize)
        requests.forEach(consider)
      case .focus(false): viewer.hovered = nil
      case .paste(let text): viewer.paste(text).forEach(consider)
      case .focus: break
      }
    }
  }

  /// Executes the request of a key if it is allowed.
  private func consider(_ request: Viewer.Request) {
    if policy.keys.allow(request) {
      // What was typed meanwhile makes the older text useless, and running it may take a while.
      switch request {
      case .steer(.edit(let edit, .preview)): preview = .some(edit)
      case .steer(.edit(_, .kept)):
        preview = nil
        handle(request)
      default:
        showPreview()
        handle(request)
      }
    } else if policy.keys == .watching {
      refusedAt = clock.now()
    }
  }

  /// Shows the newest edit of the text that is being typed.
  private func showPreview() {
    guard let edit = preview else { return }
    preview = nil
    source.handle(.edit(edit, phase: .preview))
  }

  private func handle(_ request: Viewer.Request) {
    switch request {
    case .steer(let command):
      // What was said about an earlier key is over.
      answer = nil
      source.handle(command)
    case .leave: outcome = .left
    case .suspend: suspend()
    case .repaint: terminal.forgetScreen()
    case .pick: viewer.picker = ScenePicker(source.choices, current: source.snapshot().drawing.scene.name)
    case .copy: copy()
    case .save: save()
    case .write(let path): write(path)
    case .say(let text): tell(text)
    case .solved(let name): onSolved(name)
    }
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case ProcessSignals.windowChanged:
      size = terminal.size()
      terminal.forgetScreen()
    case ProcessSignals.stop: suspend()
    case ProcessSignals.resume: taken(terminal.retake())
    default: outcome = .signalled(signal)
    }
  }

  /// Restores the terminal, stops the process, and repaints when it continues.
  private func suspend() {
    terminal.leave()
    signals.suspend()
    taken(terminal.enter())
  }

  private func taken(_ isOurs: Bool) {
    guard isOurs else {
      outcome = .hungUp
      return
    }
    size = terminal.size()
  }
}
