internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Playground

/// The page on which scenes are played, edited and shared. All of its files are embedded in the program.
struct PlaygroundPage: Sendable {
  let library: PlaygroundLibrary
  let pictures: FirstPictures
  /// The links and the pictures of previews.
  let links: SharedLinks
  /// Whether `/` is the page; a daemon has its viewer there.
  let isRoot: Bool

  init(of routes: PlaygroundRoutes, isRoot: Bool) {
    (library, self.isRoot) = (routes.library, isRoot)
    pictures = FirstPictures(of: routes.library, queue: routes.queue)
    links = SharedLinks(of: routes)
  }

  /// The files of the page, by path.
  static let files: [StaticFile] = [
    StaticFile("page/page.css", type: "text/css", bytes: PackageResources.page_css),
    StaticFile("page/panels.css", type: "text/css", bytes: PackageResources.panels_css),
    StaticFile("page/print.css", type: "text/css", bytes: PackageResources.print_css),
    StaticFile("page/main.js", type: "text/javascript", bytes: PackageResources.main_js),
    StaticFile("page/api.js", type: "text/javascript", bytes: PackageResources.api_js),
    StaticFile("page/connection.js", type: "text/javascript", bytes: PackageResources.connection_js),
    StaticFile("page/visit.js", type: "text/javascript", bytes: PackageResources.visit_js),
    StaticFile("page/edits.js", type: "text/javascript", bytes: PackageResources.edits_js),
    StaticFile("page/editor.js", type: "text/javascript", bytes: PackageResources.editor_js),
    StaticFile("page/dom.js", type: "text/javascript", bytes: PackageResources.dom_js),
    StaticFile("page/picture.js", type: "text/javascript", bytes: PackageResources.picture_js),
    StaticFile("page/motion.js", type: "text/javascript", bytes: PackageResources.motion_js),
    StaticFile("page/player.js", type: "text/javascript", bytes: PackageResources.player_js),
    StaticFile("page/hands.js", type: "text/javascript", bytes: PackageResources.hands_js),
    StaticFile("page/rows.js", type: "text/javascript", bytes: PackageResources.rows_js),
    StaticFile("page/field.js", type: "text/javascript", bytes: PackageResources.field_js),
    StaticFile("page/chooser.js", type: "text/javascript", bytes: PackageResources.chooser_js),
    StaticFile("page/settings.js", type: "text/javascript", bytes: PackageResources.settings_js),
    StaticFile("page/index.js", type: "text/javascript", bytes: PackageResources.index_js),
    StaticFile("page/links.js", type: "text/javascript", bytes: PackageResources.links_js),
    StaticFile("page/share.js", type: "text/javascript", bytes: PackageResources.share_js),
    StaticFile("page/titles.js", type: "text/javascript", bytes: PackageResources.titles_js),
    StaticFile("page/trouble.js", type: "text/javascript", bytes: PackageResources.trouble_js),
    StaticFile("page/story.js", type: "text/javascript", bytes: PackageResources.story_js),
    StaticFile("page/cards.js", type: "text/javascript", bytes: PackageResources.cards_js),
    StaticFile("page/differences.js", type: "text/javascript", bytes: PackageResources.differences_js),
    StaticFile("page/icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
  ]

  /// Scripts and styles come from this server; other pages may embed the page, which has no one's rights to lose.
  ///
  /// A picture of points is made in the page, and shown from there.
  ///
  /// - Parameter nonce: a random text that no one can guess, which marks the scripts and styles in the document itself;
  ///   nil for none.
  static func policy(nonce: String? = nil) -> String {
    let own = nonce.map { " 'nonce-\($0)'" } ?? ""
    return [
      "default-src 'none'", "script-src 'self'\(own)", "style-src 'self'\(own)", "connect-src 'self'",
      "img-src 'self' blob:",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors *",
    ].joined(separator: "; ")
  }

  /// The route of the files, which the page of a daemon uses, too.
  static func addFiles(to router: Router<APIContext>) {
    router.get("page/:name") { request, context in
      let path = "page/\(context.parameters.get("name") ?? "")"
      guard let file = files.first(where: { $0.path == path }) else {
        throw APIError(.notFound, "the page has no such file")
      }
      return file.response(to: request, policy: policy())
    }
  }

  func add(to router: Router<APIContext>) {
    router.get(isRoot ? "" : "playground") { request, _ in
      await html(
        request, root: "", title: "marbled",
        about: "See what asynchronous streams do: drag a marble, edit an operator.",
        picture: ("scenes", library.first ?? "sample"))
    }
    links.add(to: router) { request, words, head in
      await html(
        request, root: "../", title: words?.title ?? "A scene", about: words?.about ?? "", picture: nil,
        head: head)
    }
    router.get("scenes/:name") { request, context in
      let name = context.parameters.get("name") ?? ""
      if let name = SharedLinks.picture(named: name), library.scene(named: String(name)) != nil {
        return try await links.picture(of: .item(kind: "scenes", name: String(name)), request, context)
      }
      guard let scene = library.scene(named: name) else { throw APIError(.notFound, "no scene has this name") }
      return await html(request, root: "../", title: scene.title, about: scene.about, picture: ("scenes", name))
    }
    router.get("operators/:name") { request, context in
      let name = context.parameters.get("name") ?? ""
      if let name = SharedLinks.picture(named: name), library.summary(ofOperator: String(name)) != nil {
        return try await links.picture(of: .item(kind: "operators", name: String(name)), request, context)
      }
      guard let about = library.summary(ofOperator: name) else {
        throw APIError(.notFound, "no operator has this name")
      }
      return await html(request, root: "../", title: name, about: about, picture: ("operators", name))
    }
  }

  /// The page, with its first picture, and with what previews of links show.
  ///
  /// - Parameter head: the elements of previews; nil for those of this address.
  private func html(
    _ request: Request, root: String, title: String, about: String, picture: (kind: String, name: String)?,
    head: String? = nil
  ) async -> Response {
    let isNarrow = request.headers[.userAgent]?.contains("Mobi") == true
    var first: FirstPicture?
    if let picture { first = await pictures.picture(kind: picture.kind, name: picture.name, isNarrow: isNarrow) }
    let head = head ?? links.head(for: request, hasPicture: !root.isEmpty)
    let nonce = Self.nonce()
    let text = Self.template.filled {
      switch $0 {
      case "root": root
      case "front": "\(root)\(isRoot ? "./" : "playground")"
      case "nonce": nonce
      case "head": head
      case "title": Self.escaped(root.isEmpty ? first?.title ?? title : title)
      case "page": Self.escaped(root.isEmpty ? "marbled: asynchronous streams as marbles" : "\(title) · marbled")
      case "about": Self.escaped(about)
      case "lead": Self.escaped(root.isEmpty ? first?.about ?? about : about)
      case "picture": first?.drawing(nonce: nonce) ?? ""
      case "size": first?.size ?? ""
      case "wide": isNarrow && first?.hasAxis == true ? " class=\"wide\"" : ""
      case "facts": first?.facts ?? "null"
      default: ""
      }
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
        .contentSecurityPolicy: Self.policy(nonce: nonce), .xContentTypeOptions: "nosniff",
        .init("Referrer-Policy")!: "no-referrer", .vary: "User-Agent",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  private static let template = PageTemplate(String(decoding: PackageResources.page_html, as: UTF8.self))

  /// 128 random bits of the system's generator, as text.
  private static func nonce() -> String {
    let half = { String(UInt64.random(in: .min ... .max), radix: 36) }
    return half() + half()
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
