import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// A daemon whose terminal, or whose time, is not what it should be.
  @Suite struct TerminalFaultTests {
    private func status(_ folder: TemporaryFolder) throws -> [String: Any] {
      let outcome = try run(Binary.path(), ["status", "--format", "json", "--socket", folder.file("s")])
      guard outcome.ending == .exited(0) else { throw Problem("status: \(outcome.error)") }
      return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any] ?? [:]
    }

    @Test("a terminal that does not know its size is drawn on as one of 80 by 24, until it knows")
    func noSize() throws {
      let folder = try TemporaryFolder()
      let pty = try Pty("kiosk", "zip", "--title-cards", "0", "--socket", folder.file("s"), knowsSize: false)
      try pty.waitForDaemon(sockets: folder.file("s"))
      try pty.wait(for: "a picture") { StatusLine($0) != nil && $0.lines.last?.hasPrefix(" 1 of 1") == true }
      #expect(try status(folder)["scene"] as? String == "zip")
      pty.resize(columns: 100, rows: 30)
      try pty.wait(for: "the other size") { $0.lines.count == 30 && $0.lines.last?.hasPrefix(" 1 of 1") == true }
    }

    @Test("another terminal is drawn on by its path, whose size is followed, and given back")
    func otherTerminal() async throws {
      let terminal = try Pty(program: "/bin/sleep", ["1000"])
      let daemon = try await RunningDaemon(
        "--playlist", "zip", "--tty", terminal.path, "--speed-factor", "0.1", environment: ["TERM": "xterm-256color"])
      try terminal.wait(for: "a picture") { StatusLine($0) != nil }
      #expect(try daemon.shownStatus()["scene"] as? String == "zip")
      // The kernel signals a resize only to processes of the terminal.
      terminal.resize(columns: 100, rows: 30)
      try terminal.wait(for: "the other size") {
        $0.lines.count == 30 && $0.lines.last?.hasPrefix(" 1 of 1") == true && StatusLine($0) != nil
      }
      terminal.type(" ")
      try await daemon.until("it is paused") { try daemon.shownStatus()["paused"] as? Bool == true }
      let (ending, seconds) = await daemon.end(by: SIGTERM)
      #expect(ending == .exited(0) && seconds < 20)
      try terminal.wait(for: "the shell") { $0.modes == [25] }
      #expect(terminal.settingsAreRestored)
    }

    @Test("a file that is not a terminal is refused", arguments: ["/dev/null", "/nonexistent"])
    func noTerminal(path: String) throws {
      let folder = try TemporaryFolder()
      let outcome = try run(Binary.path(), ["daemon", "--tty", path, "--socket", folder.file("s")])
      #expect(outcome.ending == .exited(74) && outcome.error.hasPrefix("error: \(path)"), "\(outcome)")
    }

    @Test("without a terminal any more it plays on, for those who attach, and costs no more than before")
    func hungUp() async throws {
      let folder = try TemporaryFolder()
      let pty = try Pty("daemon", "--playlist", "zip", "--loops", "1000", "--socket", folder.file("s"))
      try pty.waitForDaemon(sockets: folder.file("s"))
      pty.hangUp()
      let viewer = DaemonClient(path: folder.file("s/view.sock"))
      func processorTime() throws -> Double {
        let fields = try String(contentsOfFile: "/proc/\(pty.child.id)/stat", encoding: .utf8).split(separator: " ")
        return ((Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0)) / Double(sysconf(Int32(_SC_CLK_TCK)))
      }
      // From one event to another there is more than a second; a loop that waits for nothing would use all of it.
      var used: [Double] = []
      try await viewer.lines("/v1/events") { line in
        if line.contains(#""type":"event""#) { used.append(try processorTime()) }
        return used.count < 8
      }
      #expect(used[7] - used[0] < 0.5, "\(used)")
      #expect(pty.child.poll() == nil)
    }

    @Test(
      "after a stop of 5 s it continues at the same time, and viewers are notified")
    func stopped() async throws {
      let folder = try TemporaryFolder()
      let pty = try Pty(
        "daemon", "--playlist", "sample", "--loops", "1000", "--speed-factor", "0.5", "--socket", folder.file("s"))
      try pty.waitForDaemon(sockets: folder.file("s"))
      let viewer = try RawConnection(folder.file("s/view.sock"))
      viewer.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let event = #""type":"event""#
      _ = try #require(viewer.answer { $0.contains(event) }, "nothing happens")
      let start = monotonicSeconds()
      let before = try #require(try status(folder)["time"] as? Double)
      let clears = pty.screen.clears
      pty.child.stop()
      let stop = pass(atLeast: 5)
      pty.child.send(SIGCONT)
      // It repaints once, because another process may have used the terminal.
      try pty.wait(for: "all of it again") { $0.clears > clears }
      let new = try #require(viewer.answer { $0.contains(#""type":"motion""#) })
      let after = try #require(try status(folder)["time"] as? Double)
      let awake = monotonicSeconds() - start - stop
      #expect(after - before < 0.5 * awake + 0.5, "from \(before) to \(after)")
      // Of 38 events in 16 s no two seconds have more.
      #expect(Double(new.components(separatedBy: event).count) <= 12 * (awake / 2 + 1), "\(new)")
    }
  }
}
