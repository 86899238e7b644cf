internal import Gzip
internal import HTTPTypes
internal import Hummingbird

/// The folder of the page's script and styles. Its name changes with each of them, so that browsers keep what they have
/// for ever, and never mix two versions.
enum PageFolder {
  /// The version of the page: of its files and of its document.
  static let version: String = {
    var bytes = Array(PlaygroundPage.document.utf8)
    for file in PlaygroundPage.files + PlaygroundPage.filesOfSites { bytes += Array(file.path.utf8) + file.bytes }
    return "\(String(CRC32.of(bytes), radix: 16))-\(String(bytes.count, radix: 36))"
  }()

  /// The path of the folder, without the first slash.
  static let path = "page/\(version)/"

  /// Tells a page which version its server has. One that is older loads itself again.
  static let header = HTTPField.Name("Marbled-Page")!

  /// The routes of the files, which the pages of a daemon use, too.
  static func add(to router: Router<APIContext>) {
    router.get("page/:name") { request, context in
      try response(to: request, name: context.parameters.get("name"), .asks)
    }
    // Another version is that of a page that was opened before an upgrade: it goes on with the newest files.
    router.get("page/:name/:file") { request, context in
      let isOurs = context.parameters.get("name") == version
      return try response(to: request, name: context.parameters.get("file"), isOurs ? .forEver : .asks)
    }
    router.get("favicon.ico") { request, _ in favicon.response(to: request, .day) }
  }

  private static func response(
    to request: Request, name: String?, _ freshness: StaticFile.Freshness
  ) throws(APIError) -> Response {
    let path = "page/\(name ?? "")"
    guard let file = PlaygroundPage.files.first(where: { $0.path == path }) else {
      throw APIError(.notFound, "the page has no such file")
    }
    return file.response(to: request, policy: PlaygroundPage.policy(), freshness)
  }

  /// For browsers that look for no other icon, as they do for what is not a page.
  private static let favicon = StaticFile(
    "favicon.ico", type: "image/vnd.microsoft.icon", bytes: PackageResources.favicon_ico)
}

/// `GET /robots.txt`: what search engines may read.
enum Robots {
  /// - Parameter areVisitorsWelcome: whether the server has pages for visitors.
  static func add(to router: Router<APIContext>, areVisitorsWelcome: Bool = true) {
    let lines =
      areVisitorsWelcome
      ? [
        "Allow: /", "Allow: /operators/", "Allow: /scenes/", "Disallow: /v1/", "Disallow: /metrics",
        "Disallow: /healthz", "Disallow: /readyz",
      ] : ["Disallow: /"]
    let text = (["User-agent: *"] + lines).map { "\($0)\n" }.joined()
    let file = StaticFile("robots.txt", type: "text/plain", bytes: Array(text.utf8))
    router.get("robots.txt") { request, _ in file.response(to: request, .day) }
  }
}
