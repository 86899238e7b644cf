internal import HTTPTypes
internal import HubCore
internal import Hummingbird
internal import Logging
internal import Marbles
internal import NIOCore
internal import Platform
internal import SceneFiles
internal import Scenes
internal import Wire

/// The HTTP routes of the daemon.
struct API: Sendable {
  let broadcaster: any Broadcaster
  /// The scenes that clients can play by name.
  let library: @Sendable () async -> SceneLibrary
  /// The part of a status about the process.
  let daemonStatus: @Sendable () async -> DaemonStatus.Daemon
  /// Reloads configuration and scenes; returns the error, if any.
  let reload: @Sendable () async -> String?
  /// Shuts the daemon down.
  let quit: @Sendable () -> Void
  /// The routes that run scenes for pages; nil for none.
  let playground: PlaygroundRoutes?
  /// Who may steer from a phone; nil when nobody may.
  let remote: RemoteControl?
  /// The name of the cookie of such a phone: other daemons of the machine have others, as all ports share cookies.
  let cookieName: String
  /// What clients have used.
  let budget: WorkBudget
  /// Whether a proxy names the address of its client, as the last of `X-Forwarded-For`.
  let isBehindProxy: Bool
  /// Whether the daemon works.
  let health: HealthRoutes
  /// The results of reloads.
  let reloads: @Sendable () -> Reloader.Outcome
  /// Counts the requests of all sockets.
  let meter: RequestMeter
  /// The scenes of the library, cached until a file changes.
  private let sceneList = SceneList()
  /// Draws what plays.
  private let pictures: ViewerPictures
  /// Parses control requests; a large scene does not delay them.
  private let requests = BodyParser("marbled.control")
  /// Parses uploaded scenes.
  private let uploads = BodyParser("marbled.parse")

  init(
    broadcaster: any Broadcaster, library: @escaping @Sendable () async -> SceneLibrary,
    daemonStatus: @escaping @Sendable () async -> DaemonStatus.Daemon,
    reload: @escaping @Sendable () async -> String?, quit: @escaping @Sendable () -> Void,
    playground: PlaygroundRoutes? = nil, remote: RemoteControl? = nil, instance: String = "default",
    isBehindProxy: Bool = false, health: HealthRoutes? = nil,
    reloads: @escaping @Sendable () -> Reloader.Outcome = { Reloader.Outcome() }
  ) {
    (self.broadcaster, self.library, self.daemonStatus) = (broadcaster, library, daemonStatus)
    self.isBehindProxy = isBehindProxy
    (self.remote, cookieName) = (remote, "marbled-\(instance)")
    budget = playground?.queue.budget ?? WorkBudget()
    pictures = ViewerPictures(of: broadcaster.store, queue: RunQueue(width: 1, depth: 16, budget: budget))
    (self.reload, self.quit, self.playground, self.reloads) = (reload, quit, playground, reloads)
    meter = RequestMeter(now: broadcaster.store.settings.now)
    self.health =
      health
      ?? HealthRoutes(
        probe: HealthProbe { answer in Task { if await broadcaster.responds() { answer() } } },
        obstacle: { broadcaster.store.standstill })
  }

  /// The maximum size of a request body, in bytes.
  static let maximumBody = WireLimits.bodyBytes

  /// The routes of the control socket.
  func controlRouter() -> Router<APIContext> {
    let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestCounting(meter: meter))
    let page = playgroundPage
    router.add(middleware: ErrorsAsJSON(lists: page?.lists))
    return router.with(.control) { router in
      addReading(to: router, on: nil, page)
      addSteering(to: router)
    }
  }

  /// The read-only routes for viewers.
  ///
  /// - Parameter executor: runs viewers; while it lags, new viewers are refused.
  func viewRouter(checkingHost check: HostCheck? = nil, on executor: ViewerExecutor? = nil) -> Router<APIContext> {
    let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestCounting(meter: meter))
    router.add(middleware: Compression(budget: budget, isBehindProxy: isBehindProxy))
    let page = playgroundPage
    router.add(middleware: ErrorsAsJSON(isBehindProxy: isBehindProxy, lists: page?.lists))
    if let executor { router.add(middleware: LoadShedding(executor: executor, store: broadcaster.store)) }
    if let check { router.add(middleware: check) }
    router.add(middleware: OriginCheck())
    router.add(middleware: ReadOnly(harmless: playground == nil ? nil : "/v1/runs"))
    return router.with(.view) { router in addReading(to: router, on: executor, page) }
  }

  private var playgroundPage: PlaygroundPage? { playground.map { PlaygroundPage(of: $0, isRoot: false) } }

  // MARK: Reading

  private func addReading(to router: Router<APIContext>, on executor: ViewerExecutor?, _ page: PlaygroundPage?) {
    ViewerPage.add(to: router, hasPlayground: playground != nil)
    PageFolder.add(to: router)
    Robots.add(to: router)
    SchemaFile.add(to: router)
    router.get("v1/picture") { request, context in
      let client = Client(of: request, context.channel, isBehindProxy: isBehindProxy)
      return try await pictures.response(to: request, for: client, context.channel)
    }
    playground?.add(to: router)
    page?.add(to: router)
    router.get("v1/status") { _, _ in Response.json(await status()) }
    router.get("v1/scenes") { _, _ in Response.json(await scenes()) }
    router.get("v1/events") { request, context in
      try await EventStream(broadcaster: broadcaster, executor: executor).response(to: request, context)
    }
    router.get("metrics") { _, _ in Response.metrics(await metrics()) }
    health.add(to: router)
  }

  /// The body of `GET /metrics`.
  func metrics() async -> MetricsText {
    var text = broadcaster.store.metricsText()
    let daemon = await daemonStatus()
    let connections = daemon.connections
    text.add(
      Connections.Counts(
        open: connections.open, refused: connections.refused, late: connections.late, malformed: connections.malformed))
    text.add(meter.counts)
    if let playground { text.add(playground.counts) }
    if let remote { text.add(remote.counts, phones: remote.shown.phones) }
    text.add(reloads())
    let isAlive = await health.isAlive()
    text.add(isAlive: isAlive, isReady: isAlive && health.obstacle() == nil)
    text.addProcess(version: daemon.version)
    return text
  }

  private func status() async -> String {
    var status = broadcaster.store.status()
    status.daemon = await daemonStatus()
    return status.json
  }

  private func scenes() async -> String {
    let found = await sceneList.items(of: await library())
    return SceneList.listing(known: await broadcaster.knownScenes, found: found).json
  }

  // MARK: Control

  private func addSteering(to router: Router<APIContext>) {
    router.post("v1/control") { request, context in
      let control = try await controlRequest(request)
      // First, as a failed reload changes nothing.
      if control.reloads, let problem = await reload() { throw APIError(.unprocessableContent, problem) }
      do throws(ControlRequest.Invalid) {
        try await broadcaster.control(control, from: await context.peer(), library: await library())
      } catch {
        throw APIError(error)
      }
      defer { if control.quits { quit() } }
      return Response.json(await status())
    }
    router.post("v1/scenes") { request, context in
      let (scene, bytes) = try await upload(request)
      do throws(ControlRequest.Invalid) {
        try await broadcaster.keep(scene, bytes: bytes, from: await context.peer())
      } catch {
        throw APIError(error)
      }
      return Response.json(UploadedScene(name: scene.name).json, status: .created)
    }
    router.post("v1/inputs/:name") { request, context in
      try await InputLines(broadcaster: broadcaster).response(to: request, row: context.parameters.get("name") ?? "")
    }
  }

  private func controlRequest(_ request: Request) async throws -> ControlRequest {
    try await requests.parse(request) { text throws(APIError) in try Self.controlRequest(text) }
  }

  /// Parses the body of `POST /v1/control`.
  static func controlRequest(_ text: String) throws(APIError) -> ControlRequest {
    let value: Value
    do throws(JSONError) { value = try Value(json: text) } catch {
      throw APIError(.badRequest, "the body is not JSON: \(error.description)")
    }
    do throws(ControlRequest.Invalid) { return try ControlRequest(value) } catch {
      throw APIError(.unprocessableContent, error.description)
    }
  }

  /// Parses an uploaded scene, which can't refer to files or programs.
  ///
  /// - Returns: the scene, and its approximate size in bytes.
  private func upload(_ request: Request) async throws -> (Scene, Int) {
    let name = request.uri.queryParameters["name"].map(String.init) ?? "sent"
    guard SocketFolder.isInstance(name) else {
      throw APIError(
        .unprocessableContent,
        "`\(DisplayText.shortened(name, to: 40))` can't be a scene's name; it is made of letters, digits, `-` and `_`")
    }
    return try await uploads.parse(request) { text throws(APIError) in
      let scene: Scene
      do throws(SceneFileError) { scene = try SceneFile(parsing: text, path: "\(name).yaml").scene } catch {
        throw APIError(.unprocessableContent, error.description)
      }
      // A client that may upload scenes must not run programs or read files as the daemon.
      if let row = scene.rows.first(where: { $0.live?.source != nil }) {
        throw APIError(
          .unprocessableContent,
          "row \(row.name) names a source; the daemon takes sources only from its configuration and scene files"
            + " (help: use `live: true`, and send lines to /v1/inputs/\(row.name))")
      }
      return (scene, scene.approximateBytes(upTo: UploadedScenes.capacity))
    }
  }
}
