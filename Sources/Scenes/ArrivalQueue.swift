internal import DequeModule
public import Marbles
internal import Operators
internal import Playback
internal import Synchronization

/// The input queue of a live row, usable from any thread: a value becomes an event at the scene time of its arrival.
///
/// Each pending value takes a credit until the scene's consumer has taken its event. Without a credit, a source that
/// can wait suspends (``sendSuspending(_:)``), and one that can't loses the value, which is counted (``offer(_:)``).
public final class ArrivalQueue: Sendable {
  /// The result of sending a value.
  public enum Answer: Hashable, Sendable {
    /// The value is queued.
    case accepted
    /// The queue is full; the value was dropped and counted.
    case dropped
    /// The row has ended.
    case ended
  }

  /// The maximum number of pending values.
  public static let credits = 1024

  /// The name of the row.
  public let row: String

  private struct State {
    var credits: Int
    /// Called when there is room, or when the row has ended.
    var waiting: [@Sendable () -> Void] = []
    /// Tasks that wait for room, by id.
    var suspended: [Int: CheckedContinuation<Void, Never>] = [:]
    var suspensions = 0
    var isEnded = false
    var counts = Counts()
    var status = SourceStatus()
    /// The number of values that were accepted.
    var accepted = 0
    /// The number of values that the scene has taken, and whose credits were not given back by ``giveBackAll()``.
    var delivered = 0
    var departure: Departure?
    /// Called with the number of values whose events were taken.
    var onTaken: (@Sendable (Int) -> Void)?
    /// What has arrived, and the scene has not taken, oldest first.
    var pending: Deque<Item> = []
    /// Where it goes; nil while no scene takes it.
    var target: Target?
    /// The number of the target.
    var targets = 0
  }
  private let capacity: Int
  private let state: Mutex<State>

  /// What a scene gets.
  enum Delivery: Sendable {
    case value(Arrival)
    case finish
    case failure(String)
  }

  private enum Item: Sendable {
    case delivery(Delivery)
    /// The source has gone away; with the number of values before that.
    case departure(failure: String?, accepted: Int)
    /// Nothing follows, and the row has no end.
    case abandonment

    /// Whether nothing follows.
    var isEnd: Bool {
      switch self {
      case .delivery(.finish), .delivery(.failure), .abandonment: true
      case .delivery(.value), .departure: false
      }
    }
  }

  /// A scene that takes what arrives. A class, as each arrival takes a reference.
  private final class Target: Sendable {
    let executor: PlaybackExecutor
    /// The turn of the row at an instant.
    let rank: Int
    /// Called on the executor with each value, and then with the end.
    let deliver: @Sendable (Delivery) -> Void
    /// Takes the next item, as long as this is the target.
    let step: @Sendable () -> Void

    init(
      executor: PlaybackExecutor, rank: Int, deliver: @escaping @Sendable (Delivery) -> Void,
      step: @escaping @Sendable () -> Void
    ) {
      (self.executor, self.rank, self.deliver, self.step) = (executor, rank, deliver, step)
    }
  }

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - row: the name of the row.
  ///   - executor: the executor of the scene.
  ///   - rank: the turn of the row at an instant: its position in the scene.
  ///   - credits: the maximum number of pending values.
  ///   - deliver: called on the executor with each value, and then with the end.
  init(
    row: String, executor: PlaybackExecutor, rank: Int = 0, credits: Int = ArrivalQueue.credits,
    deliver: @escaping @Sendable (Delivery) -> Void
  ) {
    self.row = row
    capacity = credits
    state = Mutex(State(credits: credits))
    attach(to: executor, rank: rank, deliver: deliver)
  }

  // MARK: For sources

  /// Sends a value, or drops it when the queue is full.
  @discardableResult
  public func offer(_ value: Value) -> Answer { offer(Arrival(value)) }

  /// Sends a value with its metadata, or drops it when the queue is full.
  @discardableResult
  public func offer(_ arrival: Arrival) -> Answer {
    state.withLock { state in
      let answer = pass(arrival, &state)
      if answer == .dropped { state.counts.dropped += 1 }
      return answer
    }
  }

  /// Sends a value, or calls `body` once when a retry makes sense: there is room, or the row has ended.
  ///
  /// - Parameter body: called on any thread, and must not call back. Not called when the value was sent.
  /// - Returns: `dropped` when the caller has to wait; the value is not counted as dropped.
  package func send(_ arrival: Arrival, orWhenRoom body: (@Sendable () -> Void)? = nil) -> Answer {
    state.withLock { state in
      let answer = pass(arrival, &state)
      if answer == .dropped, let body { state.waiting.append(body) }
      return answer
    }
  }

  /// Sends a value, and suspends the task while the queue is full.
  ///
  /// - Returns: false when the row has ended, or when the task is cancelled before there is room.
  public func sendSuspending(_ value: Value) async -> Bool { await sendSuspending(Arrival(value)) }

  /// Sends a value with its metadata, and suspends the task while the queue is full.
  ///
  /// - Returns: false when the row has ended, or when the task is cancelled before there is room.
  public func sendSuspending(_ arrival: Arrival) async -> Bool {
    while !Task.isCancelled {
      let answer = state.withLock { pass(arrival, &$0) }
      guard answer == .dropped else { return answer == .accepted }
      await roomOrEnd()
    }
    return false
  }

  /// Takes a credit and delivers the value; `dropped` without a credit.
  private func pass(_ arrival: Arrival, _ state: inout State) -> Answer {
    if state.isEnded { return .ended }
    guard state.credits > 0 else { return .dropped }
    state.credits -= 1
    state.accepted += 1
    state.status.note(arrival)
    submit(.delivery(.value(arrival)), &state)
    return .accepted
  }

  /// Waits until there is room, the row has ended, or the task is cancelled.
  private func roomOrEnd() async {
    let number = state.withLock { state in
      state.suspensions += 1
      return state.suspensions
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          // An earlier cancellation found no continuation to resume, so it is checked inside the lock.
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

  /// The number of tasks that wait in ``sendSuspending(_:)``.
  var suspendedSenders: Int { state.withLock { $0.suspended.count } }

  /// Counts a line without a valid value.
  ///
  /// - Parameters:
  ///   - line: its number in the source, from 1; nil when it is unknown.
  ///   - isTooLong: whether it exceeds a limit.
  public func noteMalformed(line: Int? = nil, isTooLong: Bool = false) {
    state.withLock { $0.counts.noteMalformed(line: line, isTooLong: isTooLong) }
  }

  /// Counts a line of text with a NUL or with bytes that are not UTF-8, by its number in the source.
  public func noteInvalidCharacters(line: Int) { state.withLock { $0.counts.noteInvalidCharacters(line: line) } }

  /// Counts a line with fewer or more fields than the header line, by its number in the source.
  public func noteRagged(line: Int) { state.withLock { $0.counts.noteRagged(line: line) } }

  /// Counts values that were lost on their way here.
  public func noteDropped(_ count: Int) {
    state.withLock { $0.counts.dropped = min($0.counts.dropped, .max - count) + count }
  }

  /// Changes what is known about the source.
  ///
  /// - Parameter body: called once, before this function returns; must not call the input.
  public func update(_ body: (inout SourceStatus) -> Void) { state.withLock { body(&$0.status) } }

  /// Calls `body` from now on with the number of values whose events the scene's consumer has taken, in order.
  package func whenTaken(_ body: @escaping @Sendable (Int) -> Void) { state.withLock { $0.onTaken = body } }

  /// Records that the source has gone away; the row stays open in case it returns. A later value revokes this.
  ///
  /// - Parameter failure: the error that ended it; nil when it finished.
  package func leave(failure: String? = nil) {
    state.withLock { submit(.departure(failure: failure, accepted: $0.accepted), &$0) }
  }

  /// Ends the row.
  public func finish() { end(.delivery(.finish)) }

  /// Ends the row with an error.
  public func fail(_ message: String) { end(.delivery(.failure(message))) }

  /// Ends what arrives, and leaves the row open: the stream that was read may not be over.
  package func abandon() { end(.abandonment) }

  /// The losses so far.
  public var counts: Counts { state.withLock { $0.counts } }

  /// What is known about the source.
  public var status: SourceStatus {
    state.withLock { state in
      var status = state.status
      status.queued = capacity - state.credits
      return status
    }
  }

  // MARK: For the scene

  /// When and how what feeds the row has ended, if the row still waits for it to begin again.
  struct Departure: Sendable {
    var time: SceneTime
    var failure: String?
    /// The number of values before.
    fileprivate var accepted: Int
  }

  /// The departure that no value has followed.
  var departure: Departure? {
    state.withLock { state in state.departure.flatMap { $0.accepted == state.accepted ? $0 : nil } }
  }

  /// Returns the credits of values whose events were taken.
  package func giveBack(_ count: Int) {
    guard count > 0 else { return }
    let onTaken = state.withLock { state in
      state.credits += count
      release(&state)
      return state.onTaken
    }
    onTaken?(count)
  }

  /// Returns the credits of all values that the scene has taken since the last call. It is for a scene that does not report them.
  package func giveBackAll() {
    let count = state.withLock { state in
      defer { state.delivered = 0 }
      return state.delivered
    }
    giveBack(count)
  }

  /// Closes the input at the end of the scene: later values are ignored.
  package func close() {
    let executor = state.withLock { state -> PlaybackExecutor? in
      defer {
        state.isEnded = true
        release(&state)
      }
      return state.isEnded ? nil : state.target?.executor
    }
    executor?.closeInput()
  }

  private func end(_ end: Item) {
    state.withLock { state in
      guard !state.isEnded else { return }
      state.isEnded = true
      submit(end, &state)
      release(&state)
    }
  }

  /// Inside the lock, so that values keep the order of their credits.
  private func submit(_ item: Item, _ state: inout State) {
    state.pending.append(item)
    if let target = state.target { target.executor.arrive(rank: target.rank, target.step) }
  }

  // MARK: From scene to scene

  /// Gives everything to this scene from now on, also what the scene before has not taken; nothing is lost on the way.
  ///
  /// - Parameters:
  ///   - executor: the executor of the scene.
  ///   - rank: the turn of the row at an instant: its position in the scene.
  ///   - deliver: called on the executor with each value, and then with the end.
  func attach(to executor: PlaybackExecutor, rank: Int, deliver: @escaping @Sendable (Delivery) -> Void) {
    detach()
    state.withLock { state in
      state.targets += 1
      let number = state.targets
      // Weak: the source may outlive the scene.
      let target = Target(executor: executor, rank: rank, deliver: deliver) { [weak self] in
        self?.deliverNext(of: number)
      }
      state.target = target
      if !state.isEnded || state.pending.contains(where: \.isEnd) { executor.openInput() }
      for _ in state.pending { executor.arrive(rank: rank, target.step) }
    }
  }

  /// Takes the row from its scene. What arrives is kept for the next one.
  func detach() {
    let executor = state.withLock { state -> PlaybackExecutor? in
      defer { state.target = nil }
      return !state.isEnded || state.pending.contains(where: \.isEnd) ? state.target?.executor : nil
    }
    executor?.closeInput()
  }

  /// Delivers the oldest item, on the executor of a target; does nothing once there is another target.
  private func deliverNext(of number: Int) {
    let next = state.withLock { state -> (item: Item, target: Target)? in
      guard state.targets == number, let target = state.target, let item = state.pending.popFirst() else { return nil }
      if case .delivery(.value) = item { state.delivered += 1 }
      return (item, target)
    }
    guard let (item, target) = next else { return }
    switch item {
    case .departure(let failure, let accepted):
      let departure = Departure(time: target.executor.now, failure: failure, accepted: accepted)
      state.withLock { $0.departure = departure }
    case .abandonment: target.executor.closeInput()
    case .delivery(let delivery):
      target.deliver(delivery)
      if item.isEnd { target.executor.closeInput() }
    }
  }

  private func release(_ state: inout State) {
    for call in state.waiting { call() }
    state.waiting = []
    for (_, continuation) in state.suspended.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    state.suspended = [:]
  }
}
