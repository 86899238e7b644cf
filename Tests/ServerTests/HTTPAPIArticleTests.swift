import Foundation
import Hummingbird
import Playground
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
    api = try API.withAllMetrics()
  }

  @Test func routes() throws {
    let all = api.controlRouter().routes + (try #require(api.phoneRouter)).routes
    let routes = all.filter { $0.method != .head }.map { route in
      let path = RoutePath.described(route.path.description)
      return "\(route.method.rawValue) "
        + path.replacing("{name}/{file}", with: "VERSION/NAME").replacing("{name}", with: "NAME")
    }
    let rows = article.matches(of: /(?m)^\| `((?:GET|POST|DELETE) [^`?]+)/).map { String($0.1) }
    let files = article.matches(of: /`(\/(?:viewer|remote)\.\w+)`/).map { "GET \($0.1)" }
    #expect(Set(routes) == Set(rows + files))
  }

  /// The names in the first column of a table, and the rows of the table.
  private func table(_ name: String, in article: String) throws -> [(name: String, row: String)] {
    let rest = try #require(article.components(separatedBy: "<!-- names: \(name) -->").dropFirst().first)
    let rows = rest.split(separator: "\n").drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
    return rows.map { ($0.split(separator: "`").map(String.init)[1], String($0)) }
  }

  /// The names in the first column of a table of the article.
  func names(ofTable name: String) throws -> [String] { try table(name, in: article).map(\.name) }

  @Test func runs() throws {
    #expect(try table("run keys", in: article).map(\.name) == RunRequest.keys)
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let playground = try String(
      contentsOf: root.appending(path: "Sources/marbled/Documentation.docc/Playground.md"), encoding: .utf8)
    let rows = try table("run limits", in: playground)
    let limits = Mirror(reflecting: RunLimits.standard).children.map { ($0.label ?? "", $0.value) }
    #expect(rows.map(\.name) == limits.map(\.0))
    for (row, limit) in zip(rows, limits) {
      let value =
        (limit.1 as? ClosedRange<Int>).map { "\($0.lowerBound) to \($0.upperBound)" } ?? "\(limit.1)"
      #expect(row.row.contains("| \(value) "), "\(row.row)")
    }
  }

  @Test func metrics() async {
    let metrics = await api.metrics().text.matches(of: /(?m)^# TYPE (\w+)/).map { String($0.1) }
    let named = article.matches(of: /`((?:marbled|process)_\w+)`/).map { String($0.1) }
    #expect(Set(metrics) == Set(named))
  }
}
