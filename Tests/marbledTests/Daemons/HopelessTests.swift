import Client
import Foundation
import TestSupport
import Testing

extension Daemons {
  /// A kiosk, and scenes that would compute for hours.
  @Suite struct HopelessTests {
    private static let scene =
      "rows: { out: { apply: '(0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }' } }"

    @Test("a playlist goes on although twenty scenes that take hours are posted and asked for")
    func playlist() async throws {
      let daemon = try await RunningDaemon(
        "--playlist", "sample", "--playlist", "combining", "--title-cards", "0", "--loops", "1", "--speed-factor", "100"
      )
      let names = (1...20).map { "slow\($0)" }
      for name in names {
        let posted = try await daemon.control.send("POST", "/v1/scenes?name=\(name)", body: Self.scene)
        #expect(posted.status == 201)
      }
      // Each is overtaken by the next, or refused when its time is up or while the others end.
      let statuses = try await withThrowingTaskGroup(of: Int.self) { [control = daemon.control] group in
        for name in names {
          group.addTask {
            try await control.send("POST", "/v1/control", body: #"{"scene":"\#(name)"}"#, mayWait: true).status
          }
        }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses.values.reduce(0, +) == 20 && Set(statuses.keys).isSubset(of: [409, 422, 503]), "\(statuses)")
      for name in ["sample", "combining", "sample"] {
        try await daemon.view.until("\(name) is played") { try await daemon.status()["scene"] as? String == name }
      }
      #expect(try await daemon.status()["notices"] as? [String] == [])
      let (ending, _) = await daemon.end(by: SIGTERM)
      #expect(ending == .exited(0) && !daemon.log.contains("forcing exit"))
    }
  }
}
