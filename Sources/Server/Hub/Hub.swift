internal import Dispatch
public import HubCore
internal import Inputs
public import Logging
internal import Marbles
internal import Player
public import SceneFiles
public import Scenes
public import Wire

/// Owns what the daemon plays: passes each event to a ``HubState`` and performs the resulting effects.
///
/// The hub runs on a dedicated thread and does nothing slow. Viewers and status requests read the ``StateStore``; a
/// ``PreparationQueue`` plans scenes and creates runs.
public actor Hub {
  /// The current state, readable from any thread at any time.
  public nonisolated let store: StateStore
  /// Counts the frames drawn in this process.
  nonisolated let frames = FrameMeter()
  private nonisolated let executor = QueueExecutor("marbled.hub", qos: .userInteractive)
  /// A dedicated thread, so that the hub never waits for viewers.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let logger: Logger
  private let settings: HubSettings
  private nonisolated let (end, hasEnded) = AsyncStream<Void>.makeStream()
  private(set) var state: HubState
  private var runs: PreparedRuns
  private var answers: [PendingRequestID: CheckedContinuation<ControlRequest.Invalid?, Never>] = [:]
  private var requests = 0
  private var isPlaying = false
  private var isWaitingForTaps = false
  private var alarm: DispatchWorkItem?

  /// Creates a hub that plays nothing yet.
  public init(
    playlist: Playlist, titleCards: Duration? = nil, message: String? = nil, settings: HubSettings = HubSettings(),
    run: String = String(UInt32.random(in: .min ... .max), radix: 36), logger: Logger
  ) {
    state = HubState(playlist: playlist, titleCards: titleCards, message: message)
    state.timeout = Int64(saturating: settings.planningTimeLimit)
    self.settings = settings
    self.logger = logger
    let store = StateStore(settings: settings, run: run)
    self.store = store
    runs = PreparedRuns(
      recorder: settings.recorder, taps: settings.taps,
      log: SourceLog(logger) { store.tellSources(at: store.settings.now()) })
  }

  // MARK: Lifecycle

  /// Plays the first entry that can be played; returns false when there is none.
  public func begin() async -> Bool { await ask { .began($0) } == nil }

  /// Handles events as they happen, until the hub is stopped or the task is cancelled.
  public func play() async {
    isPlaying = true
    settings.taps?.observeRows { [weak self] row, _ in self?.soon { $0.noteTap(row) } }
    advance()
    for await _ in end {}
  }

  /// Ends the current run and waits for its thread, without blocking a thread of the pool.
  public func stop() async {
    handle(.shutDown)
    guard let scenePlayback = runs.scenePlayback else { return }
    await WorkQueue("marbled.stop").perform { scenePlayback.stop() }
  }

  // MARK: Events

  /// Carries out all of a request or none of it; the daemon handles reloading and quitting.
  ///
  /// - Parameters:
  ///   - peer: the client, for the log.
  ///   - library: where to look up scenes that the hub does not know.
  /// - Throws: ``ControlRequest/Invalid`` when the request can't be carried out, or another one overtook it.
  public func control(
    _ request: ControlRequest, from peer: String = "a key", library: SceneLibrary
  ) async throws(ControlRequest.Invalid) {
    var found = SceneLookup.nothing(names: [])
    if let name = state.nameToLookUp(for: request) { found = await lookUp(name, library) }
    if let refusal = await ask({ .requested($0, request, peer: peer, found: found) }) { throw refusal }
  }

  /// The name of the scene of all taps that programs have reported so far.
  static let tapScene = "taps"

  /// How long to wait for more taps of a program that has just reported one, in nanoseconds.
  private static let tapPause = 200_000_000

  /// Plays the scene of all taps again when a program reports a tap that it lacks.
  private func noteTap(_ row: String) {
    guard !isWaitingForTaps, let scene = state.shown?.scene, scene.name == Self.tapScene,
      scene.rows.allSatisfy({ $0.live?.source?.hasPrefix("tap:") == true }), scene.position(of: row) == nil
    else { return }
    isWaitingForTaps = true
    executor.queue.asyncAfter(deadline: .now() + .nanoseconds(Self.tapPause)) { [weak self] in
      self?.assumeIsolated { $0.isWaitingForTaps = false }
      Task { [weak self] in
        var request = ControlRequest()
        request.scene = .named(Self.tapScene)
        try? await self?.control(request, from: "a new tap", library: SceneLibrary(folders: []))
      }
    }
  }

  private func lookUp(_ name: String, _ library: SceneLibrary) async -> SceneLookup {
    guard name == Self.tapScene, let taps = settings.taps else { return await library.lookUp(name) }
    let rows = taps.rowsSoFar.map { Scene.Row(name: $0.name, content: .live($0.live)) }
    guard !rows.isEmpty else {
      return .malformed(
        "no program has reported a tap yet; start one that uses MarbleTap, with MARBLED_TAP=\(taps.path)")
    }
    return .scene(Scene(name: name, title: "Taps", rows: rows))
  }

  /// Stores an uploaded scene; replaces one of the same name.
  ///
  /// - Parameter bytes: its approximate size.
  public func keep(_ scene: Scene, bytes: Int, from peer: String) async throws(ControlRequest.Invalid) {
    if let refusal = await ask({ .uploaded($0, scene, bytes: bytes, peer: peer) }) { throw refusal }
  }

  /// Takes new events from the current run, and does what is due.
  func advance() {
    collect()
    handle(.tick)
  }

  private func ask(_ event: (PendingRequestID) -> HubEvent) async -> ControlRequest.Invalid? {
    requests += 1
    let id = PendingRequestID(requests)
    let event = event(id)
    return await withCheckedContinuation { answer in
      answers[id] = answer
      handle(event)
    }
  }

  func handle(_ event: HubEvent) {
    if case .requested = event { collect() }
    let effects = state.handle(event, at: settings.now(), playhead: runs.scenePlayback?.sceneTime ?? .zero)
    store.update(state.display)
    for effect in effects { perform(effect) }
    setAlarm()
  }

  private func collect() {
    guard let scenePlayback = runs.scenePlayback, !runs.hasToldEnd else { return }
    // In this order: a run that is over adds no events after these.
    let isOver = scenePlayback.isOver
    store.append(scenePlayback.takeEntries(), of: scenePlayback, at: settings.now())
    if isOver, let ticket = runs.tellEnd() { handle(.ended(ticket, error: scenePlayback.error.map { "\($0)" })) }
  }

  /// Runs `body` on the hub soon; callable from any thread.
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
    case .publish(let publication): store.publish(publication, at: settings.now())
    case .answer(let id, let refusal): answers.removeValue(forKey: id)?.resume(returning: refusal)
    case .log(.info, let text): logger.info("\(text)")
    case .log(.warning, let text): logger.warning("\(text)")
    case .stop:
      runs.stopFeeds()
      runs.scenePlayback?.closeLiveInputs()
      hasEnded.finish()
    case .cancel, .discard, .begin, .setPaused, .setSpeed, .step: runs.perform(effect)
    }
  }

  private func setAlarm() {
    alarm?.cancel()
    alarm = state.deadline.map { deadline in
      let item = DispatchWorkItem { [weak self] in self?.assumeIsolated { $0.advance() } }
      let left = max(0, deadline.subtractingSaturated(settings.now()))
      executor.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: left)), execute: item)
      return item
    }
  }
}
