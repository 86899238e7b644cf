public import Marbles
internal import Operators
internal import Playback
internal import Synchronization

/// The way into a live row, from any thread: a value becomes an event at the scene time of its arrival.
///
/// Each value takes a credit, which comes back when the scene's watcher has taken the event. Without a credit, a source
/// that can wait does so (``sendSuspending(_:)``), and one that can't loses the value, which is counted (``offer(_:)``).
public final class LiveInput: Sendable {
  /// What became of a value.
  public enum Answer: Hashable, Sendable {
    /// It is on its way.
    case accepted
    /// Too many are: it is lost, and counted.
    case dropped
    /// The row has ended.
    case ended
  }

  /// What became no event of a row: of a live one for its source, of an output for what it is made of.
  public struct Counts: Hashable, Sendable {
    /// Values that were lost, as too many were on their way.
    public var dropped = 0
    /// Lines that held no value.
    public var malformed = 0
    /// Values that an output row came to ask for only when the row that it follows had forgotten them.
    public var missed = 0

    /// Creates counts.
    public init(dropped: Int = 0, malformed: Int = 0, missed: Int = 0) {
      (self.dropped, self.malformed, self.missed) = (dropped, malformed, missed)
    }
  }

  /// How many values may be on their way.
  public static let credits = 1024

  /// The name of the row.
  public let row: String

  private struct State {
    var credits: Int
    /// Called when there is room, or the row has ended.
    var waiting: [@Sendable () -> Void] = []
    /// Tasks that wait for room, by the numbers that they were given.
    var suspended: [Int: CheckedContinuation<Void, Never>] = [:]
    var suspensions = 0
    var isEnded = false
    var counts = Counts()
  }
  private let state: Mutex<State>
  private let executor: PlaybackExecutor
  private let deliver: @Sendable (Delivery) -> Void

  enum Delivery: Sendable {
    case value(Value)
    case finish
    case failure(String)
  }

  /// Creates an input.
  ///
  /// - Parameter deliver: called on the executor with each value, and then with the end.
  init(
    row: String, executor: PlaybackExecutor, credits: Int = LiveInput.credits,
    deliver: @escaping @Sendable (Delivery) -> Void
  ) {
    self.row = row
    self.executor = executor
    self.deliver = deliver
    state = Mutex(State(credits: credits))
    executor.openInput()
  }

  // MARK: For sources

  /// Sends a value, or loses it where too many are on their way.
  @discardableResult
  public func offer(_ value: Value) -> Answer {
    state.withLock { state in
      let answer = pass(value, &state)
      if answer == .dropped { state.counts.dropped += 1 }
      return answer
    }
  }

  /// Sends a value, or has `body` called once when it is worth trying again: there is room, or the row has ended.
  ///
  /// - Parameter body: called on any thread, and must not call back. Not called when the value was sent.
  /// - Returns: `dropped` when the caller has to wait; nothing is counted then.
  package func send(_ value: Value, orWhenRoom body: @escaping @Sendable () -> Void) -> Answer {
    state.withLock { state in
      let answer = pass(value, &state)
      if answer == .dropped { state.waiting.append(body) }
      return answer
    }
  }

  /// Sends a value, and suspends its task as long as too many are on their way.
  ///
  /// - Returns: false when the row has ended, or does meanwhile, or when the task is cancelled before there is room.
  public func sendSuspending(_ value: Value) async -> Bool {
    while !Task.isCancelled {
      let answer = state.withLock { pass(value, &$0) }
      guard answer == .dropped else { return answer == .accepted }
      await roomOrEnd()
    }
    return false
  }

  /// Takes a credit and lets the value go; dropped where there is none.
  private func pass(_ value: Value, _ state: inout State) -> Answer {
    if state.isEnded { return .ended }
    guard state.credits > 0 else { return .dropped }
    state.credits -= 1
    submit(.value(value))
    return .accepted
  }

  /// Waits until there is room, or the row has ended, or the task is cancelled.
  private func roomOrEnd() async {
    let number = state.withLock { state in
      state.suspensions += 1
      return state.suspensions
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          // A cancellation that comes before this finds nobody to resume, so it is looked for in the lock.
          if Task.isCancelled || state.isEnded || state.credits > 0 { return true }
          state.suspended[number] = continuation
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.suspended.removeValue(forKey: number) }?.resume()
    }
  }

  /// How many tasks wait in ``sendSuspending(_:)``.
  var suspendedSenders: Int { state.withLock { $0.suspended.count } }

  /// Counts a line that holds no value.
  public func noteMalformed() { state.withLock { $0.counts.malformed += 1 } }

  /// Ends the row.
  public func finish() { end(.finish) }

  /// Ends the row with an error.
  public func fail(_ message: String) { end(.failure(message)) }

  /// What was lost and what was malformed so far.
  public var counts: Counts { state.withLock { $0.counts } }

  // MARK: For the scene

  /// Gives back credits of values whose events were taken.
  package func giveBack(_ count: Int) {
    guard count > 0 else { return }
    state.withLock { state in
      state.credits += count
      release(&state)
    }
  }

  /// The scene is over: nothing more comes of what is sent.
  package func close() {
    let wasOpen = state.withLock { state in
      defer {
        state.isEnded = true
        release(&state)
      }
      return !state.isEnded
    }
    if wasOpen { executor.closeInput() }
  }

  private func end(_ end: Delivery) {
    let isFirst = state.withLock { state in
      guard !state.isEnded else { return false }
      state.isEnded = true
      submit(end)
      release(&state)
      return true
    }
    guard isFirst else { return }
    executor.arrive { [executor] in executor.closeInput() }
  }

  /// In the lock, so that values are in the order in which they got their credits.
  private func submit(_ delivery: Delivery) {
    executor.arrive { [deliver] in deliver(delivery) }
  }

  private func release(_ state: inout State) {
    for call in state.waiting { call() }
    state.waiting = []
    for (_, continuation) in state.suspended.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    state.suspended = [:]
  }
}
