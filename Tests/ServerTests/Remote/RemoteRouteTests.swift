import HTTPTypes
import HubCore
import Hummingbird
import Logging
import Marbles
import NIOCore
import NIOEmbedded
import SceneFiles
import Scenes
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

/// The routes that steer from a phone, in memory and in virtual time.
@Suite(.timeLimit(.minutes(30))) struct RemoteRouteTests {
  /// A daemon whose screen shows codes, and its address for phones.
  private final class Kiosk: Sendable {
    let time = VirtualClock()
    let log = Lines()
    let remote: RemoteControl
    let api: API
    private let hub: Hub
    private let responder: RouterResponder<APIContext>
    private let shown = Mutex(0)

    /// - Parameter hasScreen: whether a screen shows codes.
    init(hasScreen: Bool = true) async throws {
      let scenes = try ["one", "two"].map { name in
        var scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "\(name).yaml").scene
        scene.speedFactor = 0.001
        return scene
      }
      let logger = Logger(label: "test") { [log] _ in LogLines(form: .plain) { log.append($0) } }
      let hub = Hub(
        playlist: Playlist(entries: scenes.map { Playlist.Entry(scene: $0) }), settings: .gatheringNothing, run: "r",
        logger: logger)
      #expect(await hub.begin())
      self.hub = hub
      let codes = Mutex(10_000_000)
      let remote = RemoteControl(
        logger: logger, now: { [time] in time.now },
        makeCode: {
          codes.withLock { code in
            code += 1
            return "\(code)"
          }
        })
      self.remote = remote
      api = API(
        broadcaster: hub, library: { .shipped }, daemonStatus: { .test }, reload: { "a phone reloads" },
        quit: { Issue.record("a phone ends the daemon") }, remote: remote)
      let address = ListenAddress(host: "127.0.0.1", port: 8081)
      responder = api.remoteRouter(
        remote, checkingHost: HostCheck(address: address, hosts: ["kiosk.local"]),
        log: RefusalLog(logger, now: { [time] in time.now })
      ).buildResponder()
      if hasScreen { _ = remote.observe { [self] in shown.withLock { $0 += 1 } } }
    }

    /// How often the screen was told to show something else.
    var changes: Int { shown.withLock { $0 } }

    struct Answer {
      var status: Int
      var headers: HTTPFields
      var body: String
      /// The session of a cookie that is set.
      var session: String? { headers[.setCookie].map { String($0.prefix { $0 != ";" }) } }
    }

    /// - Parameters:
    ///   - session: a cookie.
    ///   - origin: the page that asks; nil for a program.
    func ask(
      _ request: String, _ body: String = "{}", session: String? = nil, host: String = "kiosk.local",
      origin: String? = "http://kiosk.local", site: String? = nil, type: String? = "application/json"
    ) async throws -> Answer {
      let parts = request.split(separator: " ").map(String.init)
      let method = try #require(HTTPRequest.Method(rawValue: parts[0]))
      var head = HTTPRequest(method: method, scheme: "http", authority: host, path: parts[1])
      head.headerFields[.contentType] = type
      head.headerFields[.origin] = origin
      head.headerFields[.cookie] = session
      if let site { head.headerFields[HTTPField.Name("Sec-Fetch-Site")!] = site }
      let context = APIContext(
        source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
      let body = RequestBody(buffer: ByteBuffer(string: method == .get ? "" : body))
      let response = try await responder.respond(to: Request(head: head, body: body), context: context)
      let collector = Collector()
      try await response.body.write(collector)
      return Answer(
        status: response.status.code, headers: response.headers, body: String(buffer: collector.bytes))
    }

    /// The cookie of a new session.
    func enter() async throws -> String {
      remote.press()
      let code = try #require(remote.shown.code)
      let answer = try await ask("POST /v1/session", #"{"code":"\#(code)"}"#)
      #expect(answer.status == 201, "\(answer.body)")
      return try #require(answer.session)
    }

    func stop() async { await hub.stop() }
  }

  @Test("the code of the screen begins a session, whose cookie no script and no other site can use")
  func session() async throws {
    let kiosk = try await Kiosk()
    #expect(try await kiosk.ask("GET /").body.contains(#"data-speeds="0.1 0.25 0.5"#))
    for path in ["/v1/status", "/v1/scenes"] { #expect(try await kiosk.ask("GET \(path)").status == 401) }
    #expect(try await kiosk.ask("POST /v1/code").status == 202)
    #expect(kiosk.remote.shown.code == "10000001" && kiosk.changes == 1)
    let wrong = try await kiosk.ask("POST /v1/session", #"{"code":"10000002"}"#)
    #expect(wrong.status == 403 && wrong.body.contains("wrong code; 4 more tries") && wrong.session == nil)
    let right = try await kiosk.ask("POST /v1/session", #"{"code":"1000 0001"}"#)
    #expect(right.status == 201 && right.body.contains(#""scene":"one""#))
    let cookie = right.headers[.setCookie] ?? ""
    let settings = "; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict"
    #expect(cookie.hasPrefix("marbled-default=") && cookie.hasSuffix(settings) && cookie.count > 40 + settings.count)
    #expect(kiosk.remote.shown == RemoteControl.Shown(code: nil, phones: 1) && kiosk.changes == 2)
    // The code is used up.
    #expect(try await kiosk.ask("POST /v1/session", #"{"code":"10000001"}"#).body.contains("no code is valid now"))
    let session = try #require(right.session)
    let status = try await kiosk.ask("GET /v1/status", session: session)
    #expect(status.status == 200 && !status.body.contains("instance") && !status.body.contains("config"))
    let scenes = try #require(SceneListing(json: try await kiosk.ask("GET /v1/scenes", session: session).body))
    #expect(scenes.scenes.map(\.name) == ["one", "two"])
    let end = try await kiosk.ask("DELETE /v1/session", session: session)
    #expect(end.status == 200 && end.headers[.setCookie]?.contains("=; Path=/; Max-Age=0") == true)
    #expect(try await kiosk.ask("GET /v1/status", session: session).status == 401)
    #expect(kiosk.remote.shown.phones == 0)
    await kiosk.stop()
  }

  @Test("a phone pauses, changes speed, scene and banner, and nothing else")
  func steering() async throws {
    let kiosk = try await Kiosk()
    let session = try await kiosk.enter()
    for (body, says) in [
      (#"{"paused":true}"#, #""paused":true"#), (#"{"speedFactor":2}"#, #""speedFactor":2"#),
      (#"{"message":"Back soon"}"#, #""message":"Back soon""#), (#"{"message":null}"#, #""message":null"#),
      (#"{"scene":"next"}"#, #""scene":"two""#), (#"{"scene":"one"}"#, #""scene":"one""#),
      (#"{"scene":"previous"}"#, #""scene":"two""#), (#"{"speedFactor":"scene"}"#, #""speedFrom":"scene""#),
    ] {
      let answer = try await kiosk.ask("POST /v1/control", body, session: session)
      #expect(answer.status == 200 && answer.body.contains(says), "\(body): \(answer.body)")
    }
    for body in [
      #"{"quit":true}"#, #"{"reload":true}"#, #"{"edit":"remove a"}"#, #"{"undo":true}"#, #"{"redo":true}"#,
      #"{"seek":1}"#, #"{"step":1}"#, #"{"paused":true,"quit":true}"#,
    ] {
      let answer = try await kiosk.ask("POST /v1/control", body, session: session)
      #expect(answer.status == 403 && answer.body.contains("a phone can change only"), "\(body)")
    }
    kiosk.time.advance(by: 1_000_000_000)
    for (body, status) in [
      (#"{"scene":"zip"}"#, 422), (#"{"scene":"../one"}"#, 422), ("{", 400), ("{}", 422), (#"{"sped":2}"#, 422),
      (#"{"message":"\#(String(repeating: "x", count: 20_000))"}"#, 413),
    ] {
      #expect(try await kiosk.ask("POST /v1/control", body, session: session).status == status, "\(body.prefix(40))")
    }
    for (path, status) in [
      ("POST /v1/scenes", 405), ("POST /v1/inputs/a", 404), ("GET /metrics", 404), ("GET /v1/events", 404),
    ] {
      #expect(try await kiosk.ask(path, session: session).status == status, "\(path)")
    }
    // The address for viewers has no control, whatever cookie comes.
    let viewers = kiosk.api.viewRouter().routes.map { "\($0.method.rawValue) \($0.path)" }
    #expect(!viewers.contains { $0.contains("control") || $0.contains("session") || $0.contains("code") })
    await kiosk.stop()
  }

  @Test("of a thousand guesses none is accepted, each is counted, and few fill the log")
  func guesses() async throws {
    let kiosk = try await Kiosk()
    kiosk.remote.press()
    for guess in 0..<1000 {
      let answer = try await kiosk.ask("POST /v1/session", #"{"code":"\#(guess == 999 ? 10_000_001 : guess)"}"#)
      #expect(answer.status == 403 && answer.session == nil)
    }
    #expect(kiosk.remote.counts == RemoteControl.Counts(accepted: 0, wrong: 5, refused: 995))
    #expect(kiosk.remote.shown == RemoteControl.Shown(code: nil, phones: 0))
    let metrics = try PrometheusText(await kiosk.api.metrics().text)
    #expect(metrics["marbled_remote_codes_total", ["result": "wrong"]] == 5)
    #expect(metrics["marbled_remote_codes_total", ["result": "refused"]] == 995)
    #expect(metrics["marbled_http_requests_total", ["route": "/v1/session", "method": "POST", "code": "403"]] == 1000)
    let refused = kiosk.log.all.filter { $0.contains("refused a request") }
    #expect(refused.count == RefusalLog.limit && refused.allSatisfy { $0.contains("client=local") })
    #expect(!kiosk.log.all.contains { $0.contains("10000001") })
    // The screen shows a new code, which counts anew.
    _ = try await kiosk.enter()
    await kiosk.stop()
  }

  @Test("a code that a page asks for is shown by a screen, and not again at once")
  func asking() async throws {
    let kiosk = try await Kiosk()
    #expect(try await kiosk.ask("POST /v1/code").status == 202)
    #expect(try await kiosk.ask("POST /v1/code").status == 202)
    #expect(kiosk.remote.shown.code == "10000001" && kiosk.changes == 1)
    #expect(kiosk.log.all.count { $0.contains("a page asks for a code") } == 1)
    for _ in 0..<5 { _ = try await kiosk.ask("POST /v1/session", #"{"code":"1"}"#) }
    let soon = try await kiosk.ask("POST /v1/code")
    #expect(soon.status == 429 && soon.headers[.retryAfter] == "30" && kiosk.remote.shown.code == nil)
    kiosk.time.advance(by: 30_000_000_000)
    #expect(try await kiosk.ask("POST /v1/code").status == 202)
    #expect(kiosk.remote.untilChange == RemoteAccess.codeTime)
    kiosk.time.advance(by: RemoteAccess.codeTime)
    #expect(kiosk.remote.shown.code == nil && kiosk.remote.untilChange == nil)
    await kiosk.stop()

    let headless = try await Kiosk(hasScreen: false)
    let answer = try await headless.ask("POST /v1/code")
    #expect(answer.status == 409 && answer.body.contains("no screen can show a code"))
    await headless.stop()
  }

  @Test("requests of other sites, for other hosts, and without an origin or a type are refused")
  func otherSites() async throws {
    let kiosk = try await Kiosk()
    let session = try await kiosk.enter()
    let pause = #"{"paused":true}"#
    for request in ["POST /v1/control", "POST /v1/session", "POST /v1/code", "DELETE /v1/session"] {
      for origin in ["http://evil.example", "null", "http://kiosk.local.evil.example", nil] {
        #expect(try await kiosk.ask(request, pause, session: session, origin: origin).status == 403, "\(request)")
      }
      for site in ["cross-site", "same-site", "none"] {
        #expect(try await kiosk.ask(request, pause, session: session, site: site).status == 403)
      }
      #expect(try await kiosk.ask(request, pause, session: session, host: "evil.example").status == 421)
    }
    #expect(try await kiosk.ask("GET /v1/status", session: session, host: "evil.example").status == 421)
    for type in ["text/plain", "application/x-www-form-urlencoded", nil] {
      #expect(try await kiosk.ask("POST /v1/control", pause, session: session, type: type).status == 415)
    }
    for session in ["marbled-default=", "marbled-default=x", "marbled-other=\(session.dropFirst(16))", nil] {
      #expect(try await kiosk.ask("POST /v1/control", pause, session: session).status == 401)
    }
    #expect(kiosk.remote.shown.phones == 1)
    #expect(try await kiosk.ask("POST /v1/control", pause, session: session, site: "same-origin").status == 200)
    await kiosk.stop()
  }

  @Test("a phone that floods is told to wait")
  func flood() async throws {
    let kiosk = try await Kiosk()
    let session = try await kiosk.enter()
    var statuses: [Int] = []
    for _ in 0..<30 {
      statuses.append(try await kiosk.ask("POST /v1/control", #"{"paused":true}"#, session: session).status)
    }
    #expect(statuses == Array(repeating: 200, count: 20) + Array(repeating: 429, count: 10))
    kiosk.time.advance(by: 1_000_000_000)
    #expect(try await kiosk.ask("POST /v1/control", #"{"paused":true}"#, session: session).status == 200)
    await kiosk.stop()
  }

  @Test("a session ends when it was idle, and what the last phone has paused goes on")
  func idle() async throws {
    let kiosk = try await Kiosk()
    let session = try await kiosk.enter()
    _ = try await kiosk.ask("POST /v1/control", #"{"paused":true,"speedFactor":2}"#, session: session)
    #expect(kiosk.remote.reset() == nil)
    kiosk.time.advance(by: RemoteAccess.idleTime - 1)
    #expect(try await kiosk.ask("GET /v1/status", session: session).status == 200)
    kiosk.time.advance(by: 1)
    #expect(try await kiosk.ask("GET /v1/status", session: session).status == 401)
    #expect(kiosk.remote.reset()?.json == #"{"speedFactor":"scene","paused":false}"#)
    #expect(kiosk.remote.reset() == nil)
    await kiosk.stop()
  }

  @Test("each request that steers is logged with its address")
  func logged() async throws {
    let kiosk = try await Kiosk()
    let session = try await kiosk.enter()
    _ = try await kiosk.ask("POST /v1/control", #"{"message":"x"}"#, session: session)
    #expect(kiosk.log.all.contains { $0.contains("a phone steers") && $0.contains("client=local") })
    #expect(
      kiosk.log.all.contains {
        $0.contains("control request") && $0.contains(#"peer="a phone at local""#) && $0.contains(#"{"message":"x"}"#)
      }, "\(kiosk.log.all)")
    await kiosk.stop()
  }

  @Test("behind every address of a machine, any of its IP addresses is a host; names are not")
  func addresses() throws {
    func isAllowed(_ host: String, at address: String) throws -> Bool {
      let check = HostCheck(address: try #require(ListenAddress(address)), hosts: [])
      let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/")
      return (try? check.check(Request(head: head, body: RequestBody(buffer: ByteBuffer())))) != nil
    }
    #expect(try isAllowed("192.0.2.7:8080", at: "0.0.0.0:8080") && isAllowed("[2001:db8::1]:8080", at: "[::]:8080"))
    #expect(try !isAllowed("evil.example", at: "0.0.0.0:8080") && !isAllowed("192.0.2.7:8080", at: "127.0.0.1:8080"))
    #expect(try !isAllowed("192.0.2.7.evil.example", at: "0.0.0.0:8080"))
  }
}

/// Keeps lines of a log.
private final class Lines: Sendable {
  private let kept = Mutex<[String]>([])

  func append(_ line: String) { kept.withLock { $0.append(line) } }
  var all: [String] { kept.withLock { $0 } }
}
