internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Marbles
internal import Synchronization

/// Logs requests that a server refuses, but few of a flood: clients must not fill a disk.
final class RefusalLog: Sendable {
  /// The maximum number of refusals that are logged in an ``interval``.
  static let limit = 10
  /// In wall nanoseconds.
  static let interval: Int64 = 60_000_000_000

  private struct State {
    /// The end of the current interval.
    var end = Int64.min
    var count = 0
  }

  private let state = Mutex(State())
  private let logger: Logger
  private let now: @Sendable () -> Int64

  /// - Parameter now: reads the wall clock, in nanoseconds.
  init(_ logger: Logger, now: @escaping @Sendable () -> Int64) { (self.logger, self.now) = (logger, now) }

  /// The status codes of requests that the server refuses to protect itself. Others are mistakes of the client.
  private static let refusals: Set<Int> = [401, 403, 413, 415, 421, 429, 503]

  /// The path of a request as it is logged: a scene in it belongs to those who share it.
  private static func path(of request: Request) -> String {
    let scene = "/\(SharedLinks.folder)/"
    return request.uri.path.hasPrefix(scene) ? scene + "…" : DisplayText.shortened(request.uri.path, to: 80)
  }

  /// Logs the refusal of a request from `client`.
  func note(_ error: APIError, of request: Request, from client: String) {
    guard Self.refusals.contains(error.status.code) else { return }
    let time = now()
    let (isLogged, leftOut) = state.withLock { state in
      var leftOut = 0
      if time >= state.end {
        leftOut = max(0, state.count - Self.limit)
        state = State(end: time.addingSaturated(Self.interval))
      }
      state.count += 1
      return (state.count <= Self.limit, leftOut)
    }
    if leftOut > 0 { logger.notice("more requests were refused", metadata: ["requests": "\(leftOut)"]) }
    guard isLogged else { return }
    logger.notice(
      "refused a request",
      metadata: [
        "client": "\(client)", "code": "\(error.status.code)", "reason": "\(error.message)",
        "request": "\(request.method.rawValue) \(Self.path(of: request))",
      ])
  }
}
