internal import Dispatch
internal import Platform
internal import ServiceLifecycle

/// Exits the process if shutdown takes too long, whatever hangs in it.
struct LastResortService: Service {
  /// The time limit, from the start of the shutdown.
  private let timeout: Duration
  private let end: @Sendable () -> Void

  init(_ timeout: Duration, end: @escaping @Sendable () -> Void) { (self.timeout, self.end) = (timeout, end) }

  func run() async throws {
    try? await gracefulShutdown()
    // A separate queue, as the shared ones may be blocked.
    DispatchQueue(label: "marbled.end", qos: .userInteractive).asyncAfter(
      deadline: .now() + .duration(timeout), execute: end)
  }
}
