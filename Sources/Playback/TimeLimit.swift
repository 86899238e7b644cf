internal import Dispatch
internal import Marbles
internal import Synchronization

/// The wall time that a piece of work may take.
///
/// ```swift
/// let outcome = try TimeLimit(.seconds(5)).perform { cancellation in
///   BoundedRun(scene, cancellation: cancellation).perform()
/// }
/// ```
package struct TimeLimit: Sendable {
  private let duration: Duration
  private let watchdog: Watchdog

  /// How long work may take to end after it was stopped.
  private static let grace = Duration.milliseconds(100)

  /// - Parameters:
  ///   - duration: the most wall time; greater than 0.
  ///   - watchdog: ends the work.
  package init(_ duration: Duration, watchdog: Watchdog = .wall) {
    (self.duration, self.watchdog) = (duration, watchdog)
  }

  /// Performs `work` on another thread, and waits for it until its time is up.
  ///
  /// What doesn't read the cancellation, such as a parser of a library, can't be stopped: it is left behind on its thread.
  /// So `work` must do nothing but compute its result.
  ///
  /// - Parameters:
  ///   - used: the time that earlier parts of the same work took.
  ///   - whole: stops the work before that; nil for nothing.
  ///   - work: returns the result; its argument expires with the time limit.
  /// - Throws: ``OutOfTime`` when the time is up or the work was stopped, also if it ends after that.
  package func perform<Result: Sendable>(
    after used: Duration = .zero, within whole: Cancellation? = nil,
    _ work: @escaping @Sendable (Cancellation) -> Result
  ) throws(OutOfTime) -> Result {
    let left = duration - used
    guard left > .zero else { throw OutOfTime(limit: duration) }
    let cancellation = whole.map { Cancellation(within: $0) } ?? Cancellation()
    let answer = Answer<Result>()
    watchdog.limit(cancellation, to: left)
    watchdog.call(after: left + Self.grace) { [weak answer] in answer?.hasEnded.signal() }
    DispatchQueue(label: "marbled.limited", qos: .userInitiated).async {
      let result = work(cancellation)
      answer.result.withLock { $0 = result }
      answer.hasEnded.signal()
    }
    answer.hasEnded.wait()
    guard !cancellation.isSet, let result = answer.result.withLock({ $0 }) else { throw OutOfTime(limit: duration) }
    return result
  }

  /// The result of work, and a signal that ends the wait for it: when it is there, and when its time is up.
  private final class Answer<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)
    let hasEnded = DispatchSemaphore(value: 0)
  }
}

extension Optional<TimeLimit> {
  /// Performs `work` within the limit; without one on this thread, for as long as it takes.
  package func perform<Result: Sendable>(
    after used: Duration = .zero, _ work: @escaping @Sendable (Cancellation) -> Result
  ) throws(OutOfTime) -> Result {
    guard let self else { return work(Cancellation()) }
    return try self.perform(after: used, work)
  }
}

/// Work took longer than its ``TimeLimit``.
package struct OutOfTime: Error, Hashable, CustomStringConvertible {
  /// The most wall time.
  package let limit: Duration

  /// What is wrong, for a person.
  package var description: String {
    "the result was not ready within the time limit of \(DurationNotation.print(SceneTime(limit)))"
  }
}
