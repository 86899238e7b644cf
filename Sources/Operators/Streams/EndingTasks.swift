internal import Playback

/// Wraps an operator that starts tasks, so that they end when iteration stops early.
///
/// `flatMapLatest` and `buffer` of AsyncAlgorithms 1.1.4 notice only a cancelled `next()`. Without one, their tasks
/// wait forever and leak everything that they hold.
struct EndingTasks<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element: Sendable {
  typealias Element = Base.Element
  typealias Failure = any Error

  let base: Base
  /// The executor of the tasks.
  let executor: PlaybackExecutor

  func makeAsyncIterator() -> Iterator {
    var iterator = base.makeAsyncIterator()
    return Iterator(pass: Pass(on: executor) { try await iterator.next() })
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let pass: Pass

    mutating func next() async throws -> Element? { try await pass.next() }
  }

  /// Cancels the tasks in `deinit`, when the iterator is dropped.
  fileprivate final class Pass {
    private let step: () async throws -> Element?
    private let executor: PlaybackExecutor
    /// Whether iteration has started and not ended.
    private var isUnderway = false

    init(on executor: PlaybackExecutor, _ step: @escaping () async throws -> Element?) {
      self.executor = executor
      self.step = step
    }

    func next() async throws -> Element? {
      // An iterator that throws has ended, too.
      isUnderway = false
      let element = try await step()
      isUnderway = element != nil
      return element
    }

    deinit {
      // Outside of the executor no task runs that could end.
      guard isUnderway, executor.isCurrent else { return }
      // Safe: `deinit` held the only reference to `step`, so nothing else can call it.
      nonisolated(unsafe) let step = step
      executor.start {
        await withTaskGroup(of: Void.self) { group in
          group.cancelAll()
          group.addTask { _ = try? await step() }
        }
      }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The same elements; tasks started for them end when the iterator is dropped early.
  func endingTasks(on executor: PlaybackExecutor) -> EndingTasks<Self> { EndingTasks(base: self, executor: executor) }
}
