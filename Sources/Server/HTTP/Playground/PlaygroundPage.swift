internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Playground

/// The page on which scenes are played, edited and shared. All of its files are embedded in the program.
struct PlaygroundPage: Sendable {
  let library: PlaygroundLibrary
  /// Whether `/` is the page; a daemon has its viewer there.
  let isRoot: Bool

  /// The files of the page, by path.
  static let files: [(path: String, type: String, bytes: [UInt8])] = [
    ("page/page.css", "text/css", PackageResources.page_css),
    ("page/panels.css", "text/css", PackageResources.panels_css),
    ("page/main.js", "text/javascript", PackageResources.main_js),
    ("page/api.js", "text/javascript", PackageResources.api_js),
    ("page/picture.js", "text/javascript", PackageResources.picture_js),
    ("page/player.js", "text/javascript", PackageResources.player_js),
    ("page/hands.js", "text/javascript", PackageResources.hands_js),
    ("page/rows.js", "text/javascript", PackageResources.rows_js),
    ("page/index.js", "text/javascript", PackageResources.index_js),
    ("page/share.js", "text/javascript", PackageResources.share_js),
    ("page/story.js", "text/javascript", PackageResources.story_js),
    ("page/icon.svg", "image/svg+xml", PackageResources.icon_svg),
  ]

  /// Scripts and styles come from this server; other pages may embed the page, which has no one's rights to lose.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors *",
  ].joined(separator: "; ")

  /// The route of the files, which the page of a daemon uses, too.
  static func addFiles(to router: Router<APIContext>) {
    router.get("page/:name") { _, context in
      let path = "page/\(context.parameters.get("name") ?? "")"
      guard let file = files.first(where: { $0.path == path }) else {
        throw APIError(.notFound, "the page has no such file")
      }
      return response(ByteBuffer(bytes: file.bytes), file.type)
    }
  }

  func add(to router: Router<APIContext>) {
    router.get(isRoot ? "" : "playground") { _, _ in
      Self.html(root: "", title: "marbled", about: "See what asynchronous streams do: drag a marble, edit an operator.")
    }
    router.get("scenes/:name") { _, context in
      guard let name = context.parameters.get("name"), let scene = library.scene(named: name) else {
        throw APIError(.notFound, "no scene has this name")
      }
      return Self.html(root: "../", title: scene.title, about: scene.about)
    }
    router.get("operators/:name") { _, context in
      guard let name = context.parameters.get("name"), let about = library.summary(ofOperator: name) else {
        throw APIError(.notFound, "no operator has this name")
      }
      return Self.html(root: "../", title: name, about: about)
    }
  }

  /// The page, with what previews of links show.
  private static func html(root: String, title: String, about: String) -> Response {
    let text = String(decoding: PackageResources.page_html, as: UTF8.self)
      .replacing("{{root}}", with: root).replacing("{{title}}", with: escaped(title))
      .replacing(
        "{{page}}", with: escaped(root.isEmpty ? "marbled: asynchronous streams as marbles" : "\(title) · marbled")
      )
      .replacing("{{about}}", with: escaped(about))
    return response(ByteBuffer(string: text), "text/html")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  private static func response(_ body: ByteBuffer, _ type: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache", .contentSecurityPolicy: policy,
        .xContentTypeOptions: "nosniff", .init("Referrer-Policy")!: "no-referrer",
      ], body: ResponseBody(byteBuffer: body))
  }
}
