import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// Terminals that watch one daemon, each in its own size.
  @Suite struct AttachTests {
    private func attach(
      _ daemon: RunningDaemon, _ arguments: String..., columns: Int = 80, rows: Int = 24
    ) throws -> Pty {
      try Pty(
        program: Binary.path(), ["attach", "--socket", daemon.sockets] + arguments, columns: columns, rows: rows)
    }

    @Test("a change of speed shows on all, and killing one leaves the others untouched")
    func together() async throws {
      let daemon = try await RunningDaemon("--playlist", "zip", "--loops", "1000")
      let small = try attach(daemon)
      let large = try attach(daemon, columns: 120, rows: 40)
      for pty in [small, large] { try pty.wait(for: "the scene") { StatusLine($0)?.speed == "1" } }
      #expect(small.screen.lines[0].count <= 80 && large.screen.lines[0].count > 80)
      let outcome = try run(Binary.path(), ["control", "--socket", daemon.sockets, "speed", "4"])
      #expect(outcome.ending == .exited(0))
      for pty in [small, large] { try pty.wait(for: "the speed") { StatusLine($0)?.speed == "4" } }

      small.child.send(SIGKILL)
      try await ask { try await daemon.status()["viewers"] as? Int == 1 }
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"speedFactor":2}"#)
      try large.wait(for: "the next speed") { StatusLine($0)?.speed == "2" }
      large.type("q")
      let (ending, _) = try large.waitForEnd()
      #expect(ending == .exited(0) && large.settingsAreRestored)
      #expect(try await daemon.status()["speedFactor"] as? Double == 2)
    }

    @Test("keys steer only with --control")
    func steering() async throws {
      let daemon = try await RunningDaemon("--playlist", "zip", "--speed-factor", "0.1")
      let watching = try attach(daemon)
      try watching.wait(for: "the scene") { StatusLine($0)?.state == "▶" }
      watching.type(" ")
      try watching.wait(for: "the refusal") {
        $0.lines.last == " This terminal only watches; `marbled attach --control` steers, too."
      }
      #expect(try await daemon.status()["paused"] as? Bool == false)
      let steering = try attach(daemon, "--control")
      try steering.wait(for: "the scene") { StatusLine($0)?.state == "▶" }
      steering.type(" ")
      for pty in [watching, steering] { try pty.wait(for: "the pause") { StatusLine($0)?.state == "‖" } }
      #expect(try await daemon.status()["paused"] as? Bool == true)
    }

    @Test("an edit on one terminal shows on all, and keeps others from editing")
    func editing() async throws {
      let daemon = try await RunningDaemon("--playlist", "zip", "--speed-factor", "0.001")
      let watching = try attach(daemon)
      let folder = try TemporaryFolder()
      let editing = try Pty(program: Binary.path(), ["edit", "--socket", daemon.sockets], columns: 160)
      func hasRow(_ screen: ScreenEmulator) -> Bool { screen.lines.contains { $0.contains("more ") } }
      for pty in [watching, editing] { try pty.wait(for: "the scene") { StatusLine($0)?.state == "▶" } }
      editing.type(":add more = 7-8|\r")
      for pty in [watching, editing] { try pty.wait(for: "the row") { hasRow($0) } }
      let status = try run(Binary.path(), ["status", "--socket", daemon.sockets])
      #expect(status.output.contains(/(?m)^editing   .+@.+:\d+, 1 edit$/), "\(status.output)")
      let refused = try run(Binary.path(), ["control", "--socket", daemon.sockets, "edit", "remove", "more"])
      #expect(refused.ending == .exited(1) && refused.error.contains(" is editing; try again in "))
      editing.type("w")
      try editing.wait(for: "the line for the name") { $0.lines.contains { $0.contains("save as") } }
      let file = folder.file("edited.yaml")
      editing.type("\u{15}\(file)\r")
      try editing.wait(for: "the file") { $0.lines.contains { $0.contains("wrote \(file)") } }
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("more:"))
      editing.type("u")
      for pty in [watching, editing] { try pty.wait(for: "the scene without it") { !hasRow($0) } }
      editing.type("q")
      #expect(try editing.waitForEnd().0 == .exited(0))
    }

    @Test("a live scene is edited while lines come: who edits sees results at once, then all do, and no line is lost")
    func editingLive() async throws {
      let daemon = try await RunningDaemon("--playlist", "zip")
      let scene = "rows: { a: { live: true }, b: { apply: 'a.map { $0 }' } }"
      _ = try await daemon.control.send("POST", "/v1/scenes?name=flow", body: scene)
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"scene":"flow"}"#)
      let watching = try attach(daemon, columns: 160, rows: 40)
      let editing = try Pty(program: Binary.path(), ["edit", "--socket", daemon.sockets], columns: 160, rows: 40)
      /// The newest value of a row, in its panel; nil when there is no such row.
      func newest(_ name: String, _ screen: ScreenEmulator) -> String? {
        guard let line = screen.lines.firstIndex(where: { $0.contains("│ \(name)  ") }) else { return nil }
        return screen.lines[line + 1].split(separator: "│").last?.trimmingCharacters(in: .whitespaces)
      }
      func send(_ values: Int...) async throws {
        let body = values.map { "\($0)\n" }.joined()
        let answer = try await daemon.control.send("POST", "/v1/inputs/a?wait=true", body: body)
        #expect(answer.body.contains(#""accepted":\#(values.count),"#), "\(answer.body)")
      }
      for pty in [watching, editing] { try pty.wait(for: "the scene") { $0.lines[0].contains(" flow ") } }
      try await send(1, 2, 3)
      for pty in [watching, editing] { try pty.wait(for: "the value") { newest("b", $0) == "3" } }
      editing.type("e\u{15}b = a.map { $0 + 40 }")
      try editing.wait(for: "results of all values") { newest("b", $0) == "43" }
      try await send(4)
      try editing.wait(for: "the result of the next value") { newest("b", $0) == "44" }
      try watching.wait(for: "that of the old expression") { newest("b", $0) == "4" }
      editing.type("\r")
      try await ask { try await daemon.status()["edits"] as? Int == 1 }
      try await send(5)
      for pty in [watching, editing] {
        try pty.wait(for: "the new expression") { newest("b", $0) == "45" }
        try pty.wait(for: "what it was before") { $0.lines.contains { $0.contains("edited at") } }
      }
      editing.type("A\u{15}c = b.map { $0 + 1000 }\r")
      for pty in [watching, editing] { try pty.wait(for: "the output") { newest("c", $0) == "1045" } }
      editing.type("u")
      for pty in [watching, editing] { try pty.wait(for: "the scene without it") { newest("c", $0) == nil } }
      editing.type("u")
      try await ask { try await daemon.status()["edits"] as? Int == 0 }
      try await send(99)
      for pty in [watching, editing] { try pty.wait(for: "the first expression") { newest("b", $0) == "99" } }
      let events = (try await daemon.status()["rows"] as? [[String: Any]])?.map { $0["events"] as? Int }
      #expect(events == [6, 6])
      editing.type("q")
      #expect(try editing.waitForEnd().0 == .exited(0))
    }

    @Test("a key that can't do what it means says why")
    func refusal() async throws {
      let daemon = try await RunningDaemon("--playlist", "live")
      let pty = try attach(daemon, "--control", columns: 120)
      try pty.wait(for: "the scene") { $0.lines[0].contains(" A live row ") }
      pty.type("+")
      try pty.wait(for: "the reason") {
        $0.lines.last?.hasPrefix(" a live scene plays in wall time") == true
      }
      try pty.wait(for: "the place in the playlist again") { $0.lines.last?.hasPrefix(" 1 of 1") == true }
    }

    @Test("it looks as this terminal's flags and file say")
    func preferences() async throws {
      let daemon = try await RunningDaemon("--playlist", "zip", "--loops", "1000")
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder.file("marbled"), withIntermediateDirectories: true)
      try "ascii: true".write(toFile: folder.file("marbled/config.yaml"), atomically: true, encoding: .utf8)
      func attach(_ arguments: String...) throws -> Pty {
        let pty = try Pty(
          program: Binary.path(), ["attach", "--socket", daemon.sockets] + arguments,
          environment: ["XDG_CONFIG_HOME": folder.path])
        try pty.wait(for: "the scene") { $0.lines[0].contains(" zip ") }
        return pty
      }
      let (plain, slow) = (try attach(), try attach("--no-ascii", "--refresh-interval", "1000s"))
      #expect(plain.screen.lines.allSatisfy { $0.allSatisfy(\.isASCII) })
      #expect(StatusLine(slow.screen) != nil)
      // While the first moves on, nothing but changes of another kind are drawn on the other.
      let before = StatusLine(slow.screen)?.time
      try plain.wait(for: "its next pictures") { [first = plain.screen.lines] in $0.lines != first }
      #expect(StatusLine(slow.screen)?.time == before)
      let refused = try run(Binary.path(), ["attach", "--refresh-interval", "soon"])
      #expect(refused.ending == .exited(64))
    }

    @Test("what is sent to a live row is seen as it comes, and what came before, and what was lost")
    func live() async throws {
      let daemon = try await RunningDaemon("--playlist", "live")
      let early = try attach(daemon)
      try early.wait(for: "the scene") { $0.lines[0].hasPrefix(" ▶ A live row ") && $0.lines[0].hasSuffix(" s") }
      func send(_ text: String) throws {
        _ = try shell("export MARBLED_SOCKET='\(daemon.sockets)'; printf '\(text)' | marbled send lines")
      }
      func row(_ name: String, _ screen: ScreenEmulator) -> String {
        screen.lines.first { $0.drop { " ›".contains($0) }.hasPrefix("\(name) ") } ?? ""
      }
      try send("N\\n")
      try early.wait(for: "the line") { row("lines", $0).contains("N") }
      try early.wait(for: "what is made of them") { row("size", $0).contains("▐") }
      try early.wait(for: "what has settled") { row("settled", $0).contains("N") }
      let late = try attach(daemon, columns: 120, rows: 40)
      try late.wait(for: "what came before") { row("settled", $0).contains("N") }
      let body = (1...5000).map { "line \($0)\n" }.joined()
      _ = try await daemon.control.send("POST", "/v1/inputs/lines", body: body)
      let dropped = try #require(
        (try await daemon.status()["rows"] as? [[String: Any]])?.first?["dropped"] as? Int)
      #expect(dropped > 0)
      for pty in [early, late] {
        try pty.wait(for: "what was lost") { screen in
          screen.lines.contains { $0.replacing(",", with: "").contains("\(dropped) lost") }
        }
      }
    }

    @Test("attach reconnects to a restarted daemon")
    func again() async throws {
      let first = try await RunningDaemon("--playlist", "zip")
      let pty = try attach(first)
      try pty.wait(for: "the scene") { StatusLine($0) != nil && $0.lines[0].contains(" zip ") }
      _ = await first.end(by: SIGKILL)
      try pty.wait(for: "the notice") { $0.lines.last == " the daemon does not answer; trying again" }
      let second = try await RunningDaemon("--playlist", "timing", folder: first.folder)
      try pty.wait(for: "the other scene") { $0.lines[0].contains(" timing ") }
      #expect(second.child.poll() == nil)
    }
  }
}
