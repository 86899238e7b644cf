import Foundation
import HTTPTypes
import HubCore
import Hummingbird
import Logging
import Marbles
import NIOCore
import NIOEmbedded
import Playback
import Playground
import SceneFiles
import TestSupport
import Testing

@testable import Server

/// The answer of a router, in memory.
struct RouterAnswer {
  var status: Int
  var headers: HTTPFields
  var body: String
}

extension Router<APIContext> {
  /// Asks for something like `GET /v1/status`.
  func answer(
    to request: String, _ body: String = "", host: String = "localhost:8080", headers: HTTPFields = [:]
  ) async throws -> RouterAnswer {
    let parts = request.split(separator: " ", maxSplits: 1).map(String.init)
    let method = try #require(HTTPRequest.Method(rawValue: parts[0]))
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: parts[1], headerFields: headers)
    let context = APIContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
    let response = try await buildResponder().respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body))), context: context)
    let collector = Collector()
    try await response.body.write(collector)
    return RouterAnswer(
      status: response.status.code, headers: response.headers, body: String(buffer: collector.bytes))
  }

  /// Its routes as descriptions write them: `get /v1/inputs/{name}`.
  var routeNames: Set<String> { Set(routes.filter { $0.method != .head }.map { OpenAPIDescription.name($0) }) }

  /// The paths of its routes, with names that there are.
  var exampleTargets: [(target: String, methods: Set<HTTPRequest.Method>)] {
    Dictionary(grouping: routes) { RoutePath.described($0.path.description) }.map { path, routes in
      var target = path.replacing("/page/{name}/{file}", with: "/page/x/page.js").replacing("{name}", with: "zip")
      if path.hasPrefix("/page/{name}") { target = target.replacing("zip", with: "page.js") }
      if path.contains("scenes/{name}") { target = target.replacing("zip", with: "sample") }
      return (target, Set(routes.map(\.method)))
    }
  }
}

extension PlaygroundRoutes {
  /// Routes whose runs nothing stops.
  static func untimed(_ budget: WorkBudget = .untimed) -> PlaygroundRoutes {
    PlaygroundRoutes(
      PlaygroundLibrary(), queue: RunQueue(width: 1, depth: 64, budget: budget, watchdog: Watchdog { _, _ in }))
  }

  /// The router of `marbled serve` with these routes.
  var servingRouter: Router<APIContext> {
    let connections = Connections(limit: 10, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return PlaygroundServer(address: ListenAddress(host: "127.0.0.1", port: 8080), hosts: ["marbles.example"])
      .router(self, operations: ServerOperations(connections, self, version: "1.2.3", clock: ManualClock()))
  }
}

/// The routers of a server of each kind: of `marbled serve`, and of a daemon with everything, which takes no viewers, so that
/// the route of events answers at once.
struct Servers {
  let hub: Hub
  let api: API

  init() async throws {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    var settings = HubSettings.gatheringNothing
    settings.maximumViewers = 0
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    hub = Hub(playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: settings, run: "r", logger: logger)
    #expect(await hub.begin())
    api = API(
      broadcaster: hub, library: { .shipped }, daemonStatus: { .test }, reload: { nil }, quit: {},
      playground: .untimed(), remote: RemoteControl(logger: logger), health: .patient(hub))
  }

  func router(_ kind: ServerKind) throws -> Router<APIContext> {
    switch kind {
    case .serve: PlaygroundRoutes.untimed().servingRouter
    case .control: api.controlRouter()
    case .view: api.viewRouter()
    case .phone: try #require(api.phoneRouter)
    }
  }
}

extension HealthRoutes {
  /// The health of a hub whose threads may take as long as a busy machine makes them.
  static func patient(_ hub: Hub) -> HealthRoutes {
    HealthRoutes(
      probe: HealthProbe(clock: ManualClock()) { answer in Task { if await hub.responds() { answer() } } },
      obstacle: { hub.store.standstill })
  }
}

/// A description that a server gives of itself.
struct ServerDescription {
  let object: [String: Any]
  let paths: [String: [String: [String: Any]]]

  init(of router: Router<APIContext>) async throws {
    let text = try await router.answer(to: "GET /v1/openapi.json", host: "localhost").body
    object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    paths = try #require(object["paths"] as? [String: [String: [String: Any]]])
  }

  var operations: Set<String> { Set(paths.flatMap { path, operations in operations.keys.map { "\($0) \(path)" } }) }

  /// The statuses that it names for a request such as `GET /v1/status?x`; nil for a request that it does not know.
  func statuses(of request: String) -> Set<Int>? {
    let parts = request.split(separator: " ", maxSplits: 1)
    let method = parts[0] == "HEAD" ? "get" : parts[0].lowercased()
    let path = parts[1].prefix { $0 != "?" }.split(separator: "/")
    let known = paths.filter { template, _ in
      let parts = template.split(separator: "/")
      return parts.count == path.count && zip(parts, path).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }
    guard let operations = known.min(by: { $0.key.count { $0 == "{" } < $1.key.count { $0 == "{" } })?.value,
      let responses = operations[method]?["responses"] as? [String: Any]
    else { return nil }
    return Set(responses.keys.compactMap { Int($0) })
  }
}
