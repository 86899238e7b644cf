import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// A real daemon is ended, whatever goes on: in under 2 s, with nothing left behind.
  @Suite struct EndingTests {
    enum Circumstance: CaseIterable {
      case viewers, halfRequest, stuckViewer, paused, allOfThem
    }

    private static let asksForEvents = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test("signals that mean nothing to it change nothing, and SIGQUIT ends it")
    func straySignals() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      for signal in [SIGUSR1, SIGUSR2, SIGALRM, SIGXFSZ] {
        daemon.child.send(signal)
        #expect(try daemon.shownStatus()["scene"] as? String == "sample", "\(signal)")
      }
      let (ending, _) = await daemon.end(by: SIGQUIT)
      #expect(ending == .exited(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.sockets) == [])
    }

    @Test("signals end it soon", arguments: [SIGTERM, SIGINT], Circumstance.allCases)
    func signals(signal: Int32, circumstance: Circumstance) async throws {
      // A second of events exceeds the system's buffer for a viewer that does not read.
      let daemon = try await RunningDaemon(
        "--playlist", "sample", "--loops", "1000000", "--speed-factor", "10000", "--viewer-queue", "1024")
      func isOn(_ one: Circumstance) -> Bool { circumstance == one || circumstance == .allOfThem }
      var connections: [RawConnection] = []
      if isOn(.viewers) {
        for _ in 0..<20 {
          connections.append(try RawConnection(daemon.sockets + "/view.sock"))
          connections.last?.send(Self.asksForEvents)
        }
        try ask { try daemon.shownStatus()["viewers"] as? Int == 20 }
      }
      if isOn(.halfRequest) {
        for socket in ["control.sock", "view.sock"] {
          connections.append(try RawConnection("\(daemon.sockets)/\(socket)"))
          connections.last?.send("POST /v1/control HTTP/1.1\r\nContent-Length: 9\r\n\r\n{")
        }
      }
      if isOn(.stuckViewer) {
        for socket in ["control.sock", "view.sock"] {
          connections.append(try RawConnection("\(daemon.sockets)/\(socket)"))
          connections.last?.send(Self.asksForEvents)
        }
        try await ask {
          try await daemon.view.send("GET", "/metrics").body.contains(/marbled_viewer_drops_total [2-9]/)
        }
      }
      if isOn(.paused) { _ = try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true}"#) }
      let (ending, seconds) = await daemon.end(by: signal)
      #expect(ending == .exited(0) && seconds < 20, "\(ending) after \(seconds) s; its log:\n\(daemon.log)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.sockets) == [])
      #expect(throws: Problem.self) { try daemon.shownStatus() }
      withExtendedLifetime(connections) {}
    }

    @Test("it ends soon although a scene computes for minutes, and notifies the service manager")
    func hangs() async throws {
      let folder = try TemporaryFolder()
      let manager = try DatagramReceiver(path: folder.file("notify"))
      // Each value is many seconds of work, and nothing else happens in between.
      let work =
        "a"
        + String(repeating: ".map { _ in (0..<300).map { _ in (0..<300).reduce(0) { $0 + $1 } }.count }", count: 100)
      try "rows:\n  a: { live: true }\n  b: { apply: '\(work)' }\n"
        .write(toFile: folder.file("hang.yaml"), atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon(
        "--playlist", folder.file("hang.yaml"),
        environment: ["NOTIFY_SOCKET": folder.file("notify")])
      #expect(try await daemon.control.send("POST", "/v1/inputs/a", body: "1\n").status == 200)
      #expect(try daemon.shownStatus()["scene"] as? String == "hang")
      #expect(!manager.received().contains("WATCHDOG=1"))
      let (ending, seconds) = await daemon.end(by: SIGTERM)
      // Stopped inside its closure, so the last resort is not needed.
      #expect(ending == .exited(0) && seconds < 20, "\(ending) after \(seconds) s")
      #expect(!daemon.log.contains("shutdown timed out; forcing exit"))
      #expect(manager.received().contains("STOPPING=1"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.sockets) == [])
    }

    @Test(
      "its terminal is restored, with any viewers, and whether it reads or not",
      arguments: [SIGTERM, SIGINT], [false, true])
    func terminals(signal: Int32, isStopped: Bool) async throws {
      let folder = try TemporaryFolder()
      let pty = try Pty(
        "kiosk", "sample", "--title-cards", "0", "--loops", "1000000", "--speed-factor", "100", "--socket",
        folder.file("s"))
      try pty.waitForDaemon(sockets: folder.file("s"))
      let connections = try (0..<20).map { _ in
        let connection = try RawConnection(folder.file("s/view.sock"))
        connection.send(Self.asksForEvents)
        return connection
      }
      if isStopped { pty.read(.stopped) }
      let start = monotonicSeconds()
      pty.child.send(signal)
      let ending = await pty.child.waitForEnd()
      let seconds = monotonicSeconds() - start
      #expect(ending == .exited(0) && seconds < 20, "\(seconds) s")
      pty.read(.atOnce)
      _ = try pty.waitForEnd()
      #expect(pty.screen.modes == [25] && pty.settingsAreRestored)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("s")) == [])
      withExtendedLifetime(connections) {}
    }
  }
}
