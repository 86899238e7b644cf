import Dispatch
import Foundation
import HTTPTypes
import HubCore
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Playback
import Playground
import SceneFiles
import Synchronization
import TestSupport
import Testing

@testable import Server

/// The routes that run scenes for pages, in memory.
@Suite(.timeLimit(.minutes(30))) struct PlaygroundRouteTests {
  private static let scene = #"{"scene":"rows: { a: { marbles: '1-2|' }, out: { apply: 'a.map { $0 * 2 }' } }"}"#

  private func routes(_ budget: WorkBudget = .untimed) -> PlaygroundRoutes { .untimed(budget) }

  private func router(_ routes: PlaygroundRoutes) -> Router<APIContext> {
    PlaygroundServer(address: ListenAddress(host: "127.0.0.1", port: 8080), hosts: ["marbles.example"]).router(routes)
  }

  private func ask(
    _ router: Router<APIContext>, _ request: String, _ body: String = "", type: String? = "application/json",
    host: String = "localhost:8080", origin: String? = nil, forwarded: String? = nil
  ) async throws -> RouterAnswer {
    var headers = HTTPFields()
    headers[.contentType] = type
    headers[.origin] = origin
    headers[HTTPField.Name("X-Forwarded-For")!] = forwarded
    return try await router.answer(to: request, body, host: host, headers: headers)
  }

  @Test(
    "the answers of the routes",
    arguments: [
      ("GET /", "", 200, "<title>marbled"), ("GET /page/page.js", "", 200, "use strict"),
      ("GET /page/nothing.js", "", 404, "no such file"),
      ("GET /operators/debounce", "", 200, #"<meta name="description" content="Emits a value once"#),
      ("GET /operators/debunce", "", 404, "no operator has this name"),
      ("GET /scenes/sample", "", 200, #"src="../page/\#(PageFolder.version)/page.js""#),
      ("GET /scenes/x", "", 404, "no scene has this name"),
      ("GET /v1/library", "", 200, #""first":null"#),
      ("GET /v1/library/scenes/sample", "", 200, #""yaml":"#),
      ("GET /v1/library/scenes/..%2Fsample", "", 404, "no scene is called"),
      ("GET /v1/library/operators/zip", "", 200, #""combine":"zip""#),
      ("GET /v1/completions?text=a.deb&cursor=5&rows=a", "", 200, "debounce"),
      ("GET /v1/completions?text=a&cursor=x", "", 422, "expected a whole number"),
      ("GET /v1/completions?text=\(String(repeating: "a", count: 5000))", "", 422, "at most 4000 characters"),
      ("GET /v1/openapi.json", "", 200, #""openapi":"3.1.0""#), ("GET /v1/runs", "", 405, "expected OPTIONS, POST"),
      ("POST /v1/runs", scene, 200, #""svg":"<svg"#), ("POST /v1/runs", "{", 400, "not JSON"),
      ("POST /v1/runs", "{}", 422, "expected `scene`"),
      ("POST /v1/runs", #"{"scene":"rows: {"}"#, 422, #"{"diagnostics":[{"line":1"#),
      ("POST /v1/runs", #"{"scene":"rows: { a: { live: 'exec:touch x' } }"}"#, 422, "row a is live"),
      ("POST /v1/runs", String(repeating: " ", count: 200_000), 413, "more than 128 KiB"),
      ("PUT /v1/runs", scene, 405, "/v1/runs has no PUT"), ("POST /v1/control", "{}", 404, "no route"),
    ])
  func answers(request: String, body: String, status: Int, says: String) async throws {
    let router = router(routes())
    let answer = try await ask(router, request, body)
    #expect(answer.status == status && answer.body.contains(says), "\(request): \(answer.body.prefix(300))")
    let known = try await ServerDescription(of: router).statuses(of: request)
    #expect(known?.contains(status) ?? [404, 405].contains(status), "\(request)")
  }

  @Test("an operator of `serve` sees requests, runs, connections and the process, and that it is alive")
  func operations() async throws {
    let time = VirtualClock()
    let budget = WorkBudget(now: { 0 }, processorTime: { 0 })
    let routes = routes(budget)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let connections = Connections(limit: 1, logger: logger)
    let place = connections.place()
    #expect(place != nil && connections.place() == nil)
    defer { withExtendedLifetime(place) {} }
    let server = PlaygroundServer(address: ListenAddress(host: "127.0.0.1", port: 8080))
    let operations = ServerOperations(connections, routes, version: "1.2.3", clock: ManualClock()) { time.now }
    let router = server.router(routes, operations: operations)
    #expect(try await ask(router, "POST /v1/runs", Self.scene).status == 200)
    budget.charge(Client(address: "local"), 33_000_000_000)
    var refused = 0
    try await whileBusy(routes) { refused = try await ask(router, "POST /v1/runs", Self.scene).status }
    #expect(refused == 429)
    for route in ["GET /healthz", "GET /readyz"] {
      #expect(try await ask(router, route).body == "{\"status\":\"ok\"}\n")
    }
    time.advance(by: 1_500_000_000)
    let status = try await ask(router, "GET /v1/status").body
    #expect(
      status.contains(#""version":"1.2.3""#) && status.contains(#""uptime":1.5,"connections":{"open":1,"refused":1"#)
        && status.contains(#""runs":{"waiting":0,"running":0,"computed":1}"#), "\(status)")
    let metrics = try PrometheusText(try await ask(router, "GET /metrics").body)
    for (name, labels, value) in [
      ("marbled_http_requests_total", ["route": "/v1/runs", "method": "POST", "code": "200"], 1.0),
      ("marbled_http_requests_total", ["route": "/v1/runs", "method": "POST", "code": "429"], 1),
      ("marbled_run_seconds_count", [:], 1), ("marbled_runs_waiting", [:], 0),
      ("marbled_connections_refused_total", [:], 1), ("marbled_alive", [:], 1), ("marbled_ready", [:], 1),
      ("marbled_build_info", ["version": "1.2.3"], 1),
    ] {
      #expect(metrics[name, labels] == value, "\(name)")
    }
    #expect(try #require(metrics["process_start_time_seconds"]) > 1_700_000_000)
    #expect(try #require(metrics["process_cpu_seconds_total"]) > 0)
  }

  @Test("a run may take 2 s, unless the server has another limit")
  func timeLimit() {
    #expect(PlaygroundRoutes().queue.limit == .seconds(2))
    #expect(PlaygroundRoutes(timeLimit: .seconds(60)).queue.limit == .seconds(60))
  }

  @Test("refused requests are logged, and few of a flood")
  func refusals() async throws {
    let lines = Mutex<[String]>([])
    let time = VirtualClock()
    let logger = Logger(label: "test") { _ in
      LogLines(form: .journal) { line in lines.withLock { $0.append(line) } }
    }
    let log = RefusalLog(logger) { time.now }
    func refuse(_ status: HTTPResponse.Status, _ count: Int) {
      let head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/v1/runs?a=b")
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
      for _ in 0..<count { log.note(APIError(status, "too many"), of: request, from: "192.0.2.1") }
    }
    // Mistakes of clients are no refusals.
    refuse(.notFound, 5)
    refuse(.tooManyRequests, 25)
    let line = #"<5>refused a request client=192.0.2.1 code=429 reason="too many" request="POST /v1/runs""# + "\n"
    #expect(lines.withLock { $0 } == Array(repeating: line, count: 10))
    time.advance(by: RefusalLog.interval)
    refuse(.tooManyRequests, 1)
    #expect(lines.withLock { $0.suffix(2) } == ["<5>more requests were refused requests=15\n", line])
  }

  @Test("a page of another site, another host, and a form can't run anything")
  func strangers() async throws {
    let router = router(routes())
    let run = "POST /v1/runs"
    #expect(try await ask(router, run, Self.scene, origin: "http://localhost:8080").status == 200)
    #expect(try await ask(router, run, Self.scene, origin: "http://evil.example").status == 403)
    #expect(try await ask(router, run, Self.scene, origin: "null").status == 403)
    #expect(try await ask(router, run, Self.scene, host: "evil.example", origin: "http://evil.example").status == 421)
    #expect(try await ask(router, run, Self.scene, host: "marbles.example").status == 200)
    #expect(try await ask(router, run, Self.scene, type: "text/plain").status == 415)
    #expect(try await ask(router, run, Self.scene, type: nil).status == 415)
    #expect(try await ask(router, "GET /", host: "evil.example").status == 421)
  }

  @Test("a page may load only its own files, and of its document only the scripts and styles with a random mark")
  func policy() async throws {
    let router = router(routes())
    let page = try await ask(router, "GET /")
    let policy = try #require(page.headers[.contentSecurityPolicy])
    let nonce = try #require(policy.firstMatch(of: /script-src 'self' 'nonce-([a-z0-9]{16,26})'/)?.1)
    #expect(policy.contains("default-src 'none'; ") && policy.contains("style-src 'self' 'nonce-\(nonce)'"))
    #expect(!policy.contains("unsafe") && page.headers[.xContentTypeOptions] == "nosniff")
    // Previews need a whole address: that of the page.
    let body = page.body.replacing(#"<meta property="og:url" content="http://localhost:8080/">"#, with: "")
    #expect(body.firstMatch(of: /\ style=|\ on[a-z]+="|https?:\/\/(?!www\.w3\.org)|<script>|<style>/) == nil)
    #expect(page.body.matches(of: /nonce="([a-z0-9]+)"/).map { $0.1 } == Array(repeating: nonce, count: 5))
    let again = try await ask(router, "GET /")
    #expect(again.headers[.contentSecurityPolicy]?.contains(nonce) == false)
    let file = try await ask(router, "GET /page/page.js")
    #expect(file.headers[.contentSecurityPolicy]?.contains("script-src 'self'; style-src 'self'; ") == true)
    for name in page.body.matches(of: /(?:src|href)="(page\/[^"]+)"/).map({ String($0.1) }) {
      let file = try await ask(router, "GET /\(name)")
      let foreign = file.body.firstMatch(of: /https?:\/\/(?!www\.w3\.org)|innerHTML|eval\(/)
      #expect(file.status == 200 && foreign == nil, "\(name)")
    }
    // What the page loads, but for what is in the document of each scene.
    let document = StaticFile("", type: "text/html", bytes: Array(PlaygroundPage.document.utf8))
    let loaded =
      [document] + PlaygroundPage.files.filter { page.body.contains("=\"\(PageFolder.path)\($0.path.dropFirst(5))\"") }
    #expect(loaded.count == 4)
    #expect(loaded.reduce(0) { $0 + $1.bytes.count } < 140_000)
    let compressed = loaded.reduce(0) { $0 + ($1.compressed ?? $1.bytes).count }
    #expect(compressed < 45_000)
    // What it loads once its picture and its list are there.
    let later = try #require(PlaygroundPage.files.first { $0.path == "page/later.js" })
    #expect(compressed + (later.compressed ?? later.bytes).count < 51_900)
  }

  @Test("the document of a page has its picture, which no script has to draw")
  func firstPicture() async throws {
    let router = router(routes())
    let page = try await ask(router, "GET /operators/zip").body
    for part in [
      "<h1 id=\"title\" tabindex=\"-1\">zip</h1>", "<template shadowrootmode=\"open\"><style nonce=",
      "data-id=\"zip#0\"",
      #"{"kind":"operators","name":"zip","columns":88,"motion":"#, "--width:810.0px;--ratio:",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    // At the beginning: nothing plays, and nothing is shown that comes later.
    let drawn = try #require(page.firstMatch(of: /<template.*?<\/template>/.dotMatchesNewlines())?.0)
    #expect(!drawn.contains("@keyframes") && drawn.contains(".s{visibility:hidden}"))
    // Inside of the facts no text can end their element.
    let facts = try #require(page.firstMatch(of: /id="first">(.*?)<\/script>/)?.1)
    #expect(!facts.contains("<") && (try? JSONSerialization.jsonObject(with: Data(facts.utf8))) != nil)
  }

  @Test("a server that ends says so, and does not ask for another try")
  func ending() async throws {
    let routes = routes()
    routes.queue.stop()
    let refused = try await ask(router(routes), "POST /v1/runs", Self.scene)
    #expect(refused.status == 503 && refused.body.contains("the server is shutting down"), "\(refused.body)")
    #expect(refused.headers[.retryAfter] == nil)
  }

  /// Routes whose queue is full of jobs of another address; `body` gets them.
  private func whileBusy(_ routes: PlaygroundRoutes, _ body: () async throws -> Void) async throws {
    let queue = routes.queue
    let gate = DispatchSemaphore(value: 0)
    let jobs = (0..<3).map { _ in Task { try await queue.perform(for: Client(address: "busy")) { _ in gate.wait() } } }
    while queue.waitingCount == 0 { await Task.yield() }
    defer { for _ in jobs { gate.signal() } }
    try await body()
  }

  @Test("an address that has used much processor time is told when to try again, if others wait")
  func much() async throws {
    let budget = WorkBudget(now: { 0 }, processorTime: { 0 })
    let routes = routes(budget)
    budget.charge(Client(address: "local"), 33_000_000_000)
    let router = router(routes)
    #expect(try await ask(router, "POST /v1/runs", Self.scene).status == 200)
    try await whileBusy(routes) {
      let refused = try await ask(router, "POST /v1/runs", Self.scene)
      #expect(refused.status == 429 && refused.headers[.retryAfter] == "5", "\(refused.body)")
      #expect(refused.body.contains("this address has used more processor time than its share"))
      #expect(try await ask(router, "GET /v1/completions?text=a").status == 429)
      #expect(try await ask(router, "GET /v1/library").status == 200)
    }
  }

  @Test("behind a proxy, each of its clients pays for itself")
  func proxy() async throws {
    let budget = WorkBudget(now: { 0 }, processorTime: { 0 })
    var routes = routes(budget)
    budget.charge(Client(address: "192.0.2.1"), 33_000_000_000)
    try await whileBusy(routes) {
      // Anyone can send the header where there is no proxy.
      let open = router(routes)
      routes.isBehindProxy = true
      let behind = router(routes)
      let asked = [(open, "192.0.2.1"), (behind, "192.0.2.1"), (behind, "192.0.2.2"), (behind, "192.0.2.2, 192.0.2.1")]
      var statuses: [Int] = []
      for (router, address) in asked {
        statuses.append(try await ask(router, "GET /v1/completions?text=a", forwarded: address).status)
      }
      #expect(statuses == [200, 429, 200, 429])
    }
  }

  @Test("thirty pages behind one address drag at once, and none is refused")
  func drags() async throws {
    let routes = routes(WorkBudget(now: { 0 }, processorTime: Ticks(120_000_000).next))
    // Each page asks for two runs at a time, again and again; the run of each takes long by the clock of the test.
    let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
      for page in 0..<60 {
        group.addTask {
          let router = router(routes)
          var statuses: [Int] = []
          for step in 0..<10 {
            let scene = #"{"scene":"rows: { a: { marbles: '1-2|' } }","edits":["move a#0 \#(step % 2)s"],"still":true}"#
            statuses.append(try await ask(router, "POST /v1/runs?page=\(page / 2)", scene).status)
          }
          return statuses
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(statuses.count == 600 && statuses.allSatisfy { $0 == 200 })
    #expect(routes.queue.budget.seconds(of: "local") > 2 * RunQueue.much)
  }

  @Test("viewers of a daemon with a page can run scenes, and change nothing")
  func daemon() async throws {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    func api(_ playground: PlaygroundRoutes?) -> API {
      API(
        broadcaster: hub, library: { .shipped }, daemonStatus: { .test }, reload: { nil }, quit: {},
        playground: playground)
    }
    let open = api(routes()).viewRouter()
    #expect(try await ask(open, "POST /v1/runs", Self.scene).status == 200)
    let page = try await ask(open, "GET /playground")
    #expect(page.status == 200 && page.body.contains(#"id="brand" href="playground""#))
    #expect(try await ask(open, "GET /operators/zip").body.contains(#"id="brand" href="../playground""#))
    #expect(try await ask(open, "POST /v1/control", "{}").status == 403)
    let closed = api(nil).viewRouter()
    #expect(try await ask(closed, "POST /v1/runs", Self.scene).status == 403)
    #expect(try await ask(closed, "GET /playground").status == 404)
  }

  /// The `frame-ancestors` of the pages of a router, by path: of all routes whose answer is HTML.
  private func ancestors(_ router: Router<APIContext>) async throws -> [String: String] {
    var ancestors: [String: String] = [:]
    for route in router.routes where route.method == .get {
      let path = "/" + "\(route.path)".split(separator: "/").joined(separator: "/")
      // The names of a scene and of an operator that there are.
      let target = path.replacing(/[{:]name}?/, with: path.contains("operators") ? "zip" : "sample")
      let answer = try await ask(router, "GET \(target)")
      guard answer.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
      #expect(answer.status == 200, "\(path)")
      let policy = try #require(answer.headers[.contentSecurityPolicy], "\(path)")
      ancestors[target] = policy.firstMatch(of: /(?:^|; )frame-ancestors ([^;]*)/).map { String($0.1) } ?? "none named"
      let head = try await ask(router, "HEAD \(target)")
      #expect(head.headers[.contentSecurityPolicy]?.hasSuffix("frame-ancestors \(ancestors[target]!)") == true)
    }
    return ancestors
  }

  @Test("other sites can show the playground in a frame, and no page of a daemon that shows or steers what it plays")
  func framing() async throws {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    var settings = HubSettings.gatheringNothing
    // So that the route of events answers at once.
    settings.maximumViewers = 0
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: settings, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(await hub.begin())
    let api = API(
      broadcaster: hub, library: { .shipped }, daemonStatus: { .test }, reload: { nil }, quit: {}, playground: routes(),
      remote: RemoteControl(logger: Logger(label: "test")))
    let playground = [
      "/scenes/sample": "*", "/operators/zip": "*", "/scenes": "*", "/operators": "*", "/s/sample": "*",
    ]
    for router in [api.controlRouter(), api.viewRouter()] {
      #expect(
        try await ancestors(router)
          == playground.merging(["/": "'none'", "/playground": "*"]) { $1 })
    }
    #expect(try await ancestors(try #require(api.phoneRouter)) == ["/": "'none'"])
    #expect(try await ancestors(router(routes())) == playground.merging(["/": "*"]) { $1 })
    await hub.stop()
  }
}

/// A clock that goes on by a step each time it is read.
private final class Ticks: Sendable {
  private let step: Int64
  private let time = Mutex<Int64>(0)

  init(_ step: Int64) { self.step = step }

  @Sendable func next() -> Int64 {
    time.withLock { time in
      time += step
      return time
    }
  }
}
