internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Marbles
internal import NIOCore
internal import Scenes

/// The routes of the daemon.
struct API: Sendable {
  let hub: Hub
  /// Where scenes are found that are asked for by name.
  let library: @Sendable () async -> SceneLibrary
  /// The members of a status that are the daemon's.
  let daemonStatus: @Sendable () async -> String
  /// Reads configuration and scenes again; why it could not.
  let reload: @Sendable () async -> String?
  /// Ends the daemon.
  let quit: @Sendable () -> Void

  /// The most bytes of a body.
  static let maximumBody = 1 << 20

  /// What answers those who may do everything.
  func controlRouter() -> Router<APIContext> {
    let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ErrorsAsJSON())
    addReading(to: router)
    addSteering(to: router)
    return router
  }

  /// What answers those who may watch.
  func viewRouter(checkingHost check: HostCheck? = nil) -> Router<APIContext> {
    let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ErrorsAsJSON())
    if let check { router.add(middleware: check) }
    router.add(middleware: ReadOnly())
    addReading(to: router)
    return router
  }

  // MARK: Reading

  private func addReading(to router: Router<APIContext>) {
    ViewerPage.add(to: router)
    router.get("v1/status") { _, _ in Response.json(await status()) }
    router.get("v1/scenes") { _, _ in Response.json(await scenes()) }
    router.get("v1/events") { request, context in try await EventStream(hub: hub).response(to: request, context) }
    router.get("metrics") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: await hub.metricsText())))
    }
  }

  private func status() async -> String {
    let status = await hub.status()
    return "{\(status.members),\(await daemonStatus())}"
  }

  private func scenes() async -> String {
    let library = await library()
    // A file that is no scene can't be played, and is not listed.
    let found = library.names.compactMap { (try? library.file(named: $0))?.scene }
    return await hub.scenes(found: found)
  }

  // MARK: Steering

  private func addSteering(to router: Router<APIContext>) {
    router.post("v1/control") { request, _ in
      let control = try await controlRequest(request)
      do throws(ControlRequest.Invalid) {
        try await hub.control(control, library: await library())
      } catch {
        throw APIError(error.isConflict ? .conflict : .unprocessableContent, error.description)
      }
      if control.reloads, let problem = await reload() { throw APIError(.unprocessableContent, problem) }
      defer { if control.quits { quit() } }
      return Response.json(await status())
    }
    router.post("v1/scenes") { request, _ in
      let scene = try await scene(request)
      await hub.keep(scene)
      var answer = JSONObject()
      answer.add("name", scene.name)
      return Response.json(answer.text, status: .created)
    }
    router.post("v1/inputs/:name") { request, context in
      try await InputLines(hub: hub).response(to: request, row: context.parameters.get("name") ?? "")
    }
  }

  private func text(_ request: Request) async throws -> String {
    let body = try await request.body.collect(upTo: Self.maximumBody)
    guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
      throw APIError(.badRequest, "the body is not UTF-8 text")
    }
    return text
  }

  private func controlRequest(_ request: Request) async throws -> ControlRequest {
    let text = try await text(request)
    let value: Value
    do throws(JSONError) { value = try Value(json: text) } catch {
      throw APIError(.badRequest, "the body is not JSON: \(error.description)")
    }
    do throws(ControlRequest.Invalid) { return try ControlRequest(value) } catch {
      throw APIError(.unprocessableContent, error.description)
    }
  }

  /// A scene that was sent: what it contains and nothing else, as nothing in it names a file or a program.
  private func scene(_ request: Request) async throws -> Scene {
    let name = request.uri.queryParameters["name"].map(String.init) ?? "sent"
    guard SocketFolder.isInstance(name) else {
      throw APIError(
        .unprocessableContent,
        "`\(DisplayText.shortened(name, to: 40))` can't be a scene's name; it is made of letters, digits, `-` and `_`")
    }
    let text = try await text(request)
    do throws(SceneFileError) { return try SceneFile(parsing: text, path: "\(name).yaml").scene } catch {
      throw APIError(.unprocessableContent, error.description)
    }
  }
}
