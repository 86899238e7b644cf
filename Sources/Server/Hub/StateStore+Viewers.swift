internal import Dispatch
internal import Marbles
internal import NIOCore
internal import Player
internal import Scenes
internal import Synchronization
internal import Wire

// Viewers pull: the store wakes them, and never waits for them.
extension StateStore {
  /// The store's state of a viewer.
  struct Viewer {
    let form: HubChange.Form
    /// Whether it is the publisher of this process, which is no viewer for people and is never closed.
    let isPublisher: Bool
    /// How far the viewer has read; nil when it needs a snapshot.
    var cursor: ChangeBacklog.Cursor?
    /// Resumed when there is something to read.
    var waiter: CheckedContinuation<Delivery, Never>?
    /// When the viewer last asked for data, in wall nanoseconds.
    var lastAsked: Int64
    /// How often the viewer fell behind.
    var drops = 0
    /// Whether it needs a snapshot because it fell behind.
    var isBehind = false
    var isClosed = false
    /// Ends its wait for the next snapshot; nil before it has waited for one.
    var endPause: (@Sendable () -> Void)?
    /// Closes the viewer's connection.
    var onCut: (@Sendable () -> Void)?
    /// Makes the viewer look for its end; nil while it waits here.
    var onEnd: (@Sendable () -> Void)?
  }

  /// The answer to a viewer that asks for data.
  enum Delivery: Sendable {
    case bytes([ByteBuffer])
    /// The viewer must read again.
    case woken
    case needsSnapshot
    case closed
  }

  /// Adds a viewer that continues after the change `last` if the backlog still holds it; nil when there are too many
  /// viewers.
  ///
  /// - Parameter isPublisher: whether it is the publisher of this process, which does not count.
  public func subscribe(
    _ form: HubChange.Form, after last: String? = nil, isPublisher: Bool = false
  ) -> Subscription? {
    contents.withLock { contents in
      guard isPublisher || contents.viewerCount < settings.maximumViewers, contents.takesViewers else {
        contents.metrics.refusedViewers += 1
        return nil
      }
      contents.viewersSoFar += 1
      contents.publisherCount += isPublisher ? 1 : 0
      contents.backlog.seal()
      let subscription = Subscription(id: contents.viewersSoFar, form: form)
      contents.viewers[subscription.id] = Viewer(
        form: form, isPublisher: isPublisher,
        cursor: last.flatMap { Self.number($0, of: contents.run) }.flatMap(contents.backlog.cursor(after:)),
        lastAsked: settings.now())
      return subscription
    }
  }

  /// The sequence number in an id of a run; nil for ids of other runs and for invalid ones.
  private static func number(_ id: String, of run: String) -> Int? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == run ? Int(parts[1]) : nil
  }

  /// Removes a viewer.
  public func unsubscribe(_ subscription: Subscription) { remove(subscription.id, cutting: false) }

  /// Sets what closes a viewer's connection, whatever the viewer does at that moment.
  public func onCut(_ subscription: Subscription, _ body: @escaping @Sendable () -> Void) {
    contents.withLock { $0.viewers[subscription.id]?.onCut = body }
  }

  /// Sets what makes a viewer notice that it was removed; nil when it waits for ``next(for:)``.
  func onEnd(_ subscription: Subscription, _ body: (@Sendable () -> Void)?) {
    contents.withLock { $0.viewers[subscription.id]?.onEnd = body }
  }

  private func remove(_ id: Int, cutting: Bool) {
    let viewer = contents.withLock { contents in
      let viewer = contents.viewers.removeValue(forKey: id)
      contents.metrics.drops += viewer?.drops ?? 0
      contents.publisherCount -= viewer?.isPublisher == true ? 1 : 0
      return viewer
    }
    viewer?.waiter?.resume(returning: .closed)
    viewer?.endPause?()
    viewer?.onEnd?()
    departures.continuation.yield()
    if cutting { viewer?.onCut?() }
  }

  // MARK: The viewer's side

  /// Waits for the next bytes for a viewer; nil at the end.
  func next(for subscription: Subscription) async -> [ByteBuffer]? {
    while true {
      switch await delivery(for: subscription) {
      case .bytes(let buffers): return buffers
      case .woken: continue
      case .closed: return nil
      case .needsSnapshot: if let buffers = await snapshot(for: subscription) { return buffers }
      }
    }
  }

  private func delivery(for subscription: Subscription) async -> Delivery {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let delivery = contents.withLock({ take(&$0, subscription, continuation) }) {
          continuation.resume(returning: delivery)
        }
      }
    } onCancel: {
      remove(subscription.id, cutting: false)
    }
  }

  /// The changes that a viewer has not got yet, as chunks of HTTP/1.1; ``Delivery/woken`` when there are none.
  func chunks(for subscription: Subscription) -> Delivery {
    contents.withLock { take(&$0, subscription, nil) } ?? .woken
  }

  /// - Parameter waiter: resumed when there is something to read; nil reads chunks.
  private func take(
    _ contents: inout Contents, _ subscription: Subscription, _ waiter: CheckedContinuation<Delivery, Never>?
  ) -> Delivery? {
    guard var viewer = contents.viewers[subscription.id] else { return .closed }
    defer { contents.viewers[subscription.id] = viewer }
    viewer.lastAsked = settings.now()
    if viewer.cursor == nil, viewer.isClosed { return .closed }
    guard let cursor = viewer.cursor else { return .needsSnapshot }
    switch contents.backlog.read(
      cursor, viewer.form, limit: settings.viewerQueueBytes, isChunked: waiter == nil)
    {
    case .bytes(let buffers, let next):
      viewer.cursor = next
      return .bytes(buffers)
    case .nothing:
      if viewer.isClosed { return .closed }
      viewer.waiter = waiter
      if waiter != nil { contents.waiting.append(subscription.id) }
      return nil
    case .snapshot:
      viewer.cursor = nil
      return viewer.isClosed ? .closed : .needsSnapshot
    case .behind:
      viewer.cursor = nil
      viewer.isBehind = true
      viewer.drops += 1
      return viewer.isClosed ? .closed : .needsSnapshot
    }
  }

  private func snapshot(for subscription: Subscription) async -> [ByteBuffer]? {
    let isBehind = contents.withLock { $0.viewers[subscription.id]?.isBehind ?? false }
    if isBehind { await pause(subscription) }
    for attempt in 1... {
      guard let snapshot = await (isBehind ? snapshotsBehind : snapshots).snapshot(of: self) else {
        // Nothing plays yet: the first message is a snapshot in any case, unless the stream has ended meanwhile.
        contents.withLock { contents in
          let end = contents.backlog.end
          if contents.viewers[subscription.id]?.cursor == nil { contents.viewers[subscription.id]?.cursor = end }
        }
        return nil
      }
      // A snapshot that the playhead has overtaken is encoded again, but only a few times.
      if let buffers = contents.withLock({ attach(&$0, subscription, snapshot, isLast: isBehind || attempt > 2) }) {
        return buffers
      }
    }
    return nil
  }

  /// Waits until another snapshot may be made for viewers that have fallen behind, or until the stream ends.
  private func pause(_ subscription: Subscription) async {
    while case let left = snapshotsBehind.pause(at: settings.now()), left > 0, !Task.isCancelled {
      let (end, hasEnded) = AsyncStream<Void>.makeStream()
      let isOpen = contents.withLock { contents in
        contents.viewers[subscription.id]?.endPause = { hasEnded.finish() }
        return contents.viewers[subscription.id]?.isClosed == false
      }
      guard isOpen else { return }
      let timer = Task { [clock = settings.clock] in
        try? await clock.sleep(for: .nanoseconds(left))
        hasEnded.finish()
      }
      for await _ in end {}
      timer.cancel()
    }
  }

  private func attach(
    _ contents: inout Contents, _ subscription: Subscription, _ snapshot: EncodedSnapshot, isLast: Bool
  ) -> [ByteBuffer]? {
    contents.backlog.seal()
    guard let playing = contents.playing,
      isLast || snapshot.goesOn(contents.backlog, queue: settings.viewerQueueBytes)
    else { return nil }
    var buffers = snapshot.buffers(subscription.form, run: contents.run, motion: playing.motion)
    guard contents.backlog.holds(snapshot.end) else {
      // More happens than any viewer can follow: it sees the state, and then a newer one.
      contents.viewers[subscription.id]?.isBehind = true
      contents.viewers[subscription.id]?.drops += 1
      return buffers
    }
    contents.viewers[subscription.id]?.isBehind = false
    // Includes all changes since, so that the viewer is up to date after reading this.
    var end = snapshot.end
    if case .bytes(let following, let next) = contents.backlog.read(end, subscription.form, limit: .max) {
      buffers += following
      end = next
    }
    contents.viewers[subscription.id]?.cursor = end
    return buffers
  }

  // MARK: The hub's side

  /// Sends the gathered changes soon.
  func flushSoon(_ now: Int64) {
    let wait: Int64? = contents.withLock { contents in
      contents.isQuiet = false
      guard !contents.viewers.isEmpty, !contents.isFlushDue else { return nil }
      contents.isFlushDue = true
      return max(0, contents.lastFlush.addingSaturated(settings.batchInterval).subtractingSaturated(now))
    }
    guard let wait else { return }
    if settings.batchInterval == 0 { return flush() }
    flushing.asyncAfter(deadline: .now() + .nanoseconds(Int(wait))) { [weak self] in self?.flush() }
  }

  private func flush() {
    let waiters = contents.withLock { contents in
      contents.isFlushDue = false
      contents.lastFlush = settings.now()
      contents.backlog.seal()
      defer { contents.waiting = [] }
      return contents.waiting.compactMap { contents.viewers[$0]?.waiter.take() }
    }
    for waiter in waiters { waiter.resume(returning: .woken) }
    pumps.wake()
  }

  /// Sends a heartbeat if nothing else was sent, and closes viewers that have read nothing for too long.
  func beat() -> Int {
    let now = settings.now()
    let stuck = contents.withLock { contents in
      correctMotion(&contents, at: now)
      if contents.isQuiet { contents.backlog.append(HubChange.unnumbered(.heartbeat)) }
      return contents.viewers.filter { _, viewer in
        // A pump that gets a heartbeat asks again.
        viewer.waiter == nil && !viewer.isClosed && !viewer.isPublisher
          && viewer.lastAsked < now - settings.viewerTimeout
      }.map(\.key)
    }
    flushSoon(now)
    contents.withLock { contents in
      contents.isQuiet = true
      contents.metrics.stuck += stuck.count
    }
    for id in stuck { remove(id, cutting: true) }
    return stuck.count
  }

  /// Ends every stream after its pending changes, and refuses new viewers.
  func endStreams() {
    let now = settings.now()
    let pauses = contents.withLock { contents in
      contents.playing?.scenePlayback.closeLiveInputs()
      contents.takesViewers = false
      contents.backlog.seal()
      let end = contents.backlog.end
      contents.backlog.append(HubChange.unnumbered(.end))
      for id in contents.viewers.keys {
        contents.viewers[id]?.isClosed = true
        // A viewer that is still waiting for its snapshot gets the end, too.
        if contents.viewers[id]?.cursor == nil { contents.viewers[id]?.cursor = end }
      }
      return contents.viewers.values.compactMap(\.endPause)
    }
    for end in pauses { end() }
    flushSoon(now)
  }

  /// Closes viewers that have not yet read the end of their stream.
  func cutStreams() {
    for id in contents.withLock({ Array($0.viewers.keys) }) { remove(id, cutting: true) }
  }

  /// The number of viewers.
  var viewerCount: Int { contents.withLock { $0.viewerCount } }

  /// Whether a viewer or the publisher has not yet read the end of its stream.
  var hasStreams: Bool { contents.withLock { !$0.viewers.isEmpty } }

  /// Returns when there are no more streams, or the task is cancelled.
  func streamsEnded() async {
    guard hasStreams else { return }
    for await _ in departures.stream where !hasStreams { return }
  }
}

extension StateStore.Contents {
  /// The number of viewers, without the publisher.
  var viewerCount: Int { viewers.count - publisherCount }
}
