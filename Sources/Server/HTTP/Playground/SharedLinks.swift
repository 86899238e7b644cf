internal import HTTPTypes
internal import Hummingbird
internal import Playback
internal import Playground

/// Links that have a preview: `/s/PACKED` is the page with the scene in its path, and `/s/PACKED.png` its picture.
///
/// A fragment does not reach a server, so a chat that is sent one can't show what is behind it. A path does: it is kept
/// nowhere, and ``RefusalLog`` leaves it out.
struct SharedLinks: Sendable {
  /// The first part of their paths.
  static let folder = "s"

  let pictures: PreviewPictures
  private let queue: RunQueue
  private let limits: RunLimits
  private let isBehindProxy: Bool
  private let departures = Departures()

  init(of routes: PlaygroundRoutes) {
    (queue, limits, isBehindProxy) = (routes.queue, routes.limits, routes.isBehindProxy)
    pictures = PreviewPictures(of: routes)
  }

  /// Adds the route.
  ///
  /// - Parameter page: makes the page, with the words and the elements of its head.
  func add(
    to router: Router<APIContext>,
    page: @escaping @Sendable (Request, _ words: ScenePreview?, _ head: String) async -> Response
  ) {
    router.get("\(Self.folder)/:name") { request, context in
      let packed = context.parameters.get("name") ?? ""
      guard packed.utf8.count <= PackedScene.maximumLength else {
        throw APIError(
          .uriTooLong, "a link with a preview has at most \(PackedScene.maximumLength) characters; use one with `#s=`")
      }
      let name = Self.name(of: request)
      if let text = Self.picture(named: packed) {
        let scene: PackedScene
        do throws(PackedScene.Damage) { scene = try PackedScene(String(text)) } catch {
          throw APIError(.unprocessableContent, "this link can't be read: \(error)")
        }
        var response = try await picture(of: .link(scene, name: name), request, context)
        response.headers[Self.robots] = "noindex"
        return response
      }
      let words = await words(of: packed, name: name, request, context)
      let head = words == nil ? "" : self.head(for: request, hasPicture: true)
      var response = await page(request, words, head)
      response.headers[Self.robots] = "noindex"
      return response
    }
  }

  /// The name of the file of a picture without `.png`; nil for another name.
  static func picture(named name: String) -> Substring? { name.hasSuffix(".png") ? name.dropLast(4) : nil }

  /// The picture of a scene.
  ///
  /// - Throws: ``APIError`` when there is none.
  func picture(of subject: PreviewPictures.Subject, _ request: Request, _ context: APIContext) async throws -> Response
  {
    guard pictures.areThere else {
      throw APIError(.notFound, "this server draws no PNG: the program rsvg-convert is not installed")
    }
    let client = Client(of: request, context.channel, isBehindProxy: isBehindProxy)
    let cancellation = Cancellation()
    do {
      let png = try await departures.observing(context.channel, { cancellation.cancel() }) {
        try await pictures.png(of: subject, for: client, cancellation)
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "image/png", .cacheControl: "public, max-age=86400", .xContentTypeOptions: "nosniff",
        ], body: ResponseBody(byteBuffer: png))
    } catch let failure as PreviewPictures.Failure {
      switch failure {
      case .refused(let refusal): throw APIError(refusal)
      case .noScene: throw APIError(.unprocessableContent, "this server can't run the scene of this link")
      case .program: throw APIError(.serviceUnavailable, "the picture can't be drawn now", retryAfter: 5)
      }
    }
  }

  /// The title and the sentence of a scene; nil when the link can't be read, or the client must wait: the page then says so.
  private func words(
    of packed: String, name: String, _ request: Request, _ context: APIContext
  ) async -> ScenePreview? {
    let client = Client(of: request, context.channel, isBehindProxy: isBehindProxy)
    return try? await queue.perform(for: client) { [limits] cancellation -> ScenePreview? in
      guard let scene = try? PackedScene(packed) else { return nil }
      return try? ScenePreview(yaml: scene.yaml, name: name, limits: limits, cancellation: cancellation)
    }
  }

  /// The elements of a head from which a preview is made.
  ///
  /// - Parameter hasPicture: whether the path with `.png` is a picture.
  func head(for request: Request, hasPicture: Bool) -> String {
    guard let host = request.head.authority, host.utf8.allSatisfy(Self.isOfHost) else { return "" }
    let isSecure = isBehindProxy && request.headers[Self.forwardedScheme]?.lowercased() == "https"
    let (path, query) = (request.uri.path, request.uri.query.map { "?\($0)" } ?? "")
    let address = "\(isSecure ? "https" : "http")://\(host)\(path)"
    let hasPicture = hasPicture && pictures.areThere
    var elements = [#"<meta property="og:url" content="\#(HTMLText.escaped(address + query))">"#]
    if hasPicture {
      elements.append(#"<meta property="og:image" content="\#(HTMLText.escaped("\(address).png\(query)"))">"#)
    }
    elements.append(#"<meta name="twitter:card" content="\#(hasPicture ? "summary_large_image" : "summary")">"#)
    return elements.joined(separator: "\n")
  }

  private static let robots = HTTPField.Name("X-Robots-Tag")!
  private static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")!

  private static func isOfHost(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte)
  }

  /// The name of the scene in a link, as `n=`.
  private static func name(of request: Request) -> String {
    let name = request.uri.queryParameters["n"].map(String.init) ?? ""
    let isValid =
      !name.isEmpty && name.utf8.count <= 60
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || "-_".unicodeScalars.contains($0))
      }
    return isValid ? name : "scene"
  }
}
