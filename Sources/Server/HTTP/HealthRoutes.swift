internal import Hummingbird

/// `GET /healthz` and `GET /readyz`: whether a program works, for supervisors and load balancers.
struct HealthRoutes: Sendable {
  /// Asks the threads of the program.
  let probe: HealthProbe
  /// Why the program does not do its work, as a sentence; nil while it does.
  let obstacle: @Sendable () -> String?

  func add(to router: Router<APIContext>) {
    router.get("healthz") { _, _ in try await Self.response(isAlive() ? nil : Self.hangs) }
    router.get("readyz") { _, _ in
      // What can't respond can't play, whatever its state says.
      try await Self.response(isAlive() ? obstacle() : Self.hangs)
    }
  }

  /// Whether the threads of the program respond.
  func isAlive() async -> Bool { await probe.isAlive() }

  private static let hangs = "a thread did not respond within 1 s"

  private static func response(_ obstacle: String?) throws(APIError) -> Response {
    if let obstacle { throw APIError(.serviceUnavailable, obstacle) }
    return Response.json(#"{"status":"ok"}"#)
  }
}
