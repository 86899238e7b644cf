internal import Inputs
internal import Logging

/// Logs the problems of live sources, but few of a flood: odd lines must not fill a disk.
struct SourceLog: Sendable {
  let logger: Logger
  let clock: any Clock<Duration>
  /// Called when something has changed, also without a problem.
  let onChange: @Sendable () -> Void

  /// The maximum number of lines that are logged in an ``interval``.
  static let limit = 10
  /// The minimum time between two looks at the sources.
  static let interval = Duration.seconds(1)

  init(_ logger: Logger, clock: any Clock<Duration> = ContinuousClock(), onChange: @escaping @Sendable () -> Void) {
    (self.logger, self.clock, self.onChange) = (logger, clock, onChange)
  }

  /// Logs the problems that `take` returns after each element of `news`, until it ends.
  ///
  /// - Parameter take: returns the problems since the last call; it learns whether this is the last one.
  func follow(_ news: AsyncStream<Void>, taking take: @escaping @Sendable (_ isEnd: Bool) -> [String]) {
    Task {
      for await _ in news {
        onChange()
        log(take(false))
        try? await clock.sleep(for: Self.interval)
      }
      log(take(true))
    }
  }

  private func log(_ problems: [String]) {
    for problem in problems.prefix(Self.limit) { logger.warning("\(problem.trimmingPrefix("warning: "))") }
    let more = problems.count - Self.limit
    if more > 0 { logger.warning("more lines of live sources were left out", metadata: ["lines": "\(more)"]) }
  }
}
