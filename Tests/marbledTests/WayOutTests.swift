import Client
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Whichever way `play` ends, the terminal is as it was, and the bytes that make it so are these and no others.
  @Suite struct WayOutTests {
    /// What is written from the restoration on, which comes once.
    private func farewell(_ pty: Pty, _ restoration: [UInt8]) -> String {
      let parts = String(decoding: pty.bytes, as: UTF8.self)
        .components(separatedBy: String(decoding: restoration, as: UTF8.self))
      #expect(parts.count == 2)
      return parts.last ?? ""
    }

    private func expectRestored(_ pty: Pty, _ restoration: [UInt8] = Restoration.bytes, then rest: String = "") {
      #expect(farewell(pty, restoration) == rest)
      #expect(pty.settingsAreRestored)
      #expect(pty.screen.modes == [25] && pty.screen.isAtRest && pty.screen.unknown.isEmpty)
      #expect(pty.screen.attributes == ScreenEmulator.Attributes())
    }

    /// The picture that stays in the scrollback.
    private func picture(_ arguments: String...) throws -> String {
      let frame = try run(Binary.path(), ["render", "--format", "ansi"] + arguments)
      var lines = Array(frame.lines.dropLast())
      while lines.last == "" { lines.removeLast() }
      return lines.map { $0 + "\r\n" }.joined()
    }

    @Test(arguments: ["q", "\u{3}"])
    func byAKey(key: String) throws {
      let pty = try Pty("play", "--at", "2.6", answers: false)
      try pty.waitForPicture()
      pty.type(key)
      #expect(try pty.waitForEnd().ending == .exited(0))
      expectRestored(pty, then: try picture("--at", "2.6"))
    }

    @Test func atTheEnd() throws {
      let pty = try Pty("play", "--speed", "50", "--once", answers: false)
      #expect(try pty.waitForEnd().ending == .exited(0))
      expectRestored(pty, then: try picture("--speed", "50"))
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func byASignal(signal: Int32) throws {
      let pty = try Pty("play", answers: false)
      try pty.waitForPicture()
      pty.child.send(signal)
      #expect(try pty.waitForEnd().ending == .signalled(signal))
      expectRestored(pty)
    }

    @Test(arguments: [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT])
    func byACrash(signal: Int32) throws {
      let pty = try Pty("play", environment: ["SWIFT_BACKTRACE": "enable=no"], answers: false)
      try pty.waitForPicture()
      pty.child.send(signal)
      #expect(try pty.waitForEnd().ending == .signalled(signal))
      // The crash may come in the middle of a frame, which ends with the same reset.
      let text = String(decoding: pty.bytes, as: UTF8.self)
      #expect(text.hasSuffix(String(decoding: Restoration.bytes, as: UTF8.self)))
      #expect(pty.settingsAreRestored)
      #expect(pty.screen.modes == [25] && pty.screen.isAtRest && pty.screen.unknown.isEmpty)
      #expect(pty.screen.attributes == ScreenEmulator.Attributes())
    }

    @Test func ofATerminalThatAnswers() throws {
      let pty = try Pty("play", "--at", "2.6", answers: true)
      try pty.wait(for: "the title") { $0.title == "marbled: sample" }
      let frame = try marbled("render", "--format", "frame", "--at", "2.6")
      #expect(pty.screen.lines == frame.lines)
      pty.type(" ")
      // Once it is known to be understood, each frame is marked as one.
      var text: String { String(decoding: pty.bytes, as: UTF8.self) }
      try pty.waitForBytes("five marked frames") {
        String(decoding: $0, as: UTF8.self).components(separatedBy: "\u{1B}[?2026h").count > 5
      }
      pty.type(" ")
      try pty.wait(for: "the pause") { StatusLine($0)?.state == "‖" }
      #expect(text.hasSuffix("\u{1B}[?2026l"))
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(farewell(pty, Restoration.bytesAfterReplies).hasSuffix("\r\n"))
      #expect(pty.settingsAreRestored && pty.screen.modes == [25] && pty.screen.title == "")
    }

    /// A reply that is on its way when it ends is not left to the shell.
    @Test func withNothingLeftForTheShellToRead() throws {
      // Not faster: it waits for replies for a twentieth of a second, in which a busy machine may give none.
      let pty = try Pty("play", "--speed", "4", "--once", answers: true)
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.unreadInput == 0)
      #expect(pty.settingsAreRestored && pty.screen.modes == [25] && pty.screen.title == "")
    }

    @Test func ofAConsoleThatIsNotAsked() throws {
      let pty = try Pty("play", "--at", "2.6", environment: ["TERM": "linux", "COLORTERM": ""], answers: true)
      // The last line, too: the system may hand a frame on in pieces.
      try pty.wait(for: "a picture") { $0.lines[0].hasSuffix("2.6 of 8.0 s") && $0.lines[23].hasSuffix("q quit") }
      #expect(!String(decoding: pty.bytes, as: UTF8.self).contains("\u{1B}]"))
      #expect(!pty.screen.lines.joined().contains { "▗▖▝▘╭╮╰╯╌".contains($0) })
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored && pty.screen.modes == [25])
    }
  }

  /// Output without a reader, or with a slow one: frames are dropped, never queued, and nothing waits.
  @Suite struct SlowOutputTests {
    @Test(arguments: ["q", "\u{3}"])
    func itCanBeLeftWhileOutputIsStopped(key: String) throws {
      let pty = try Pty("play", "matrix", columns: 200, rows: 60, answers: false)
      try pty.wait(for: "rain") { $0.lines.contains { $0.count > 100 } }
      pty.read(.stopped)
      pty.type(key)
      #expect(try pty.waitForExit() == .exited(0))
      pty.read(.atOnce)
      _ = try pty.waitForEnd()
      #expect(pty.settingsAreRestored)
      #expect(pty.screen.modes == [25])
      #expect(pty.screen.attributes == ScreenEmulator.Attributes(), "after \(pty.lastBytes)")
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func itCanBeEndedWhileOutputIsStopped(signal: Int32) throws {
      let pty = try Pty("play", "matrix", columns: 200, rows: 60, answers: false)
      try pty.wait(for: "rain") { $0.lines.contains { $0.count > 100 } }
      pty.read(.stopped)
      pty.child.send(signal)
      #expect(try pty.waitForExit() == .signalled(signal))
      #expect(pty.settingsAreRestored)
    }

    @Test func onceEndsWhileOutputIsStopped() throws {
      let pty = try Pty("play", "--once", "--speed", "20", columns: 200, rows: 60, answers: false)
      try pty.waitForPicture()
      pty.read(.stopped)
      #expect(try pty.waitForExit() == .exited(0))
      #expect(pty.settingsAreRestored)
    }

    @Test("What could not be shown in time is not shown later") func missed() async throws {
      let folder = try TemporaryFolder()
      let sockets = folder.file("s")
      let pty = try Pty("daemon", "--playlist", "sample", "--socket", sockets, columns: 200, rows: 60, answers: false)
      try pty.waitForDaemon(sockets: sockets)
      let control = DaemonClient(path: sockets + "/control.sock")
      func seek(to time: String) async throws {
        let answer = try await control.send("POST", "/v1/control", body: #"{"paused":true,"seek":\#(time)}"#)
        #expect(answer.status == 200)
      }
      try await seek(to: "0")
      try pty.wait(for: "the beginning") { StatusLine($0).map { $0.state == "‖" && $0.time == 0 } ?? false }
      // No byte goes out any more, and much happens.
      pty.read(.stopped)
      let shown = pty.chunks.count
      for step in 1...200 { try await seek(to: "\(step % 2).5") }
      try await seek(to: "7.5")
      pty.read(.atOnce)
      try pty.wait(for: "the present") { StatusLine($0)?.time == 7.5 }
      var screen = ScreenEmulator(columns: 200, rows: 60)
      var times: [Double] = []
      for (index, chunk) in pty.chunks.enumerated() {
        screen.feed(chunk.bytes)
        if index >= shown, let time = StatusLine(screen)?.time, time != times.last { times.append(time) }
      }
      // What the system held, and then the present.
      #expect(times.last == 7.5 && times.count < 100, "\(times)")
    }
  }
}
