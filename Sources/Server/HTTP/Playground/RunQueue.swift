internal import Dispatch
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
  private let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - width: the maximum number of jobs at a time.
  ///   - depth: the maximum number of waiting jobs.
  ///   - limit: how long a job may run.
  ///   - after: calls a function after a duration.
  init(
    width: Int, depth: Int = 64, limit: Duration = .seconds(2),
    after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = RunQueue.onTimer
  ) {
    (self.width, self.depth, self.limit, self.after) = (max(1, width), depth, limit, after)
  }

  /// The number of waiting jobs.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  private static let timers = DispatchQueue(label: "marbled.runs.limit", qos: .userInitiated)

  /// Calls a function after a duration of wall time.
  static let onTimer: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = { duration, body in
    let nanoseconds = duration.components.attoseconds / 1_000_000_000
    timers.asyncAfter(
      deadline: .now() + .seconds(Int(duration.components.seconds)) + .nanoseconds(Int(nanoseconds)), execute: body)
  }

  /// Runs `body` when its turn comes.
  ///
  /// - Parameter body: gets what tells whether its time is up, and what can stop it then.
  /// - Throws: ``Overload`` when too many jobs wait.
  func perform<Result: Sendable>(_ body: @escaping @Sendable (Cancellation) -> Result) async throws(Overload) -> Result
  {
    let result: Result? = await withCheckedContinuation { continuation in
      let job: Job = { [self] in
        let cancellation = Cancellation()
        after(limit, cancellation.cancel)
        let result = body(cancellation)
        // Else the limit's timer would keep the run in memory.
        cancellation.end()
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
