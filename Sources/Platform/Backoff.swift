/// Waits between attempts, each twice as long as the one before, up to a limit.
public struct Backoff: Sendable {
  /// The first wait.
  public let shortest: Duration
  /// The longest wait.
  public let longest: Duration

  private var wait: Duration

  /// Creates waits that begin with the shortest.
  public init(from shortest: Duration, to longest: Duration) {
    (self.shortest, self.longest) = (shortest, longest)
    wait = shortest
  }

  /// How long to wait before the next attempt.
  public mutating func next() -> Duration {
    defer { wait = min(wait * 2, longest) }
    return wait
  }

  /// Begins again with the shortest wait, after a success.
  public mutating func reset() { wait = shortest }
}
