import Foundation
import HubCore
import Hummingbird
import Logging
import RedisClient
import SceneFiles
import Synchronization
import TestSupport
import Testing

@testable import Server

/// The rules for Prometheus in systemd/alerts.yml.
@Suite struct AlertRulesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  @Test("each metric that a rule names exists")
  func metrics() async throws {
    let rules = try String(contentsOf: Self.root.appending(path: "systemd/alerts.yml"), encoding: .utf8)
    let api = try API.withAllMetrics()
    let types = try PrometheusText(await api.metrics().text).types
    let named = rules.split(separator: "\n").filter { $0.contains(" expr: ") }.flatMap { line in
      line.matches(of: /(?:marbled|process)_\w+/).map { String($0.0) }
    }
    #expect(named.count > 15)
    for name in Set(named) {
      let base = name.replacing(/_(sum|count)$/, with: "")
      #expect(types[name] != nil || types[base] == "histogram", "\(name)")
    }
  }

  @Test("each rule has a test, a severity and a sentence")
  func complete() throws {
    let rules = try String(contentsOf: Self.root.appending(path: "systemd/alerts.yml"), encoding: .utf8)
    let tests = try String(contentsOf: Self.root.appending(path: "systemd/alerts-test.yml"), encoding: .utf8)
    let parts = rules.components(separatedBy: "- alert: ").dropFirst()
    #expect(parts.count > 10)
    for part in parts {
      let name = String(part.prefix { $0 != "\n" })
      #expect(tests.contains("alertname: \(name)\n        exp_alerts:\n          - exp_labels:"), "\(name)")
      #expect(part.contains("severity: ") && part.contains("summary: "), "\(name)")
    }
  }
}

extension API {
  /// The routes of its address for phones.
  var phoneRouter: Router<APIContext>? {
    remote.map {
      remoteRouter($0, checkingHost: HostCheck(address: ListenAddress(host: "::1", port: 1), hosts: []), log: nil)
    }
  }

  /// The API of a daemon that has all metrics.
  static func withAllMetrics() throws -> API {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    var settings = HubSettings.gatheringNothing
    let url = try RedisStreamURL(parsing: "redis://host/show", allowed: [])
    (settings.publishing, settings.following) = (RelayConnection(url), RelayConnection(url))
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: settings, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    hub.store.contents.withLock { $0.metrics.lastEvent = 0 }
    return API(
      broadcaster: hub, library: { .shipped }, daemonStatus: { .test }, reload: { nil }, quit: {},
      playground: PlaygroundRoutes(), remote: RemoteControl(logger: Logger(label: "test")))
  }
}
