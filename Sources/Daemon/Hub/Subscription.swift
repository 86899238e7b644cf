internal import Synchronization

/// One viewer's queue of changes, bounded in bytes: whoever falls behind is sent how everything stands instead.
public final class Subscription: Sendable {
  /// What a viewer gets next.
  enum Delivery: Sendable {
    /// These changes.
    case changes([Change])
    /// It has missed some: it needs how everything stands.
    case behind
    /// Nothing more.
    case closed
  }

  private struct State {
    var changes: [Change] = []
    var bytes = 0
    var isBehind: Bool
    var isClosed = false
    var waiter: CheckedContinuation<Delivery, Never>?
    /// When the viewer last came for something.
    var lastAsked: Int64
    var drops = 0
  }

  /// Distinguishes it from others.
  let id: Int
  /// How its stream is written.
  public let form: Change.Form
  private let limit: Int
  private let state: Mutex<State>
  private let onClose = Mutex<(@Sendable () -> Void)?>(nil)

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - limit: how many bytes may wait.
  ///   - missed: what it is to get first; nil for how everything stands.
  ///   - now: wall time, in nanoseconds.
  init(id: Int, form: Change.Form, limit: Int, missed: [Change]?, now: Int64) {
    self.id = id
    self.form = form
    self.limit = limit
    state = Mutex(
      State(
        changes: missed ?? [], bytes: missed?.reduce(0) { $0 + $1.size } ?? 0, isBehind: missed == nil, lastAsked: now))
  }

  // MARK: The hub's side

  /// Adds a change, or forgets all that wait when they are too many.
  func offer(_ change: Change) {
    let waiter: CheckedContinuation<Delivery, Never>? = state.withLock { state in
      guard !state.isClosed, !state.isBehind else { return nil }
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      state.changes.append(change)
      state.bytes += change.size
      if state.bytes > limit {
        (state.changes, state.bytes, state.isBehind) = ([], 0, true)
        state.drops += 1
      }
      return nil
    }
    waiter?.resume(returning: .changes([change]))
  }

  /// Forgets all that wait, as how everything stands says it, too.
  func catchUp() { state.withLock { ($0.changes, $0.bytes, $0.isBehind) = ([], 0, false) } }

  /// Whether it waits for something to happen.
  var isIdle: Bool { state.withLock { $0.waiter != nil } }

  /// Whether it has not come for what waits since a moment.
  func isStuck(since moment: Int64) -> Bool {
    state.withLock { $0.waiter == nil && !$0.isClosed && $0.lastAsked < moment }
  }

  /// How many bytes wait, and how often it fell behind.
  var load: (bytes: Int, drops: Int) { state.withLock { ($0.bytes, $0.drops) } }

  /// Ends the stream; what waits is still delivered unless it is cut.
  func close(cutting: Bool = false) {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      state.isClosed = true
      if cutting { (state.changes, state.bytes) = ([], 0) }
      return state.waiter
    }
    waiter?.resume(returning: .closed)
    if cutting { onClose.withLock { $0 }?() }
  }

  // MARK: The viewer's side

  /// What to do when the viewer is to be cut off, whatever it does at that moment.
  public func onCut(_ body: @escaping @Sendable () -> Void) { onClose.withLock { $0 = body } }

  /// What comes next; waits for it.
  func next(now: Int64) async -> Delivery {
    await withCheckedContinuation { continuation in
      let delivery: Delivery? = state.withLock { state in
        state.lastAsked = now
        if state.isClosed, state.changes.isEmpty { return .closed }
        if state.isBehind { return .behind }
        guard state.changes.isEmpty else {
          defer { (state.changes, state.bytes) = ([], 0) }
          return .changes(state.changes)
        }
        state.waiter = continuation
        return nil
      }
      if let delivery { continuation.resume(returning: delivery) }
    }
  }
}
