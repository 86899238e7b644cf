internal import Platform

/// A connection that reconnects after a failure, with waits that grow up to a limit. Use it from one thread.
public final class RedisLink {
  /// The state of the connection.
  public enum State: Hashable, Sendable {
    /// The link connects for the first time.
    case connecting
    /// The last command succeeded.
    case connected
    /// The last attempt failed for the given reason; the next one follows after the given time.
    case waiting(Duration, String)
  }

  /// The first wait between two attempts.
  public static let shortest = Duration.milliseconds(100)

  private let address: RedisAddress
  private let stopper: RedisStopper
  private let onState: (State) -> Void
  private var connection: RedisConnection?
  private var backoff = Backoff(from: RedisLink.shortest, to: .seconds(5))
  private var state: State?
  /// The number of connections so far.
  public private(set) var connections = 0

  /// Creates a link, which connects on first use.
  ///
  /// - Parameters:
  ///   - address: the server.
  ///   - stopper: ends the work of the thread.
  ///   - onState: called on the thread with each new state.
  public init(to address: RedisAddress, stopper: RedisStopper, onState: @escaping (State) -> Void = { _ in }) {
    (self.address, self.stopper, self.onState) = (address, stopper, onState)
  }

  /// Calls `body` with a connection until it succeeds.
  ///
  /// - Parameter body: may be called again after a failure, so what it sends must be safe to send twice.
  /// - Returns: the result; nil when the link was stopped.
  /// - Throws: a failure that another attempt can't change.
  public func perform<Result>(
    _ body: (RedisConnection) throws(RedisFailure) -> Result
  ) throws(RedisFailure) -> Result? {
    while !stopper.isStopped {
      do throws(RedisFailure) {
        let result = try body(try connected())
        backoff.reset()
        tell(.connected)
        return result
      } catch {
        if stopper.isStopped { return nil }
        if case .refused = error {} else { connection = nil }
        if error.isPermanent { throw error }
        let wait = backoff.next()
        tell(.waiting(wait, error.description))
        stopper.wait(wait)
      }
    }
    return nil
  }

  private func connected() throws(RedisFailure) -> RedisConnection {
    if let connection { return connection }
    if state == nil { tell(.connecting) }
    let made = try RedisConnection(
      to: address, credentials: RedisVault.credentials(for: address), stopper: stopper)
    connections += 1
    connection = made
    return made
  }

  private func tell(_ new: State) {
    guard state != new else { return }
    state = new
    onState(new)
  }
}
