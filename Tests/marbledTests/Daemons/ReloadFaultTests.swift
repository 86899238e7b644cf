import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// Configurations and scenes that are read again and are not what they should be.
  @Suite struct ReloadFaultTests {
    /// A kiosk whose configuration and scenes are files.
    private final class Kiosk {
      let folder: TemporaryFolder
      private(set) var pty: Pty!
      var client: DaemonClient { DaemonClient(path: folder.file("s/control.sock")) }

      static let scene = "rows:\n  a: { marbles: '1-2-3|' }\n  b: { apply: 'a.map { $0 * 2 }' }\n"
      static let endless = """
        duration: 99999s
        rows:
          a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).filter { _ in false }' }
        """
      /// What loops without letting time pass.
      static let runaway = "rows:\n  a: { marbles: '|' }\n  b: { apply: a.repeated() }\n"

      init(_ configuration: String, _ scenes: [String: String]) throws {
        folder = try TemporaryFolder()
        try write("kiosk.yaml", configuration)
        for (name, text) in scenes { try write("\(name).yaml", text) }
        pty = try Pty("daemon", "--config", folder.file("kiosk.yaml"), "--socket", folder.file("s"))
        try pty.waitForDaemon(sockets: folder.file("s"))
      }

      func write(_ name: String, _ text: String) throws {
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
      }

      func status() throws -> [String: Any] {
        let outcome = try run(Binary.path(), ["status", "--format", "json", "--socket", folder.file("s")])
        guard outcome.ending == .exited(0) else { throw Problem("status: \(outcome.error)") }
        return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any] ?? [:]
      }

      /// Waits until status says something.
      func until(_ what: String, _ condition: ([String: Any]) -> Bool) async throws {
        try await client.until(what) { condition(try status()) }
      }

      func reload(bySignal: Bool = false) throws -> Outcome? {
        if bySignal { pty.child.send(SIGHUP) }
        return bySignal ? nil : try run(Binary.path(), ["control", "reload", "--socket", folder.file("s")])
      }
    }

    private enum Breakage: CaseIterable {
      case syntax, key, deleted, binary, nothingToPlay, misspelt

      /// The reported error.
      var message: String {
        switch self {
        case .syntax: "kiosk.yaml:1:11: error: invalid YAML: "
        case .key: "kiosk.yaml:2:1: error: the configuration has no key `mesage`"
        case .deleted: "no such file: "
        case .binary: "kiosk.yaml is not UTF-8 text"
        case .nothingToPlay: "gone.yaml"
        case .misspelt: "kiosk.yaml:2:5: error: no scene, operator or row is called `zipp`; did you mean `zip`?"
        }
      }
    }

    @Test(
      "what can't be read changes nothing; status and the last line say why", arguments: Breakage.allCases,
      [true, false])
    private func broken(breakage: Breakage, bySignal: Bool) async throws {
      let kiosk = try Kiosk("playlist: [one.yaml]\nspeedFactor: 0.5\nmessage: old\n", ["one": Kiosk.scene])
      let config = kiosk.folder.file("kiosk.yaml")
      switch breakage {
      case .syntax: try kiosk.write("kiosk.yaml", "playlist: [one.yaml\n")
      case .key: try kiosk.write("kiosk.yaml", "playlist: [one.yaml]\nmesage: new\n")
      case .deleted: try FileManager.default.removeItem(atPath: config)
      case .binary: try Data([0xFF, 0xFE, 0, 1, 2]).write(to: URL(filePath: config))
      case .nothingToPlay: try kiosk.write("kiosk.yaml", "playlist: [gone.yaml]\n")
      case .misspelt: try kiosk.write("kiosk.yaml", "playlist:\n  - zipp\n  - one.yaml\nmessage: new\n")
      }
      if let outcome = try kiosk.reload(bySignal: bySignal) {
        #expect(outcome.ending == .exited(78) && outcome.error.contains(breakage.message), "\(outcome)")
        #expect(outcome.error.components(separatedBy: "error: ").count == 2, "\(outcome)")
      }
      try await kiosk.until("it says why") { ($0["configError"] as? String)?.contains(breakage.message) == true }
      let status = try kiosk.status()
      #expect(status["message"] as? String == "old" && status["scene"] as? String == "one")
      #expect(status["speedFactor"] as? Double == 0.5)
      let notices = try #require(status["notices"] as? [String])
      #expect(
        notices.last?.hasPrefix("reload failed, keeping the current configuration: ") == true
          && notices.last?.contains(breakage.message) == true)
      try kiosk.pty.wait(for: "the last line") { $0.lines.last?.hasPrefix(" reload failed, keeping ") == true }

      try kiosk.write("kiosk.yaml", "playlist: [one.yaml]\nmessage: new\n")
      _ = try kiosk.reload(bySignal: bySignal)
      try await kiosk.until("it is read") { $0["message"] as? String == "new" }
      #expect(try kiosk.status()["configError"] is NSNull && kiosk.status()["notices"] as? [String] == [])
      try kiosk.pty.wait(for: "the last line") { $0.lines.last?.contains("reload failed") == false }
    }

    @Test("a scene that is deleted and taken off the playlist while it plays is played to its end, and then no more")
    func deleted() async throws {
      let kiosk = try Kiosk(
        "playlist: [one.yaml, two.yaml]\nspeedFactor: 2\n",
        ["one": Kiosk.scene.replacing("1-2", with: "1\(String(repeating: "-", count: 1000))2"), "two": Kiosk.scene])
      try FileManager.default.removeItem(atPath: kiosk.folder.file("one.yaml"))
      #expect(try kiosk.reload()?.ending == .exited(78))
      try kiosk.write("kiosk.yaml", "playlist: [two.yaml]\nspeedFactor: 2\n")
      #expect(try kiosk.reload()?.ending == .exited(0))
      let status = try kiosk.status()
      #expect(status["scene"] as? String == "one" && status["position"] is NSNull && status["count"] as? Int == 1)
      // It takes long enough for a slow machine.
      let end = try run(Binary.path(), ["control", "seek", "1000", "--socket", kiosk.folder.file("s")])
      #expect(end.ending == .exited(0), "\(end.error)")
      try await kiosk.until("the other one plays") { $0["scene"] as? String == "two" && $0["position"] as? Int == 1 }
    }

    @Test("what only counts after a restart is said, and goes on being said until then")
    func restart() throws {
      let kiosk = try Kiosk("playlist: [one.yaml]\n", ["one": Kiosk.scene])
      try kiosk.write("kiosk.yaml", "playlist: [one.yaml]\nviewers: 7\nview: '127.0.0.1:0'\nmessage: new\n")
      for _ in 1...2 {
        let outcome = try #require(try kiosk.reload())
        #expect(outcome.ending == .exited(0) && outcome.error == "")
        #expect(outcome.output == "restart the daemon to apply: view, viewers\n")
      }
      #expect(try kiosk.status()["message"] as? String == "new")
      let lines = try run(Binary.path(), ["status", "--socket", kiosk.folder.file("s")]).lines
      #expect(lines.contains("pending   restart the daemon to apply: view, viewers"))
      try kiosk.write("kiosk.yaml", "playlist: [one.yaml]\n")
      #expect(try kiosk.reload()?.output == "")
    }

    @Test("scenes that can't be played, or of which that is never known, are left out, and it is said once")
    func neverEnding() async throws {
      let kiosk = try Kiosk(
        "playlist: [one.yaml]\n", ["one": Kiosk.scene, "endless": Kiosk.endless, "runaway": Kiosk.runaway])
      try kiosk.write("kiosk.yaml", "playlist: [runaway.yaml, endless.yaml]\n")
      #expect(try kiosk.reload()?.ending == .exited(0))
      func notices(_ status: [String: Any]) -> [String] { status["notices"] as? [String] ?? [] }
      try await kiosk.until("both are left out") { notices($0).count == 2 }
      let told = notices(try kiosk.status())
      // On a loaded machine, time may be over before the steps are.
      let reason = /(row b: more than 100000 steps of work at 0 s|could not be simulated within 5 s).*/
      #expect(told[0].wholeMatch(of: /runaway is left out: (.+)/)?.1.wholeMatch(of: reason) != nil, "\(told)")
      #expect(told[1].hasPrefix("endless is left out: could not be simulated within 5 s"))
      try kiosk.pty.wait(for: "the last line") { $0.lines.last?.hasPrefix(" endless is left out: ") == true }
      // What played is played again, rather than nothing.
      try await kiosk.until("it plays") { $0["scene"] as? String == "one" && $0["phase"] as? String == "playing" }
      let refused = try run(
        Binary.path(), ["control", "scene", "runaway", "--socket", kiosk.folder.file("s")])
      #expect(refused.ending == .exited(65))
      let message = refused.error.wholeMatch(of: /(?s)error: runaway can't be played: (.+?)\n.*/)?.1
      #expect(message?.wholeMatch(of: reason) != nil, "\(refused.error)")
      #expect(notices(try kiosk.status()) == told)

      try kiosk.write("kiosk.yaml", "playlist: [endless.yaml, two.yaml]\n")
      try kiosk.write("two.yaml", Kiosk.scene)
      #expect(try kiosk.reload()?.ending == .exited(0))
      try await kiosk.until("the next one plays") { $0["scene"] as? String == "two" }
    }
  }
}
