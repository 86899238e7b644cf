import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct HelpTests {
    /// Compared with the files in Snapshots; `UPDATE_SNAPSHOTS=1 swift test` writes them.
    @Test(arguments: [
      ("marbled", []), ("marbled-play", ["play"]), ("marbled-render", ["render"]), ("marbled-check", ["check"]),
    ])
    func helpIsThis(snapshot: String, command: [String]) throws {
      let outcome = try run(Binary.path(), command + ["--help"], environment: ["COLUMNS": "80"])
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(snapshot).txt")
      if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
        try outcome.output.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(try outcome.output == String(contentsOf: file, encoding: .utf8))
    }

    @Test func theVersionIsOneLine() throws {
      let outcome = try marbled("--version")
      #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }
  }
}
