internal import Playback

/// What an operator makes that starts tasks, and that may be left before its end.
///
/// `flatMapLatest` and `buffer` of AsyncAlgorithms 1.1.4 learn only from a cancelled `next()` that nobody will ask again.
/// Without one their tasks wait for ever, and all that they hold stays in memory.
struct EndingTasks<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element: Sendable {
  typealias Element = Base.Element
  typealias Failure = any Error

  let base: Base
  /// Where the tasks run.
  let executor: PlaybackExecutor

  func makeAsyncIterator() -> Iterator {
    var iterator = base.makeAsyncIterator()
    return Iterator(pass: Pass(on: executor) { try await iterator.next() })
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let pass: Pass

    mutating func next() async throws -> Element? { try await pass.next() }
  }

  /// What is dropped when nobody will ask again.
  fileprivate final class Pass {
    private let step: () async throws -> Element?
    private let executor: PlaybackExecutor
    /// Whether it has been asked, and has not ended.
    private var isUnderway = false

    init(on executor: PlaybackExecutor, _ step: @escaping () async throws -> Element?) {
      self.executor = executor
      self.step = step
    }

    func next() async throws -> Element? {
      // One that throws has ended, too.
      isUnderway = false
      let element = try await step()
      isUnderway = element != nil
      return element
    }

    deinit {
      // Elsewhere nothing runs any more that could end.
      guard isUnderway, executor.isCurrent else { return }
      // This was the only one to use it.
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
  /// The same elements; tasks that were started for them end when a pass is dropped before its end.
  func endingTasks(on executor: PlaybackExecutor) -> EndingTasks<Self> { EndingTasks(base: self, executor: executor) }
}
