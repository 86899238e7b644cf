import Client
import Foundation
import TestSupport
import Testing

extension Daemons {
  /// The sources that scenes of a daemon name.
  @Suite struct SourceTests {
    @Test("Viewers and status tell how a command ended, and the log what it wrote") func command() async throws {
      let folder = try TemporaryFolder()
      try "rows: { a: { live: \"exec:echo 7; echo trouble >&2; exit 2\" } }\nduration: 1000s\n".write(
        toFile: folder.file("feed.yaml"), atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon("--scenes", folder.path, "--playlist", "feed", "--title-cards", "0")
      var told = ""
      try await daemon.view.lines("/v1/events") { line in
        if line.contains(#""state":"ended""#) { told = line }
        return told.isEmpty
      }
      #expect(told.contains(#""reason":"ended with status 2""#), "\(told)")
      let rows = try await daemon.status()["rows"] as? [[String: Any]]
      #expect(rows?.first?["command"] as? String == "ended with status 2")
      try daemon.untilLog { $0.contains("warning: a: trouble\n") }
    }

    @Test("Of a flood of odd lines, the log has few") func flood() async throws {
      let folder = try TemporaryFolder()
      try "rows: { a: { live: \"exec:echo 1; yes '{' | head -n 100000\", lines: json } }\nduration: 1000s\n".write(
        toFile: folder.file("feed.yaml"), atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon("--scenes", folder.path, "--playlist", "feed", "--title-cards", "0")
      try await daemon.until("all lines are counted") {
        let rows = try await daemon.status()["rows"] as? [[String: Any]]
        return rows?.first?["malformed"] as? Int == 100_000
      }
      try daemon.untilLog { $0.contains("is malformed") }
      daemon.child.send(SIGTERM)
      _ = await daemon.child.waitForEnd()
      let lines = daemon.log.split(separator: "\n").filter { $0.contains("is malformed") }
      #expect(lines.count <= 200)
    }
  }
}
