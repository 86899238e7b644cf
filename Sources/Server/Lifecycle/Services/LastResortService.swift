internal import Dispatch
internal import ServiceLifecycle

/// Exits the process if shutdown takes too long, whatever hangs in it.
struct LastResortService: Service {
  /// The time limit, from the start of the shutdown.
  static let timeout = DispatchTimeInterval.milliseconds(1800)
  let end: @Sendable () -> Void

  func run() async throws {
    try? await gracefulShutdown()
    // A separate queue, as the shared ones may be blocked.
    DispatchQueue(label: "marbled.end", qos: .userInteractive).asyncAfter(
      deadline: .now() + Self.timeout, execute: end)
  }
}
