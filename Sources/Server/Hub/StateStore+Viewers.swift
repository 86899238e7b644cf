internal import Dispatch
internal import Marbles
internal import NIOCore
internal import Player
internal import Scenes
internal import Synchronization
internal import Wire

// Who follows. Viewers come for what there is; they are woken, and never waited for.
extension StateStore {
  /// A viewer, as the store knows it.
  struct Viewer {
    let form: Change.Form
    /// How far it has read; nil when it needs a snapshot.
    var cursor: ChangeLog.Cursor?
    /// Resumed when there is something to read.
    var waiter: CheckedContinuation<Delivery, Never>?
    /// When it last came for something, in wall nanoseconds.
    var lastAsked: Int64
    /// How often it fell behind.
    var drops = 0
    var isClosed = false
    /// Cuts its connection off.
    var onCut: (@Sendable () -> Void)?
  }

  /// What a viewer gets.
  enum Delivery: Sendable {
    case bytes([ByteBuffer])
    /// It has to look again.
    case woken
    case needsSnapshot
    case closed
  }

  /// Lets somebody follow, from the change after `last` when it is still known; nil when there are too many.
  public func subscribe(_ form: Change.Form, after last: String? = nil) -> Subscription? {
    contents.withLock { contents in
      guard contents.viewers.count < settings.viewers, contents.takesViewers else { return nil }
      contents.viewersSoFar += 1
      contents.log.seal()
      let subscription = Subscription(id: contents.viewersSoFar, form: form)
      contents.viewers[subscription.id] = Viewer(
        form: form, cursor: last.flatMap(number).flatMap(contents.log.cursor(after:)), lastAsked: settings.wall())
      return subscription
    }
  }

  /// The number in an id of this run; nil for ids of other runs and what is none.
  private func number(_ id: String) -> Int? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == run ? Int(parts[1]) : nil
  }

  /// Lets somebody go.
  public func unsubscribe(_ subscription: Subscription) { remove(subscription.id, cutting: false) }

  /// What to do when a viewer is to be cut off, whatever it does at that moment.
  public func onCut(_ subscription: Subscription, _ body: @escaping @Sendable () -> Void) {
    contents.withLock { $0.viewers[subscription.id]?.onCut = body }
  }

  private func remove(_ id: Int, cutting: Bool) {
    let viewer = contents.withLock { contents in
      let viewer = contents.viewers.removeValue(forKey: id)
      contents.metrics.drops += viewer?.drops ?? 0
      return viewer
    }
    viewer?.waiter?.resume(returning: .closed)
    departures.continuation.yield()
    if cutting { viewer?.onCut?() }
  }

  // MARK: The viewer's side

  /// What a viewer is sent next; waits for it. Nil at the end.
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

  private func take(
    _ contents: inout Contents, _ subscription: Subscription, _ waiter: CheckedContinuation<Delivery, Never>
  ) -> Delivery? {
    guard var viewer = contents.viewers[subscription.id] else { return .closed }
    defer { contents.viewers[subscription.id] = viewer }
    viewer.lastAsked = settings.wall()
    if viewer.cursor == nil, viewer.isClosed { return .closed }
    guard let cursor = viewer.cursor else { return .needsSnapshot }
    switch contents.log.read(cursor, viewer.form, limit: settings.queue) {
    case .bytes(let buffers, let next):
      viewer.cursor = next
      return .bytes(buffers)
    case .nothing:
      if viewer.isClosed { return .closed }
      viewer.waiter = waiter
      return nil
    case .snapshot:
      viewer.cursor = nil
      return viewer.isClosed ? .closed : .needsSnapshot
    case .behind:
      viewer.cursor = nil
      viewer.drops += 1
      return viewer.isClosed ? .closed : .needsSnapshot
    }
  }

  private func snapshot(for subscription: Subscription) async -> [ByteBuffer]? {
    for attempt in 1... {
      guard let snapshot = await snapshots.snapshot(of: self) else {
        // Nothing is shown yet: whatever comes first is a snapshot.
        contents.withLock { $0.viewers[subscription.id]?.cursor = $0.log.end }
        return nil
      }
      // One that the playhead has overtaken is made anew, but not for ever.
      if let buffers = contents.withLock({ attach(&$0, subscription, snapshot, isLast: attempt > 2) }) {
        return buffers
      }
    }
    return nil
  }

  private func attach(
    _ contents: inout Contents, _ subscription: Subscription, _ snapshot: Snapshot, isLast: Bool
  ) -> [ByteBuffer]? {
    contents.log.seal()
    guard let playing = contents.playing,
      snapshot.goesOn(contents.log, queue: settings.queue) || isLast && contents.log.holds(snapshot.end)
    else { return nil }
    var buffers = snapshot.buffers(subscription.form, run: run, motion: playing.motion)
    // With all that has come since: whoever has read this knows what there is to know.
    var end = snapshot.end
    if case .bytes(let following, let next) = contents.log.read(end, subscription.form, limit: .max) {
      buffers += following
      end = next
    }
    contents.viewers[subscription.id]?.cursor = end
    return buffers
  }

  // MARK: The hub's side

  /// Has what was gathered sent soon.
  func flushSoon(_ now: Int64) {
    let wait: Int64? = contents.withLock { contents in
      contents.isQuiet = false
      guard !contents.viewers.isEmpty, !contents.isFlushDue else { return nil }
      contents.isFlushDue = true
      return max(0, contents.lastFlush.addingSaturated(settings.gathering).subtractingSaturated(now))
    }
    guard let wait else { return }
    if settings.gathering == 0 { return flush() }
    flushing.asyncAfter(deadline: .now() + .nanoseconds(Int(wait))) { [weak self] in self?.flush() }
  }

  private func flush() {
    let waiters = contents.withLock { contents in
      contents.isFlushDue = false
      contents.lastFlush = settings.wall()
      contents.log.seal()
      return contents.viewers.compactMap { id, viewer in
        contents.viewers[id]?.waiter = nil
        return viewer.waiter
      }
    }
    for waiter in waiters { waiter.resume(returning: .woken) }
  }

  /// Sends a sign of life when nothing else was sent, and cuts off those who have not taken anything for long.
  func beat() -> Int {
    let now = settings.wall()
    let stuck = contents.withLock { contents in
      correctMotion(&contents, at: now)
      if contents.isQuiet { contents.log.append(Change.unnumbered(.heartbeat)) }
      return contents.viewers.filter { _, viewer in
        viewer.waiter == nil && !viewer.isClosed && viewer.lastAsked < now - settings.patience
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

  /// Ends every stream: what there is is still sent, and nobody can follow any more.
  func endStreams() {
    let now = settings.wall()
    contents.withLock { contents in
      contents.playing?.performance.closeLiveInputs()
      contents.takesViewers = false
      contents.log.seal()
      let end = contents.log.end
      contents.log.append(Change.unnumbered(.end))
      for id in contents.viewers.keys {
        contents.viewers[id]?.isClosed = true
        // One that has not got its snapshot yet is told of the end all the same.
        if contents.viewers[id]?.cursor == nil { contents.viewers[id]?.cursor = end }
      }
    }
    flushSoon(now)
  }

  /// Cuts off whoever has not taken the end of a stream.
  func cutStreams() {
    for id in contents.withLock({ Array($0.viewers.keys) }) { remove(id, cutting: true) }
  }

  /// How many follow.
  var viewerCount: Int { contents.withLock { $0.viewers.count } }
}
