internal import Dispatch
internal import Playback
internal import Synchronization

/// Runs long jobs on dedicated threads, never on those of the hub or of viewers.
///
/// The number of concurrent jobs, the number of waiting jobs, and the time of each job are limited.
final class RunQueue: Sendable {
  /// Why a job is not run.
  struct Overload: Error {}

  /// The maximum number of jobs at a time.
  let width: Int
  /// The maximum number of waiting jobs.
  let depth: Int
  /// How long a job may run.
  let limit: Duration

  private typealias Job = @Sendable () -> Void
  private struct State {
    var running = 0
    var waiting: [Job] = []
  }
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marbled.runs", qos: .userInitiated, attributes: .concurrent)
  private let watchdog: Watchdog

  /// - Parameters:
  ///   - width: the maximum number of jobs at a time.
  ///   - depth: the maximum number of waiting jobs.
  ///   - limit: how long a job may run.
  ///   - watchdog: ends jobs whose time is up.
  init(width: Int, depth: Int = 64, limit: Duration = .seconds(2), watchdog: Watchdog = .wall) {
    (self.width, self.depth, self.limit, self.watchdog) = (max(1, width), depth, limit, watchdog)
  }

  /// The number of waiting jobs.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Runs `body` when its turn comes.
  ///
  /// - Parameter body: gets the flag that stops it when its time is up.
  /// - Throws: ``Overload`` when too many jobs wait.
  func perform<Result: Sendable>(_ body: @escaping @Sendable (Cancellation) -> Result) async throws(Overload) -> Result
  {
    let result: Result? = await withCheckedContinuation { continuation in
      let job: Job = { [self] in
        let cancellation = Cancellation()
        watchdog.limit(cancellation, to: limit)
        let result = body(cancellation)
        finish()
        continuation.resume(returning: result)
      }
      let (starts, isRefused) = state.withLock { state in
        if state.running < width {
          state.running += 1
          return (true, false)
        }
        guard state.waiting.count < depth else { return (false, true) }
        state.waiting.append(job)
        return (false, false)
      }
      if starts { queue.async(execute: job) }
      if isRefused { continuation.resume(returning: nil) }
    }
    guard let result else { throw Overload() }
    return result
  }

  /// Starts the next job in the place of one that has ended.
  private func finish() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil as Job?
      }
      return state.waiting.removeFirst()
    }
    if let next { queue.async(execute: next) }
  }
}
