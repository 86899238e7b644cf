import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// A real daemon that draws on a terminal, as passers-by see it.
  @Suite struct KioskTests {
    /// A kiosk on a terminal, in a separate folder.
    private final class Kiosk {
      let folder: TemporaryFolder
      let pty: Pty
      var client: DaemonClient { DaemonClient(path: folder.file("s") + "/control.sock") }

      init(_ command: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        pty = try Pty(
          program: Binary.path(), command + ["--socket", folder.file("s")], columns: columns, rows: rows,
          environment: environment)
      }

      func control(_ words: String...) throws {
        let outcome = try run(Binary.path(), ["control", "--socket", folder.file("s")] + words)
        #expect(outcome.ending == .exited(0) && outcome.error == "", "\(outcome)")
      }
    }

    @Test("a card announces a scene with its title in big letters, and the next scene")
    func card() throws {
      let kiosk = try Kiosk(["kiosk", "zip", "timing", "--title-cards", "1000s", "--message", "Back soon"])
      try kiosk.pty.wait(for: "the card") { $0.lines.last?.hasPrefix(" 1 of 2   next: timing   ") == true }
      #expect(kiosk.pty.screen.lines.last?.hasSuffix(" ×1") == true)
      let lines = kiosk.pty.screen.lines
      #expect(
        lines[1...3] == [
          "       ▀▀▀█▀ ▀█▀ █▀▀▄", "        ▄▀    █  █▀▀", "       ▀▀▀▀▀ ▀▀▀ ▀",
        ])
      #expect(lines[5] == "       Pairs the first values, the second values, and so on. Finishes")
      #expect(lines[22].trimmingCharacters(in: .whitespaces) == "Back soon")
      // Inputs are there, outputs are not yet.
      #expect(lines.contains { $0.hasPrefix("   a ") && $0.contains("( 2 )") })
      #expect(!lines.contains { $0.hasPrefix(" zip ") && $0.contains("▐") })
    }

    @Test("the last line says how long a scene stays, how fast it is, and where it can be watched")
    func lastLine() throws {
      let kiosk = try Kiosk([
        "kiosk", "zip", "timing", "--loops", "3", "--speed", "2", "--title-cards", "1000s", "--view",
        "127.0.0.1:\(UInt16.random(in: 10_000..<20_000))", "--view-hosts", "kiosk.local",
      ])
      try kiosk.pty.wait(for: "the card") { screen in
        screen.lines.last?.wholeMatch(of: #/ 1 of 2   3 times   next: timing +×2   kiosk\.local:[0-9]+/#) != nil
      }
      let other = try Kiosk(["kiosk", "zip", "--dwell", "45s", "--title-cards", "1000s"])
      // Of one there is none that comes next.
      try other.pty.wait(for: "the card") { screen in
        screen.lines.last?.wholeMatch(of: #/ 1 of 1   for 45 s +×1/#) != nil
      }
    }

    @Test("nothing that a passer-by presses ends it, and space pauses it")
    func passersBy() throws {
      let kiosk = try Kiosk(["kiosk", "zip", "timing", "--title-cards", "0", "--speed-factor", "0.1"])
      try kiosk.pty.wait(for: "the scene") { StatusLine($0)?.state == "▶" }
      for keys in ["q", "\u{3}", "\u{1A}", "\u{1C}", "\u{1B}", "x", "+", "l", " "] { kiosk.pty.type(keys) }
      try kiosk.pty.wait(for: "the pause") { StatusLine($0)?.state == "‖" }
      #expect(StatusLine(kiosk.pty.screen)?.speed == "0.1")
      #expect(kiosk.pty.child.poll() == nil)
      // Page Down.
      kiosk.pty.type("\u{1B}[6~")
      try kiosk.pty.wait(for: "the next scene") { $0.lines.first?.contains("timing") == true }
    }

    @Test("it continues after a long time without a key")
    func idleReturn() throws {
      let kiosk = try Kiosk(
        ["kiosk", "zip", "--title-cards", "0", "--speed-factor", "0.1", "--idle-return", "700ms"])
      try kiosk.pty.wait(for: "the scene") { StatusLine($0)?.state == "▶" }
      kiosk.pty.type(" ")
      try kiosk.pty.wait(for: "the pause") { StatusLine($0)?.state == "‖" }
      try kiosk.pty.wait(for: "the automatic resume") { StatusLine($0)?.state == "▶" }
    }

    @Test("with all keys, q ends it")
    func allKeys() throws {
      let kiosk = try Kiosk(["daemon", "--playlist", "zip", "--keys", "all"])
      try kiosk.pty.wait(for: "the scene") { StatusLine($0) != nil }
      kiosk.pty.type("q")
      #expect(try kiosk.pty.waitForExit() == .exited(0))
    }

    @Test("what was set by control is shown, and what can't be read stands in the last line")
    func control() throws {
      let folder = try TemporaryFolder()
      let config = folder.file("marbled.yaml")
      try "playlist: [zip]".write(toFile: config, atomically: true, encoding: .utf8)
      let kiosk = try Kiosk(["daemon", "--config", config])
      try kiosk.pty.wait(for: "the scene") { StatusLine($0)?.speed == "1" }
      try kiosk.control("speed", "4")
      try kiosk.pty.wait(for: "the speed") { StatusLine($0)?.speed == "4" }
      try "playlist: 7 8: 9".write(toFile: config, atomically: true, encoding: .utf8)
      kiosk.pty.send(SIGHUP)
      try kiosk.pty.wait(for: "the notice") {
        $0.lines.last?.hasPrefix(" reload failed, keeping the current configuration: ") == true
      }
      #expect(StatusLine(kiosk.pty.screen)?.speed == "4")
    }

    @Test("signals end it soon, and its terminal is as it was", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) throws {
      let kiosk = try Kiosk(["kiosk", "zip"])
      try kiosk.pty.wait(for: "a picture") { $0.lines.last?.hasPrefix(" 1 of 1") == true }
      let start = monotonicSeconds()
      kiosk.pty.send(signal)
      let (ending, time) = try kiosk.pty.waitForEnd()
      #expect(ending == .exited(0) && time - start < 20)
      #expect(kiosk.pty.screen.modes == [25] && kiosk.pty.settingsAreRestored)
      // Not a line of the log on the screen while there were pictures, and none lost.
      #expect(kiosk.pty.screen.lines.contains { $0.contains("info: ended") })
    }

    @Test("without its terminal it continues or ends, as configured", arguments: ["headless", "exit"])
    func hangup(what: String) async throws {
      let kiosk = try Kiosk(["daemon", "--playlist", "zip", "--hangup", what])
      try kiosk.pty.waitForDaemon(sockets: kiosk.folder.file("s"))
      kiosk.pty.hangUp()
      if what == "exit" {
        #expect(try kiosk.pty.waitForExit() == .exited(0))
      } else {
        // Whatever happens from here on happens without a terminal.
        var events = 0
        try await kiosk.client.lines("/v1/events") { line in
          if line.contains(#""type":"event""#) { events += 1 }
          return events < 2
        }
        #expect(events == 2 && kiosk.pty.child.poll() == nil)
      }
    }

    @Test("a console is kept from going dark, and painted again before others have written much on it")
    func console() throws {
      let kiosk = try Kiosk(["kiosk", "zip", "--title-cards", "1000s"], environment: ["TERM": "linux"])
      try kiosk.pty.wait(for: "a picture") { $0.lines.last?.hasPrefix(" 1 of 1") == true }
      let written = String(decoding: kiosk.pty.bytes, as: UTF8.self)
      #expect(written.contains("\u{1B}[9;0]\u{1B}[14;0]"))
      let clears = kiosk.pty.screen.clears
      try kiosk.pty.wait(for: "all of it again") { $0.clears > clears }
    }

    @Test("what is drawn is counted: frames, their bytes, how late they were, and events of each row")
    func metrics() async throws {
      let kiosk = try Kiosk(["kiosk", "zip", "--title-cards", "0", "--speed-factor", "10"])
      func metrics() async throws -> PrometheusText {
        try PrometheusText(try await kiosk.client.send("GET", "/metrics").body)
      }
      try kiosk.pty.waitForDaemon(sockets: kiosk.folder.file("s"))
      let first = try await metrics()
      let events = ["scene": "zip", "row": "zip"]
      var last = first
      try await kiosk.client.until("three turns") {
        last = try await metrics()
        return last["marbled_turns_total"]! >= 3
      }
      for counter in first.counters {
        #expect(try #require(last[counter.name, counter.labels]) >= counter.value, "\(counter)")
      }
      for name in ["marbled_frames_total", "marbled_frame_bytes_total", "marbled_frame_lateness_seconds_count"] {
        #expect(try #require(last[name]) > first[name] ?? .infinity, "\(name)")
      }
      #expect(try #require(last["marbled_events_total", events]) > first["marbled_events_total", events] ?? 0)
      // The terminal gets them, and questions.
      try kiosk.pty.waitForBytes("all bytes of the frames") { $0.count >= Int(last["marbled_frame_bytes_total"]!) }
      let status = try run(Binary.path(), ["status", "--socket", kiosk.folder.file("s")]).lines
      for start in ["viewers   0, 0 bytes waiting; 0 have fallen behind", "drawn     ", "memory    "] {
        #expect(status.contains { $0.hasPrefix(start) }, "\(status)")
      }
      #expect(last["process_resident_memory_bytes"]! > 1_000_000 && last["process_open_fds"]! > 5)
    }

    @Test("a kiosk needs a terminal")
    func needsTerminal() throws {
      let folder = try TemporaryFolder()
      let outcome = try run(Binary.path(), ["kiosk", "zip", "--socket", folder.file("s")])
      #expect(outcome.ending == .exited(74))
      #expect(outcome.error == "error: there is no terminal to draw on; `marbled daemon` plays without one\n")
    }

    @Test("systemd gets alive notifications while it draws, and while it has nothing to draw")
    func alive() throws {
      let folder = try TemporaryFolder()
      let manager = try DatagramReceiver(path: folder.file("notify"))
      let pty = try Pty(
        program: Binary.path(), ["kiosk", "sample", "--title-cards", "0", "--socket", folder.file("s")],
        environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "100000"])
      func waitForWatchdog() throws {
        try manager.wait { $0.contains("WATCHDOG=1") }
      }
      try pty.waitForDaemon(sockets: folder.file("s"))
      try waitForWatchdog()
      pty.type(" ")
      try pty.wait(for: "a pause") { StatusLine($0)?.state == "‖" }
      _ = manager.received()
      try waitForWatchdog()
      try waitForWatchdog()
    }
  }
}
