internal import Hummingbird

/// `GET /`: a read-only page for browsers that draws what plays.
///
/// All of its resources are embedded in the program; it loads nothing from other hosts.
enum ViewerPage {
  private static let files = [
    StaticFile("viewer.css", type: "text/css", bytes: PackageResources.viewer_css),
    StaticFile(
      "viewer.js", type: "text/javascript",
      bytes: PlaygroundPage.script(from: "viewer.js", ["viewer.js": PackageResources.viewer_js])),
  ]

  /// Scripts and styles come from this server, and no page may embed this one.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// - Parameter hasPlayground: whether the page links to the playground, with the scene that plays.
  static func add(to router: Router<APIContext>, hasPlayground: Bool) {
    let html = PageTemplate(String(decoding: PackageResources.viewer_html, as: UTF8.self)).filled { place in
      place == "playground" && hasPlayground ? "playground" : ""
    }
    for file in [StaticFile("", type: "text/html", bytes: Array(html.utf8))] + files {
      router.get(RouterPath(file.path)) { request, _ in file.response(to: request, policy: policy) }
    }
  }
}
