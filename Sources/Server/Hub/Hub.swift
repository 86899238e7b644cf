internal import Dispatch
public import HubCore
internal import Inputs
public import Logging
internal import Marbles
internal import Platform
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
  /// Whether more entries are collected soon.
  private var isCollecting = false
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
    settings.taps?.observeRows { [weak self] _, _ in self?.soon { $0.noteTap() } }
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

  /// A program has reported a new tap: adds its row, with those of other taps that are reported within
  /// ``HubSettings/tapPause``, as viewers get a snapshot each time.
  private func noteTap() {
    guard !isWaitingForTaps else { return }
    isWaitingForTaps = true
    executor.queue.asyncAfter(deadline: .now() + .nanoseconds(settings.tapPause)) { [weak self] in
      self?.assumeIsolated { hub in
        hub.isWaitingForTaps = false
        hub.addTaps()
      }
    }
  }

  private func addTaps() { handle(.tapsReported(tapRows)) }

  /// A live row for each tap that programs have reported so far.
  private var tapRows: [Scene.Row] {
    settings.taps?.rowsSoFar.map { Scene.Row(name: $0.name, content: .live($0.live)) } ?? []
  }

  private func lookUp(_ name: String, _ library: SceneLibrary) async -> SceneLookup {
    guard name == HubState.tapScene, let taps = settings.taps else { return await library.lookUp(name) }
    let rows = tapRows
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
    if case .requested = event { collectUnlessDue() }
    let effects = state.handle(event, at: settings.now(), playhead: runs.scenePlayback?.sceneTime ?? .zero)
    store.update(state.display)
    for effect in effects { perform(effect) }
    setAlarm()
  }

  private func collect() {
    guard let scenePlayback = runs.scenePlayback, !runs.hasToldEnd else { return }
    let start = settings.now()
    // In this order: a run that is over adds no events after these.
    let isOver = scenePlayback.isOver
    let (entries, isAll) = scenePlayback.takeEntries(about: Self.batch)
    store.append(entries, of: scenePlayback, at: start)
    guard isAll else { return collectMore(after: settings.now().subtractingSaturated(start)) }
    if isOver, let ticket = runs.tellEnd() { handle(.ended(ticket, error: scenePlayback.error.map { "\($0)" })) }
  }

  /// Collects new entries at once, unless there are more of them than can be collected at once.
  private func collectUnlessDue() { if !isCollecting { collect() } }

  /// Collects the rest after the requests that wait: however fast a scene is, a request waits for one batch.
  ///
  /// It takes half of the time at most. The scene's thread waits meanwhile, and so do those who send: however much they have,
  /// the processor has time for requests and viewers.
  ///
  /// - Parameter time: how long the last batch took, in nanoseconds.
  private func collectMore(after time: Int64) {
    guard !isCollecting else { return }
    isCollecting = true
    executor.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(min(time, Self.longestPause)))) { [weak self] in
      self?.assumeIsolated {
        $0.isCollecting = false
        $0.collect()
      }
    }
  }

  /// The longest pause between two batches, in nanoseconds.
  private static let longestPause: Int64 = 10_000_000

  /// The number of entries that are collected at once, which takes some milliseconds.
  private static let batch = 200

  /// Runs `body` on the hub soon; callable from any thread.
  private nonisolated func soon(_ body: @escaping @Sendable (isolated Hub) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  private func perform(_ effect: HubEffect) {
    switch effect {
    case .prepare(let job):
      let news = CoalescedReports { [weak self] begin in
        self?.soon {
          begin()
          if $0.isPlaying { $0.collectUnlessDue() }
        }
      }
      let start = settings.now()
      let past = job.continued == nil ? nil : past()
      runs.prepare(job, after: past, onChange: { news.report() }) { [weak self] outcome in
        guard let self else { return outcome.discard() }
        store.count(outcome, since: start)
        soon { $0.handle($0.runs.keep(outcome, of: job.ticket)) }
      }
    case .show(let ticket, let entry, let isNewSlot):
      if let run = runs.show(ticket) { store.show(run, entry, state.display, isNewSlot: isNewSlot) }
      // Taps that were reported while the run was prepared.
      if entry.scene.name == HubState.tapScene { soon { $0.addTaps() } }
    case .takeOver(let ticket, let entry): takeOver(ticket, entry)
    case .addRows(let rows):
      runs.add(rows)
      store.add(rows)
    case .publish(let publication): store.publish(publication, at: settings.now())
    case .answer(let id, let refusal): answers.removeValue(forKey: id)?.resume(returning: refusal)
    case .log(let level, let text, let metadata):
      logger.log(level: Logger.Level(level), "\(text)", metadata: metadata.mapValues { .string($0) })
    case .stop:
      runs.stopFeeds()
      runs.scenePlayback?.closeLiveInputs()
      hasEnded.finish()
    case .cancel, .discard, .begin, .setPaused, .setSpeed, .step: runs.perform(effect)
    }
  }

  /// What has arrived in the live rows of the current run, as far as it is collected.
  private func past() -> LiveEditRun.Past? {
    guard let scenePlayback = runs.scenePlayback, let history = store.history(of: scenePlayback) else { return nil }
    return LiveEditRun.Past(history, playhead: isCollecting ? .zero : scenePlayback.sceneTime, of: scenePlayback)
  }

  /// Lets a run with edited expressions go on where the current one is. The hub waits for the current instant of that, which is
  /// stopped if it takes long, and for what it has reported: nothing else may happen between the two runs.
  private func takeOver(_ ticket: PreparationTicket, _ entry: Playlist.Entry) {
    guard let (old, next) = runs.takeOver(ticket) else { return }
    while true {
      let (entries, isAll) = old.takeEntries(about: Self.batch)
      store.append(entries, of: old, at: settings.now())
      if isAll { break }
    }
    guard let history = store.history(of: old) else { return }
    store.goOn(next.scenePlayback, entry, with: next.takeOver(from: old, with: history), state.display)
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

extension Logger.Level {
  fileprivate init(_ level: HubEffect.Level) {
    switch level {
    case .info: self = .info
    case .warning: self = .warning
    }
  }
}
