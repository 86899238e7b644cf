internal import Hummingbird
internal import Synchronization

/// Counts the responses to requests by route and status code, and how long each took.
///
/// The number of series is bounded: routes and methods are those of the routers, and all requests without a route share one.
final class RequestMeter: Sendable {
  /// What is counted apart.
  struct Key: Hashable, Sendable, Comparable {
    /// The path with the names of its parameters: `/v1/inputs/{name}`.
    var route: String
    var method: String
    /// The status code.
    var code: Int

    static func < (lhs: Key, rhs: Key) -> Bool { (lhs.route, lhs.method, lhs.code) < (rhs.route, rhs.method, rhs.code) }
  }

  /// The counters of requests.
  struct Counts: Sendable {
    var responses: [Key: Int] = [:]
    /// Wall seconds from the head of a request to its response, by route. Of an event stream, to its beginning.
    var seconds: [String: Histogram] = [:]
  }

  private let state = Mutex(Counts())

  /// Reads the wall clock, in nanoseconds.
  let now: @Sendable () -> Int64

  /// - Parameter now: reads the wall clock, in nanoseconds.
  init(now: @escaping @Sendable () -> Int64) { self.now = now }

  var counts: Counts { state.withLock { $0 } }

  /// Counts a response.
  ///
  /// - Parameters:
  ///   - route: the path with the names of its parameters; nil for a request without a route.
  ///   - start: when the request came.
  func count(route: String?, method: String, code: Int, since start: Int64) {
    let seconds = Double(now() - start) / 1e9
    let key = Key(route: route ?? "none", method: route == nil ? "any" : method, code: code)
    state.withLock { counts in
      counts.responses[key, default: 0] += 1
      counts.seconds[key.route, default: Histogram(bounds: [0.001, 0.01, 0.05, 0.25, 1, 2.5, 10])].add(seconds)
    }
  }
}

/// Has a meter count the responses of a router. It comes first, so that it sees what the client gets.
struct RequestCounting: RouterMiddleware {
  typealias Context = APIContext

  let meter: RequestMeter

  func handle(
    _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let start = meter.now()
    func count(_ code: Int) {
      // Hummingbird's name for requests without a route.
      let route = context.endpointPath == "NotFound" ? nil : context.endpointPath
      meter.count(route: route, method: request.method.rawValue, code: code, since: start)
    }
    do {
      let response = try await next(request, context)
      count(response.status.code)
      return response
    } catch {
      count(500)
      throw error
    }
  }
}
