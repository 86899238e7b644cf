/// How long to wait before a command is started again: longer each time, until it has run for a while.
struct Backoff: Sendable {
  /// The first wait.
  static let shortest = Duration.milliseconds(250)
  /// The longest wait.
  static let longest = Duration.seconds(30)
  /// How long a command must run for the next wait to be the shortest again.
  static let healthy = Duration.seconds(10)

  private var next = Backoff.shortest

  /// The wait after a run of this length.
  mutating func wait(afterRunOf length: Duration) -> Duration {
    if length >= Self.healthy { next = Self.shortest }
    defer { next = min(next * 2, Self.longest) }
    return next
  }
}
