internal import HTTPTypes
internal import HubCore
internal import Hummingbird
internal import Marbles
internal import NIOCore
internal import SceneFiles
internal import Wire

// The routes that steer from a phone: a few requests of the control socket, for those who have entered the code.
extension API {
  /// The routes of the address for remote control.
  ///
  /// - Parameters:
  ///   - remote: who may steer.
  ///   - check: the hosts that requests may be for.
  ///   - log: logs requests that are refused.
  func remoteRouter(_ remote: RemoteControl, checkingHost check: HostCheck, log: RefusalLog?) -> Router<APIContext> {
    let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestCounting(meter: meter))
    router.add(middleware: Compression(budget: budget, isBehindProxy: isBehindProxy))
    router.add(middleware: ErrorsAsJSON(log: log, isBehindProxy: isBehindProxy))
    router.add(middleware: check)
    router.add(middleware: OriginCheck(isRequired: true))
    return router.with(.phone) { addRoutes(of: remote, to: $0) }
  }

  private func addRoutes(of remote: RemoteControl, to router: Router<APIContext>) {
    RemotePage.add(to: router)
    PageFolder.add(to: router)
    Robots.add(to: router, areVisitorsWelcome: false)
    router.post("v1/code") { request, context in
      try remote.ask(from: client(of: request, context))
      return Response.json("{}", status: .accepted)
    }
    router.post("v1/session") { request, context in
      let code = try await Self.smallBody(of: request) { text throws(APIError) in
        guard let code = JSONMembers(json: text)?.text("code") else {
          throw APIError(.unprocessableContent, #"expected an object such as {"code":"12345678"}"#)
        }
        return code
      }
      let token = try remote.enter(code, from: client(of: request, context))
      var response = Response.json(playing(), status: .created)
      response.headers[.setCookie] = cookie(token, lasting: RemoteAccess.sessionTime / 1_000_000_000, request)
      return response
    }
    router.delete("v1/session") { request, context in
      let token = try session(of: request, remote)
      remote.end(token, from: client(of: request, context))
      var response = Response.json("{}")
      response.headers[.setCookie] = cookie("", lasting: 0, request)
      return response
    }
    router.get("v1/status") { request, _ in
      _ = try session(of: request, remote)
      return Response.json(playing())
    }
    router.get("v1/scenes") { request, _ in
      _ = try session(of: request, remote)
      return Response.json(SceneList.listing(known: await scenesOfPlaylist, found: []).json)
    }
    router.post("v1/control") { request, context in
      guard try remote.use(try session(of: request, remote)) else { throw APIError.noSession }
      let control = try await Self.smallBody(of: request) { (text) throws(APIError) in try Self.controlRequest(text) }
      try await steer(control, from: client(of: request, context), remote)
      return Response.json(playing())
    }
  }

  private func client(of request: Request, _ context: APIContext) -> String {
    Client(of: request, context.channel, isBehindProxy: isBehindProxy).address
  }

  /// What plays, without what concerns the operator: problems, which may name files, and the process.
  private func playing() -> String {
    var status = broadcaster.store.status()
    status.notices = []
    return status.json
  }

  private var scenesOfPlaylist: [SceneListing.Item] {
    get async { await broadcaster.knownScenes.filter { $0.origin == "playlist" } }
  }

  // MARK: Steering

  private func steer(_ control: ControlRequest, from client: String, _ remote: RemoteControl) async throws {
    guard control.isForPhones else {
      throw APIError(.forbidden, "a phone can change only `speedFactor`, `paused`, `scene` and `message`")
    }
    if case .named(let name)? = control.scene, !(await scenesOfPlaylist.contains { $0.name == name }) {
      throw APIError(
        .unprocessableContent, "no scene of the playlist is called `\(DisplayText.shortened(name, to: 40))`")
    }
    let isPaused = broadcaster.store.scenePlayback?.isPaused == true
    do throws(ControlRequest.Invalid) {
      // Without folders: a phone chooses from the playlist, and loads nothing.
      try await broadcaster.control(control, from: "a phone at \(client)", library: SceneLibrary(folders: []))
    } catch {
      throw APIError(error)
    }
    remote.note(control, isPaused: isPaused)
  }

  /// The maximum size of a body, in bytes: a banner of 1,000 characters, each an escape of a pair of surrogates.
  private static let smallBodyBytes = 16 << 10

  private static func smallBody<Parsed>(
    of request: Request, _ parse: (String) throws(APIError) -> Parsed
  ) async throws -> Parsed {
    guard request.hasJSONBody else { throw APIError.notJSON }
    do {
      return try await BodyBudget.pages.withBody(of: request, upTo: smallBodyBytes) { body in
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
          throw APIError(.badRequest, "the body is not UTF-8 text")
        }
        return try parse(text)
      }
    } catch is NIOTooManyBytesError {
      throw APIError(.contentTooLarge, "the body has more than \(smallBodyBytes >> 10) KiB")
    }
  }

  // MARK: Sessions

  /// The token of the session of a request.
  ///
  /// - Throws: ``APIError`` when it has none that is open.
  private func session(of request: Request, _ remote: RemoteControl) throws(APIError) -> String {
    guard let token = request.cookies[cookieName]?.value, remote.isOpen(token) else { throw APIError.noSession }
    return token
  }

  /// Scripts can't read it, and pages of other sites can't have it sent.
  private func cookie(_ token: String, lasting seconds: Int64, _ request: Request) -> String {
    let isEncrypted = isBehindProxy && request.headers[Self.forwardedProtocol] == "https"
    return "\(cookieName)=\(token); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isEncrypted ? "; Secure" : "")
  }

  private static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto")!
}

extension APIError {
  fileprivate static let noSession = APIError(
    .unauthorized, "there is no session; enter the code that the screen shows")
}

extension ControlRequest {
  /// Whether a phone may make it: it has nothing but a speed, a pause, a scene and a banner.
  var isForPhones: Bool {
    var allowed = ControlRequest()
    (allowed.speed, allowed.isPaused, allowed.scene, allowed.message) = (speed, isPaused, scene, message)
    return self == allowed
  }
}
