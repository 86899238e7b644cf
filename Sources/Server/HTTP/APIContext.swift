internal import HTTPTypes
internal import HubCore
internal import Hummingbird
internal import Marbles
internal import NIOCore
internal import Platform
internal import Wire

/// The connection of a request, for its route.
struct APIContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection, which a stream can take over.
  let connection: DetachableChannel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    connection = source.channel as? DetachableChannel ?? DetachableChannel(source.channel)
  }

  /// The connection itself.
  var channel: any Channel { connection.base }

  /// The client, for the log: process and user of the peer, if the system tells.
  func peer() async -> String {
    #if os(Linux)
      if let socket = channel as? any SocketOptionProvider,
        let peer: PeerCredentials = try? await socket.unsafeGetSocketOption(
          level: .init(SOL_SOCKET), name: .init(SO_PEERCRED)
        ).get(), peer.process > 0
      {
        return "control.sock (process \(peer.process), user \(peer.user))"
      }
    #else
      // unix(4) of Darwin. The user is known there, too, but in a structure of variable length.
      if let socket = channel as? any SocketOptionProvider,
        let process: pid_t = try? await socket.unsafeGetSocketOption(
          level: .init(SOL_LOCAL), name: .init(LOCAL_PEERPID)
        ).get(), process > 0
      {
        return "control.sock (process \(process))"
      }
    #endif
    return "control.sock"
  }
}

#if os(Linux)
  /// `struct ucred` of unix(7), which Glibc's module leaves out.
  private struct PeerCredentials {
    var process: Int32
    var user: UInt32
    var group: UInt32
  }
#endif

/// Why a request is refused: a status code, and a message for a person.
struct APIError: Error, Hashable {
  var status: HTTPResponse.Status
  var message: String
  /// The number of seconds after which to retry; nil when retrying does not help.
  var retryAfter: Int?
  /// The methods that the path has; nil when the method is not what is wrong.
  var allowed: String?

  init(_ status: HTTPResponse.Status, _ message: String, retryAfter: Int? = nil, allowed: String? = nil) {
    (self.status, self.message) = (status, message)
    (self.retryAfter, self.allowed) = (retryAfter, allowed)
  }

  init(_ refusal: ControlRequest.Invalid) {
    let status: HTTPResponse.Status =
      switch refusal.reason {
      case .unprocessable: .unprocessableContent
      case .conflict: .conflict
      case .tooLarge: .contentTooLarge
      case .busy, .unavailable: .serviceUnavailable
      }
    self.init(status, refusal.description, retryAfter: refusal.reason == .busy ? 5 : nil)
  }
}

/// Answers errors as `{"error":…,"message":…}`, and addresses that a browser finds nothing at with a page.
struct ErrorsAsJSON: RouterMiddleware {
  typealias Context = APIContext

  /// Logs requests that are refused; nil for none.
  var log: RefusalLog?
  /// Whether a proxy names the address of its client.
  var isBehindProxy = false
  /// The pages that lead on from an address with nothing; nil for none.
  var lists: ListPages?

  func handle(
    _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      guard let known = Self.known(error, of: request) else { throw error }
      log?.note(
        known, of: request, from: Client(of: request, context.channel, isBehindProxy: isBehindProxy).address)
      var response = Self.response(known)
      if known.status == .notFound, let lists, request.isForPage {
        let client = Client(of: request, context.channel, isBehindProxy: isBehindProxy)
        if request.prefersHTML { response = lists.nothing(at: request, for: client) }
        response.addVary("Accept")
      }
      return request.method == .head ? response.createHeadResponse() : response
    }
  }

  private static func known(_ error: any Error, of request: Request) -> APIError? {
    switch error {
    case let error as APIError: error
    case is NIOTooManyBytesError: APIError(.contentTooLarge, "the body has more than 1 MiB")
    case let error as HTTPError where error.status == .notFound:
      APIError(.notFound, "no route for \(request.method) \(request.uri.path)")
    case let error as HTTPError: APIError(error.status, error.body ?? error.status.reasonPhrase)
    default: nil
    }
  }

  private static func response(_ error: APIError) -> Response {
    let body = ErrorBody(error: error.status.reasonPhrase, message: error.message)
    var response = Response.json(body.json, status: error.status)
    if let seconds = error.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    // Each 405 has it (RFC 9110, 15.5.6).
    response.headers[.allow] = error.allowed
    // Each 401 has it (RFC 9110, 15.5.2); browsers ask for nothing, as they do not know this scheme.
    if error.status == .unauthorized { response.headers[.wwwAuthenticate] = "Code realm=\"marbled\"" }
    // Closes the connection instead of reading the rest of a body that is too large.
    if error.status == .contentTooLarge { response.headers[.connection] = "close" }
    return response
  }
}

/// Refuses some requests.
protocol RequestCheck: RouterMiddleware where Context == APIContext {
  /// - Throws: ``APIError`` for a request that is refused.
  func check(_ request: Request) throws(APIError)
}

extension RequestCheck {
  func handle(
    _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    try check(request)
    return try await next(request, context)
  }
}

/// Accepts only requests for one of these hosts. This stops web pages whose host name resolves to the daemon's address.
struct HostCheck: RequestCheck {
  private let hosts: Set<String>
  /// Whether any IP address of this machine is allowed: a page whose name resolves to it is asked for by that name.
  private let allowsAddresses: Bool
  private let help: String

  /// - Parameter help: what allows more hosts, for messages.
  init(address: ListenAddress, hosts: [String], help: String = "the key viewHosts allows more hosts") {
    self.help = help
    allowsAddresses = address.isOfEveryInterface
    self.hosts = Set(hosts + [address.host.lowercased(), "localhost", "127.0.0.1", "::1"])
  }

  func check(_ request: Request) throws(APIError) {
    guard let host = request.head.authority.map(Self.host),
      hosts.contains(host) || allowsAddresses && Self.isAddress(host)
    else { throw APIError(.misdirectedRequest, "requests for this host are not allowed; \(help)") }
  }

  private static func isAddress(_ host: String) -> Bool { (try? SocketAddress(ipAddress: host, port: 0)) != nil }

  static func host(_ authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    return String(text.prefix { $0 != ":" })
  }
}

/// Refuses new viewers while the current ones can't be served in time.
struct LoadShedding: RequestCheck {
  /// How late the viewers' threads may be, in nanoseconds.
  static let allowedLag: Int64 = 1_000_000_000
  let executor: ViewerExecutor
  let store: StateStore

  func check(_ request: Request) throws(APIError) {
    guard request.uri.path != "/v1/events" || max(executor.lag, store.pumps.lag) <= Self.allowedLag else {
      store.countRefusedViewer()
      throw APIError(
        .serviceUnavailable, "too many viewers to serve in time; try again later", retryAfter: 5)
    }
  }
}

/// Refuses requests that change something.
struct ReadOnly: RequestCheck {
  /// A path whose requests change nothing, whatever their method; nil for none.
  var harmless: String?

  func check(_ request: Request) throws(APIError) {
    guard request.isSafe || request.uri.path == harmless else {
      throw APIError(.forbidden, "read-only: viewers can't change anything; use control.sock")
    }
  }
}

extension Response {
  /// A response with a JSON document on one line.
  static func json(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    json(ByteBuffer(string: text + "\n"), status: status)
  }

  /// A response with metrics for Prometheus.
  static func metrics(_ text: MetricsText) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text.text)))
  }

  /// A response with the bytes of a JSON document.
  static func json(_ bytes: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: bytes))
  }
}

extension Request {
  /// Whether its method says that it changes nothing.
  var isSafe: Bool { method == .get || method == .head || method == .options }

  /// The value of a parameter of the query; nil when there is none.
  ///
  /// - Parameters:
  ///   - expected: the values that it can have, for the message.
  ///   - read: returns nil for another value.
  func parameter<Value>(
    _ name: String, expected: String, _ read: (Substring) -> Value?
  ) throws(APIError) -> Value? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    if let value = read(text) { return value }
    let shown = DisplayText.shortened(String(text), to: 40)
    throw APIError(.unprocessableContent, "found `\(name)=\(shown)`, expected \(expected)")
  }
}
