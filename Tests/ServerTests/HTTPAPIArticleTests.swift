import Foundation
import HubCore
import Hummingbird
import Logging
import SceneFiles
import Testing

@testable import Server

/// The article on the HTTP API names what the daemon has.
@Suite struct HTTPAPIArticleTests {
  private let article: String
  private let api: API

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    article = try String(
      contentsOf: root.appending(path: "Sources/marbled/Documentation.docc/HTTPAPI.md"), encoding: .utf8)
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    api = API(hub: hub, library: { .shipped }, daemonStatus: { .test }, reload: { nil }, quit: {})
  }

  @Test func routes() throws {
    let routes = api.controlRouter().routes.filter { $0.method != .head }.map { route in
      let parts = "\(route.path)".split(separator: "/").map { $0.contains("name") ? "ROW" : String($0) }
      return "\(route.method.rawValue) /\(parts.joined(separator: "/"))"
    }
    let rows = article.matches(of: /(?m)^\| `((?:GET|POST) [^`?]+)/).map { String($0.1) }
    let files = article.matches(of: /`(\/viewer\.\w+)`/).map { "GET \($0.1)" }
    #expect(Set(routes) == Set(rows + files))
  }

  @Test func metrics() {
    let metrics = api.hub.metricsText().matches(of: /(?m)^# TYPE (\w+)/).map { String($0.1) }
    let named = article.matches(of: /`((?:marbled|process)_\w+)`/).map { String($0.1) }
    #expect(Set(metrics) == Set(named))
  }
}
