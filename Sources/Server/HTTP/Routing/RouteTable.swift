internal import HTTPTypes
internal import Hummingbird
internal import Marbles
internal import Synchronization

/// Which methods the paths of a router have, for the requests that it has no route for.
final class RouteTable: Sendable {
  private struct Entry {
    /// The parts of a path; nil for one that can be any text.
    var parts: [Substring?]
    var methods: Set<HTTPRequest.Method>
  }

  private let entries = Mutex<[Entry]>([])

  /// Reads the routes of a router, once it has all of them.
  func fill(from router: Router<APIContext>) {
    let routes = Dictionary(grouping: router.routes) { RoutePath.parts($0.path.description) }
    entries.withLock { entries in
      entries = routes.map { parts, routes in
        Entry(
          parts: parts.map { RoutePath.isParameter($0) ? nil : $0 },
          methods: routes.reduce(into: [.options]) { methods, route in
            methods.insert(route.method)
            if route.method == .get { methods.insert(.head) }
          })
      }
    }
  }

  /// The methods of a path, as the value of `Allow`; nil when no route has it.
  func methods(of path: String) -> String? {
    let parts = RoutePath.parts(path)
    return entries.withLock { entries in
      let found = entries.filter { entry in
        entry.parts.count == parts.count && zip(entry.parts, parts).allSatisfy { $0 == nil || $0 == $1 }
      }
      // A router prefers a path that is written out to one with parameters.
      let best = found.min { $0.parts.count { $0 == nil } < $1.parts.count { $0 == nil } }
      return best.map { Self.text($0.methods) }
    }
  }

  /// The methods of all paths, as the value of `Allow`.
  var allMethods: String { entries.withLock { Self.text($0.reduce(into: [.options]) { $0.formUnion($1.methods) }) } }

  private static func text(_ methods: Set<HTTPRequest.Method>) -> String {
    methods.map(\.rawValue).sorted().joined(separator: ", ")
  }
}

/// The paths of routes as text.
enum RoutePath {
  static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

  /// Whether a part stands for any text.
  static func isParameter(_ part: Substring) -> Bool { part.hasPrefix(":") || part.hasPrefix("{") }

  /// A path as descriptions write it: `/v1/inputs/{name}`.
  static func described(_ path: String) -> String {
    "/"
      + parts(path).map { isParameter($0) ? "{\($0.filter { !":{}".contains($0) })}" : String($0) }
      .joined(separator: "/")
  }
}

/// Answers `OPTIONS`, and requests with a method that their path does not have. It comes last: a client that may not ask
/// gets the answer for that.
struct MethodCheck: RouterMiddleware {
  typealias Context = APIContext

  let table: RouteTable

  func handle(
    _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let isForAll = request.head.path == "*"
    if request.method == .options, let allowed = isForAll ? table.allMethods : table.methods(of: request.uri.path) {
      // Without a word about other origins: no page of another site may send more than a form does.
      return Response(status: .noContent, headers: [.allow: allowed])
    }
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      guard let allowed = table.methods(of: request.uri.path) else { throw error }
      let path = DisplayText.shortened(request.uri.path, to: 80)
      throw APIError(.methodNotAllowed, "\(path) has no \(request.method); expected \(allowed)", allowed: allowed)
    }
  }
}
