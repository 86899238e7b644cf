internal import DequeModule
internal import Marbles
internal import Playback

/// What one iteration of a delay has read and not emitted yet, in order, and the task that reads it.
///
/// The unbounded `buffer` of AsyncAlgorithms does the same for elements of any type on any executor. Its locks, its generic
/// code and the hops of its task took more than half of the time of a delay.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, which all run on the one thread that drives it, and
/// freed when they are over. A cancellation on another thread is submitted to that thread.
final class DelayQueue: @unchecked Sendable {
  /// A signal, and the time at which it was read.
  typealias Entry = (signal: TracedSignal, time: SceneTime)

  private let base: TracedStream
  private let clock: OperatorClock
  private let executor: PlaybackExecutor
  private let held: HeldValues

  private var entries = Deque<Entry>()
  private var consumer: UnsafeContinuation<Void, Never>?
  private var task: Task<Void, Never>?
  /// Whether nothing more will be read.
  private var isOver = false

  /// - Parameters:
  ///   - base: the stream that the task reads, from the first ``next()`` on.
  ///   - clock: the clock of the times.
  ///   - executor: the executor of the task.
  ///   - observer: learns of the bytes of all values that wait.
  init(
    _ base: TracedStream, clock: OperatorClock, on executor: PlaybackExecutor, _ observer: @escaping HeldBytesObserver
  ) {
    (self.base, self.clock, self.executor) = (base, clock, executor)
    held = HeldValues(observer)
  }

  deinit {
    // Outside of the executor no task runs that could end.
    if executor.isCurrent { task?.cancel() }
  }

  /// The next signal, as soon as there is one; nil after the last, and when the consumer is cancelled.
  func next() async -> Entry? {
    if Task.isCancelled { cancel() }
    if task == nil { start() }
    if entries.isEmpty, !isOver {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          if isOver { continuation.resume() } else { consumer = continuation }
        }
      } onCancel: {
        if executor.isCurrent { cancel() } else { executor.submit { self.cancel() } }
      }
    }
    return entries.popFirst()
  }

  /// The consumer has emitted the oldest value that ``next()`` has returned.
  func emit() { held.release(1) }

  /// Starts the task. It does not keep the queue, so that dropping the iterator ends it.
  private func start() {
    guard !isOver else { return }
    task = Task(executorPreference: executor) { [weak self, base] in
      var iterator = base.signals().makeAsyncIterator()
      while let signal = await iterator.next() {
        guard let self else { return }
        append(signal)
      }
      self?.end()
    }
  }

  private func append(_ signal: TracedSignal) {
    guard !isOver else { return }
    if case .value(let element, stream: _) = signal { held.hold(element) }
    entries.append((signal, clock.now))
    resumeConsumer()
  }

  private func end() {
    isOver = true
    resumeConsumer()
  }

  private func cancel() {
    task?.cancel()
    entries = []
    held.release(held.count)
    end()
  }

  private func resumeConsumer() {
    guard let consumer else { return }
    self.consumer = nil
    consumer.resume()
  }
}
