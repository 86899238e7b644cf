internal import DequeModule
internal import Marbles
internal import Playback

/// How many keys of `grouped` are open at once, and for how long.
struct GroupRules: Sendable {
  /// The number of keys without `maxKeys:`.
  static let usualMaxKeys = 1000

  /// The most keys at once: those whose streams go on, and those whose results do.
  let maxKeys: Int
  /// How long a key stays open after its newest value; nil for the time until its source ends.
  let idle: Duration?
  /// The clock of that time.
  let clock: OperatorClock
}

/// Keeps a pass of `grouped` while its consumer has the iterator: the tasks of the pass end with it.
final class OpenGroups: Sendable {
  let pass: GroupedPass

  init(_ pass: GroupedPass) { self.pass = pass }

  deinit { pass.leave() }
}

/// One iteration of `grouped`: the task that reads the source, the groups of its values, and what their results have given.
///
/// The source is read without waiting for the consumer, as a value of one key must not wait for the result of another one.
/// Each result waits until the consumer has taken the value that it gave.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, which all run on the one thread that drives it, and
/// freed when they are over. A cancellation on another thread is submitted to that thread.
final class GroupedPass: @unchecked Sendable {
  typealias Transform = @Sendable (Traced, @escaping @Sendable () -> TracedStream) throws -> TracedStream

  /// A key with its values and its result.
  ///
  /// @unchecked Sendable: as the pass.
  private final class Group: @unchecked Sendable {
    let number: Int
    let key: Value
    let values: KeyedGroup
    /// When the newest value came.
    var newest: SceneTime
    /// Whether more values of the key belong to it.
    var isOpen = true
    /// Whether its result goes on.
    var isRunning = true
    /// Whether its result has given a value.
    var hasGiven = false
    var result: Task<Void, Never>?
    var timer: Task<Void, Never>?
    /// Resumed when the consumer has taken the value that the result gave.
    var taking: UnsafeContinuation<Void, Never>?

    init(_ number: Int, _ key: Value, _ values: KeyedGroup, at time: SceneTime) {
      (self.number, self.key, self.values, newest) = (number, key, values, time)
    }

    func goOn() {
      guard let taking else { return }
      self.taking = nil
      taking.resume()
    }
  }

  /// What a group takes besides its values, approximately: its tasks, and the operators of its result.
  private static let groupBytes = 4096

  private let base: TracedStream
  private let rules: GroupRules
  private let key: @Sendable (Value) throws -> Value
  private let transform: Transform
  private let scene: PlaybackClock
  private let notes: OperatorNotes
  private let observer: HeldBytesObserver

  private var reader: Task<Void, Never>?
  private var count = 0
  private var groups: [Int: Group] = [:]
  private var open: [Value: Group] = [:]
  private var output = Deque<(element: Traced, group: Group)>()
  private var consumer: UnsafeContinuation<Void, Never>?
  private var failure: (any Error)?
  private var isSourceOver = false
  /// Whether it has failed, or its consumer has gone.
  private var isOver = false

  private var executor: PlaybackExecutor { scene.executor }

  /// - Parameters:
  ///   - base: the source, which is read from the first ``next()`` on.
  ///   - rules: the limits of keys.
  ///   - key: the key of a value.
  ///   - transform: makes the result of a key.
  ///   - scene: the clock of the tasks.
  ///   - notes: the notes of the operator.
  ///   - observer: learns of the bytes of values and groups.
  init(
    _ base: TracedStream, _ rules: GroupRules, key: @escaping @Sendable (Value) throws -> Value,
    _ transform: @escaping Transform, scene: PlaybackClock, _ notes: OperatorNotes,
    _ observer: @escaping HeldBytesObserver
  ) {
    (self.base, self.rules, self.key, self.transform) = (base, rules, key, transform)
    (self.scene, self.notes, self.observer) = (scene, notes, observer)
  }

  // MARK: The consumer

  /// The next value of any result; nil after the last, and when the consumer is cancelled.
  func next() async throws -> Traced? {
    if Task.isCancelled { cancel() }
    if reader == nil, !isOver { start() }
    while !executor.isCancelled {
      if let (element, group) = output.popFirst() {
        group.goOn()
        return element
      }
      if let failure {
        self.failure = nil
        throw failure
      }
      if isOver || isSourceOver && groups.isEmpty { return nil }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          if isOver { continuation.resume() } else { consumer = continuation }
        }
      } onCancel: {
        if executor.isCurrent { cancel() } else { executor.submit { self.cancel() } }
      }
    }
    return nil
  }

  /// The consumer has gone.
  func leave() {
    // Outside of the executor no task runs that could end.
    if executor.isCurrent { cancel() }
  }

  private func cancel() {
    output = []
    stop()
  }

  private func fail(_ error: any Error) {
    guard !isOver else { return }
    failure = error
    stop()
  }

  private func stop() {
    guard !isOver else { return }
    isOver = true
    reader?.cancel()
    for group in inOrder {
      group.timer?.cancel()
      group.result?.cancel()
      group.goOn()
    }
    observer(-groups.count * Self.groupBytes)
    (groups, open) = ([:], [:])
    resumeConsumer()
  }

  private func resumeConsumer() {
    guard let consumer else { return }
    self.consumer = nil
    consumer.resume()
  }

  /// The groups in the order in which they began.
  private var inOrder: [Group] { groups.values.sorted { $0.number < $1.number } }

  // MARK: The source

  private func start() {
    reader = Task(executorPreference: executor) { [self] in
      var signals = base.signals().makeAsyncIterator()
      while !isOver, let signal = await signals.next() {
        do {
          switch signal {
          case .value(let element, stream: _): try add(element)
          case .finish: finish()
          case .failure(let error, stream: _): throw error
          }
        } catch {
          // What came at the same instant goes its way first.
          await scene.yield()
          return fail(error)
        }
      }
    }
  }

  private func add(_ element: Traced) throws {
    let key = try key(element.value)
    let group: Group
    if let known = open[key] {
      group = known
      group.newest = rules.clock.now
    } else if groups.count < rules.maxKeys {
      group = try begin(key, for: element)
    } else {
      notes.drop(element, .surplus)
      return
    }
    if !group.values.publish(element) { notes.drop(element, .unread) }
  }

  private func finish() {
    isSourceOver = true
    for group in inOrder { close(group) }
    if groups.isEmpty { resumeConsumer() }
  }

  // MARK: Groups

  private func begin(_ key: Value, for element: Traced) throws -> Group {
    let values = KeyedGroup(on: executor, observer)
    let result = try transform(element.with(key)) { values.stream() }
    count += 1
    let group = Group(count, key, values, at: rules.clock.now)
    (groups[count], open[key]) = (group, group)
    observer(Self.groupBytes)
    group.result = Task(executorPreference: executor) { [self] in await follow(result, of: group) }
    if let idle = rules.idle {
      group.timer = Task(executorPreference: executor) { [self] in await watch(group, idle: idle) }
    }
    return group
  }

  private func follow(_ result: TracedStream, of group: Group) async {
    do {
      var iterator = result.makeAsyncIterator()
      while !isOver, let element = try await iterator.next(), !isOver {
        group.hasGiven = true
        output.append((element, group))
        resumeConsumer()
        await withUnsafeContinuation { group.taking = $0 }
      }
      end(group)
    } catch {
      fail(error)
    }
  }

  /// Closes the group when no value has come for some time.
  private func watch(_ group: Group, idle: Duration) async {
    while group.isOpen {
      let newest = group.newest
      do { try await rules.clock.sleep(until: newest.advanced(by: idle)) } catch { return }
      if group.newest == newest { close(group) }
    }
  }

  /// No more values come; the result goes on until its end.
  private func close(_ group: Group) {
    guard !isOver, group.isOpen else { return }
    group.isOpen = false
    open[group.key] = nil
    group.timer?.cancel()
    group.values.finish()
    if !group.isRunning { remove(group) }
  }

  /// The result has ended. The key stays known until it is closed, as its further values begin no new group.
  private func end(_ group: Group) {
    guard !isOver else { return }
    group.isRunning = false
    // What the result has given comes from the value that began it, at least.
    for element in group.values.takeUnread().dropFirst(group.hasGiven ? 1 : 0) { notes.drop(element, .unread) }
    if !group.isOpen { remove(group) }
  }

  private func remove(_ group: Group) {
    groups[group.number] = nil
    observer(-Self.groupBytes)
    if isSourceOver, groups.isEmpty { resumeConsumer() }
  }
}
