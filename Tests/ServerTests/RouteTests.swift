import Client
import HTTPTypes
import HubCore
import Hummingbird
import Logging
import Marbles
import NIOCore
import NIOEmbedded
import SceneFiles
import Scenes
import TestSupport
import Testing
import Wire

@testable import Server

/// Every route and every way to be refused: the same requests in memory and on a socket.
@Suite(.timeLimit(.minutes(30))) struct RouteTests {
  enum Way: String, CaseIterable { case inMemory, onSocket }

  /// A request, and what is answered.
  private struct Exchange {
    var request: String
    var body: String?
    var status: Int
    var says: String

    init(_ request: String, _ body: String?, _ status: Int, _ says: String = "") {
      (self.request, self.body, self.status, self.says) = (request, body, status, says)
    }

    init(_ request: String, _ status: Int, _ says: String = "") { self.init(request, nil, status, says) }

    var method: String { String(request.prefix { $0 != " " }) }
    var target: String { String(request.drop { $0 != " " }.dropFirst()) }
  }

  private static let reading = [
    Exchange("GET /", 200, "<html"), Exchange("GET /viewer.js", 200), Exchange("GET /viewer.css", 200),
    Exchange("GET /v1/status", 200, #""scene":"one""#), Exchange("GET /v1/scenes", 200, #""name":"one""#),
    Exchange("GET /metrics", 200, "marbled_turns_total"), Exchange("HEAD /v1/events", 200),
    Exchange("GET /healthz", 200, #"{"status":"ok"}"#), Exchange("GET /readyz", 200, #"{"status":"ok"}"#),
    Exchange("HEAD /healthz", 200), Exchange("OPTIONS /v1/status", 204), Exchange("OPTIONS *", 204),
    Exchange("GET /robots.txt", 200, "Disallow: /v1/"), Exchange("HEAD /favicon.ico", 200),
    Exchange("HEAD /v1/status", 200), Exchange("GET /v1/nothing", 404, "no route for GET /v1/nothing"),
    Exchange("GET /v1/picture?columns=40", 200, #""svg":"<svg"#),
    Exchange("GET /v1/picture?columns=1", 422, "30 to 160"),
    Exchange("GET /page/page.css", 200, "#stage"), Exchange("GET /v1/openapi.json", 200, "openapi"),
    Exchange("GET /v1/scene.schema.json", 200, "json-schema.org/draft-07"),
    Exchange("GET /v1/events", 503, "too many viewers: the limit is 0"),
    Exchange("GET /metrics", 200, "marbled_viewers_refused_total 1\n"),
    Exchange("GET /metrics", 200, #"marbled_http_requests_total{route="none",method="any",code="404"} 1"#),
    Exchange("GET /metrics", 200, #"marbled_http_requests_total{route="/v1/events",method="GET",code="503"} 1"#),
  ]

  private static let control = [
    Exchange("POST /v1/control", "{", 400, "not JSON"), Exchange("POST /v1/control", "", 400, "not JSON"),
    Exchange("POST /v1/control", "[]", 422, "expected an object"),
    Exchange("POST /v1/control", #"{"sped":2}"#, 422, "unknown key `sped`"),
    Exchange("POST /v1/control", #"{"speedFactor":1e300}"#, 422, "speedFactor"),
    Exchange("POST /v1/control", #"{"seek":99,"paused":true}"#, 422, "the scene ends at 3 s"),
    Exchange("POST /v1/control", #"{"scene":"zipp"}"#, 422, "did you mean `zip`?"),
    Exchange("POST /v1/control", #"{"reload":true,"message":"never"}"#, 422, "the configuration is broken"),
    Exchange("GET /v1/status", nil, 200, #""message":null"#),
    Exchange("POST /v1/control", String(repeating: " ", count: (1 << 20) + 1), 413, "the body has more than 1 MiB"),
    Exchange("POST /v1/control", "[\(String(repeating: "1,", count: 500_000))1]", 422, "a list; expected an object"),
    Exchange("POST /v1/control", #"{"paused":true,"seek":2}"#, 200, #""time":2,"speedFactor":0.001"#),
    Exchange("GET /readyz", 503, "playback is paused"), Exchange("GET /healthz", 200),
    Exchange("GET /metrics", 200, "marbled_ready 0\n"),
    Exchange("POST /v1/control", #"{"undo":true}"#, 409, "one has no edit to undo"),
    Exchange("POST /v1/control", #"{"edit":"set b = 1|"}"#, 422, "no row is called `b`"),
    Exchange("POST /v1/control", #"{"edit":["add b = a","set a = 1-(2|"]}"#, 422, "command 2, column 3: "),
    Exchange("POST /v1/control", #"{"edit":"set a = 1-2-3-4|","editor":"ada"}"#, 200, #""time":2,"speedFactor":0.001"#),
    Exchange("GET /v1/status", nil, 200, #""editor":"ada""#), Exchange("GET /v1/status", nil, 200, #""edits":1"#),
    Exchange("POST /v1/control", #"{"edit":"remove a","editor":"bob"}"#, 409, "ada is editing; try again in "),
    Exchange("POST /v1/control", #"{"undo":true,"editor":"ada"}"#, 200, #""edits":0,"undone":1"#),
    Exchange("POST /v1/scenes?name=../x", "rows: {}", 422, "can't be a scene's name"),
    Exchange("POST /v1/scenes?name=next", "rows: { a: { marbles: '1|' } }", 422, "a scene can't be called `next`"),
    Exchange(
      "POST /v1/scenes?name=x", "rows: { a: { live: 'exec:touch /tmp/x' } }", 422,
      "row a names a source; the daemon takes sources only from its configuration and scene files"),
    Exchange("POST /v1/scenes?name=x", "rows: {", 422, "x.yaml:1"),
    Exchange("POST /v1/scenes?name=x", "rows: { a: { marbles: '1|' } }", 201, #"{"name":"x"}"#),
    Exchange("POST /v1/control", #"{"scene":"x"}"#, 200, #""scene":"x""#),
    Exchange("POST /v1/inputs/a", "1", 409, "row a of x is not live"),
    Exchange("POST /v1/control", #"{"scene":"live"}"#, 200, #""live":true"#),
    Exchange("POST /v1/control", #"{"speedFactor":2}"#, 409, "row a is live"),
    Exchange(
      "POST /v1/control", #"{"edit":"add b = 1|","editor":"ada"}"#, 422,
      "a live scene takes no drawn inputs"),
    Exchange("POST /v1/control", #"{"edit":"add c = a.map { $0","editor":"ada"}"#, 422, "column "),
    Exchange("POST /v1/control", #"{"edit":"add c = a.map { $0 }","editor":"ada"}"#, 200, #""edits":1"#),
    Exchange("POST /v1/control", #"{"undo":true,"editor":"ada"}"#, 200, #""edits":0,"undone":1"#),
    Exchange("POST /v1/inputs/b", "1", 404, "has no row `b`"),
    Exchange("POST /v1/inputs/a?after=x", "1", 422, "`after=x`, expected a whole number, 0 or greater"),
    Exchange("POST /v1/inputs/a", "1\n2\n", 200, #""accepted":2"#),
    Exchange("POST /v1/inputs/a", "[\(String(repeating: "1,", count: 40_000))1]", 200, #""accepted":1,"#),
    Exchange("PUT /v1/control", "{}", 405, "/v1/control has no PUT; expected OPTIONS, POST"),
    Exchange("GET /metrics", 200, #"marbled_input_lines_total{result="accepted"} 3"#),
    Exchange("GET /metrics", 200, #"{route="/v1/control",method="POST",code="409"}"#),
    Exchange("GET /metrics", 200, #"{route="/v1/inputs/{name}",method="POST",code="404"} 1"#),
  ]

  private static let viewing = [
    Exchange("POST /v1/control", #"{"paused":true}"#, 403, "read-only: viewers can't change anything"),
    Exchange("POST /v1/control", #"{"edit":"remove a"}"#, 403),
    Exchange("POST /v1/scenes?name=x", "rows: {}", 403), Exchange("POST /v1/inputs/a", "1", 403),
    Exchange("PUT /v1/control", "{}", 403), Exchange("DELETE /v1/scenes", 403),
  ]

  @Test("the routes of the control socket", arguments: Way.allCases)
  func controlSocket(way: Way) async throws { try await check(Self.reading + Self.control, way) { $0.controlRouter() } }

  @Test("the routes of the view socket", arguments: Way.allCases)
  func viewSocket(way: Way) async throws { try await check(Self.reading + Self.viewing, way) { $0.viewRouter() } }

  @Test("another host than the one that listens is refused")
  func hosts() async throws {
    let check = HostCheck(address: ListenAddress(host: "192.0.2.1", port: 80), hosts: [])
    try await self.check([Exchange("GET /v1/status", 200)], .inMemory) { $0.viewRouter(checkingHost: check) }
    try await self.check([Exchange("GET /v1/status", 421, "requests for this host")], .inMemory, host: "evil.example") {
      $0.viewRouter(checkingHost: check)
    }
  }

  // MARK: The two ways

  private typealias Answer = (status: Int, body: String)

  private func check(
    _ exchanges: [Exchange], _ way: Way, host: String = "localhost", _ router: (API) -> Router<APIContext>
  ) async throws {
    var settings = HubSettings.gatheringNothing
    settings.maximumViewers = 0
    var one = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    one.speedFactor = 0.001
    let live = try SceneFile(parsing: "rows: { a: { live: true } }", path: "live.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [one, live].map { Playlist.Entry(scene: $0) }), settings: settings, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(await hub.begin())
    let api = API(
      broadcaster: hub, library: { .shipped }, daemonStatus: { .test },
      reload: { "the configuration is broken" }, quit: {}, health: .patient(hub))
    let description = try await ServerDescription(of: router(api))
    for exchange in exchanges where host == "localhost" {
      let known = description.statuses(of: exchange.request)
      #expect(
        known?.contains(exchange.status) ?? [204, 403, 404, 405].contains(exchange.status), "\(exchange.request)")
    }
    switch way {
    case .inMemory:
      let responder = router(api).buildResponder()
      try await check(exchanges) { try await Self.answer(to: $0, host, responder) }
    case .onSocket:
      try await serve(router(api)) { client in
        try await check(exchanges) { exchange in
          let answer = try await client.send(exchange.method, exchange.target, body: exchange.body)
          return (answer.status, answer.body)
        }
      }
    }
    await hub.stop()
  }

  private func check(_ exchanges: [Exchange], _ ask: (Exchange) async throws -> Answer) async throws {
    for exchange in exchanges {
      let answer = try await ask(exchange)
      let request = "\(exchange.request) \(exchange.body?.prefix(60) ?? "")"
      #expect(answer.status == exchange.status, "\(request): \(answer.body.prefix(300))")
      if !exchange.says.isEmpty {
        #expect(answer.body.contains(exchange.says), "\(request): \(answer.body.prefix(300))")
      }
      if exchange.method == "HEAD" { #expect(answer.body.isEmpty) }
    }
  }

  private static func answer(
    to exchange: Exchange, _ host: String, _ responder: RouterResponder<APIContext>
  ) async throws -> Answer {
    let method = try #require(HTTPRequest.Method(rawValue: exchange.method))
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: exchange.target)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: exchange.body ?? "")))
    let context = APIContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
    let response = try await responder.respond(to: request, context: context)
    let collector = Collector()
    try await response.body.write(collector)
    return (response.status.code, String(buffer: collector.bytes))
  }

  private func serve(
    _ router: Router<APIContext>, _ body: @escaping @Sendable (DaemonClient) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let (up, isUp) = AsyncStream<Void>.makeStream()
    // A busy machine may take longer between two requests than a client may.
    let limits = ConnectionGuard.TimeLimits(request: .hours(1), answer: .hours(1), end: .hours(1))
    let server = Application(
      router: router, server: GuardedHTTP.builder(Connections(limit: 10, logger: logger), limits),
      configuration: ApplicationConfiguration(address: .unixDomainSocket(path: folder.file("s"))),
      onServerRunning: { _ in isUp.yield() }, logger: logger)
    let running = Task { try await server.run() }
    for await _ in up { break }
    try await body(DaemonClient(path: folder.file("s")))
    running.cancel()
    _ = try? await running.value
  }
}

@Suite struct ViewerPageVersionTests {
  @Test("the page reads the wire version that the daemon speaks")
  func wireVersion() {
    let script = String(decoding: PackageResources.viewer_js, as: UTF8.self)
    #expect(script.contains("\nconst WIRE = \(WireVersion.current);\n"))
  }
}

extension DaemonStatus.Daemon {
  static let test = DaemonStatus.Daemon(
    instance: "test", process: 1, version: "0", uptime: 0, view: nil,
    connections: Connections(open: 0, refused: 0, late: 0, malformed: 0), config: nil, configError: nil,
    restartKeys: [])
}
