internal import Dispatch
internal import Platform

/// Ends work whose time is up.
///
/// Its clock is a parameter: tests pass a function that fires when they say.
public struct Watchdog: Sendable {
  /// Calls a function once, after a duration, on a thread that the work does not use.
  public typealias Alarm = @Sendable (_ after: Duration, _ body: @escaping @Sendable () -> Void) -> Void

  private let alarm: Alarm

  /// Creates a watchdog that is woken by `alarm`.
  public init(alarm: @escaping Alarm) { self.alarm = alarm }

  /// The watchdog of wall time.
  public static let wall = Watchdog { duration, body in
    queue.asyncAfter(deadline: .now() + .duration(duration), execute: body)
  }

  private static let queue = DispatchQueue(label: "marbled.watchdog", qos: .userInteractive)

  /// Lets `cancellation` expire after `limit`, unless nothing holds it then.
  public func limit(_ cancellation: Cancellation, to limit: Duration) {
    alarm(limit) { [weak cancellation] in cancellation?.expire() }
  }

  /// Calls `body` once, after `duration`.
  package func call(after duration: Duration, _ body: @escaping @Sendable () -> Void) { alarm(duration, body) }
}
