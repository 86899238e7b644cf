internal import Dispatch
public import HubCore
public import Logging
internal import Marbles
internal import Player
public import SceneFiles
public import Scenes
public import Wire

/// Owns what a daemon plays: gives each event to a ``HubState``, and performs the effects that come of it.
///
/// It runs on a thread of its own and does nothing that takes long. Viewers and status read the ``StateStore``, plans and
/// runs are made by a ``PreparationQueue``.
public actor Hub {
  /// What is shown, for any thread to read at any time.
  public nonisolated let store: StateStore
  /// What is drawn in this process.
  nonisolated let frames = FrameMeter()
  private nonisolated let executor = QueueExecutor("marbled.hub", qos: .userInteractive)
  /// The hub's own thread, so that it never waits for those who watch.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let logger: Logger
  private let settings: HubSettings
  private nonisolated let (end, hasEnded) = AsyncStream<Void>.makeStream()
  private(set) var state: HubState
  private var runs = HubRuns()
  private var answers: [RequestID: CheckedContinuation<ControlRequest.Invalid?, Never>] = [:]
  private var requests = 0
  private var isPlaying = false
  private var alarm: DispatchWorkItem?

  /// Creates a hub that plays nothing yet.
  public init(
    playlist: Playlist, titleCards: Duration? = nil, message: String? = nil, settings: HubSettings = HubSettings(),
    run: String = String(UInt32.random(in: .min ... .max), radix: 36), logger: Logger
  ) {
    state = HubState(playlist: playlist, titleCards: titleCards, message: message)
    state.timeout = Int64(saturating: settings.planning)
    self.settings = settings
    self.logger = logger
    store = StateStore(settings: settings, run: run)
  }

  // MARK: Its life

  /// Plays the first entry that can be played; false when none can.
  public func begin() async -> Bool { await ask { .began($0) } == nil }

  /// Takes what happens as it happens, until the hub is stopped or the task is cancelled.
  public func play() async {
    isPlaying = true
    advance()
    for await _ in end {}
  }

  /// Ends what plays, and waits until its thread has let go; no thread of the pool is held meanwhile.
  public func stop() async {
    handle(.shutDown)
    guard let performance = runs.performance else { return }
    await WorkQueue("marbled.stop").perform { performance.stop() }
  }

  // MARK: What happens

  /// Carries out a request whole, or none of it; reloading and quitting are the daemon's.
  ///
  /// - Parameters:
  ///   - peer: who asks, for the log.
  ///   - library: where scenes are looked up that the hub does not know.
  /// - Throws: ``ControlRequest/Invalid`` when it can't be done, or another one was faster.
  public func control(
    _ request: ControlRequest, from peer: String = "a key", library: SceneLibrary
  ) async throws(ControlRequest.Invalid) {
    var found = SceneLookup.nothing(names: [])
    if let name = state.nameToLookUp(for: request) { found = await library.lookUp(name) }
    if let refusal = await ask({ .requested($0, request, peer: peer, found: found) }) { throw refusal }
  }

  /// Keeps a scene that was sent, in the place of one of the same name.
  ///
  /// - Parameter bytes: roughly how many it takes.
  public func keep(_ scene: Scene, bytes: Int, from peer: String) async throws(ControlRequest.Invalid) {
    if let refusal = await ask({ .uploaded($0, scene, bytes: bytes, peer: peer) }) { throw refusal }
  }

  /// Takes what has happened in what is shown, and does what is due by now.
  func advance() {
    collect()
    handle(.tick)
  }

  private func ask(_ event: (RequestID) -> HubEvent) async -> ControlRequest.Invalid? {
    requests += 1
    let id = RequestID(requests)
    let event = event(id)
    return await withCheckedContinuation { answer in
      answers[id] = answer
      handle(event)
    }
  }

  func handle(_ event: HubEvent) {
    if case .requested = event { collect() }
    let effects = state.handle(event, at: settings.wall(), playhead: runs.performance?.sceneTime ?? .zero)
    store.update(state.display)
    for effect in effects { perform(effect) }
    setAlarm()
  }

  private func collect() {
    guard let performance = runs.performance, !runs.hasToldEnd else { return }
    // In this order: when it is over, nothing more comes after what is taken.
    let isOver = performance.isOver
    store.append(performance.takeEntries(), of: performance, at: settings.wall())
    if isOver, let ticket = runs.tellEnd() { handle(.ended(ticket, error: performance.error.map { "\($0)" })) }
  }

  /// Has the hub do something soon, from any thread.
  private nonisolated func soon(_ body: @escaping @Sendable (isolated Hub) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  private func perform(_ effect: HubEffect) {
    switch effect {
    case .prepare(let job):
      runs.prepare(job, onChange: { [weak self] in self?.soon { if $0.isPlaying { $0.collect() } } }) {
        [weak self] outcome in
        guard let self else { return outcome.discard() }
        soon { $0.handle($0.runs.keep(outcome, of: job.ticket)) }
      }
    case .show(let ticket, let entry, let isNewSlot):
      if let run = runs.show(ticket) { store.show(run, entry, state.display, isNewSlot: isNewSlot) }
    case .publish(let publication): store.publish(publication, at: settings.wall())
    case .answer(let id, let refusal): answers.removeValue(forKey: id)?.resume(returning: refusal)
    case .log(.info, let text): logger.info("\(text)")
    case .log(.warning, let text): logger.warning("\(text)")
    case .stop:
      runs.performance?.closeLiveInputs()
      hasEnded.finish()
    case .cancel, .discard, .begin, .setPaused, .setSpeed, .step: runs.perform(effect)
    }
  }

  private func setAlarm() {
    alarm?.cancel()
    alarm = state.deadline.map { deadline in
      let item = DispatchWorkItem { [weak self] in self?.assumeIsolated { $0.advance() } }
      let left = max(0, deadline.subtractingSaturated(settings.wall()))
      executor.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: left)), execute: item)
      return item
    }
  }
}
