import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The rules for Prometheus.
  @Suite struct AlertTests {
    @Test("Each rule fires in the state that it is for, and no rule fires for a daemon that works", .needs(.promtool))
    func rules() throws {
      let tests = Article.root.appending(path: "systemd/alerts-test.yml").path
      let outcome = try run("/usr/bin/env", ["promtool", "test", "rules", tests], environment: Binary.environment)
      #expect(outcome.ending == .exited(0), "\(outcome.output)\(outcome.error)")
    }
  }
}
