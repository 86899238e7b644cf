import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// A daemon that does not answer, and what waits for it.
  @Suite struct HangTests {
    /// A daemon that takes connections, as the system does that for it, and nothing else.
    private func stopped() async throws -> RunningDaemon {
      let daemon = try await RunningDaemon("--playlist", "sample")
      daemon.child.stop()
      return daemon
    }

    @Test(
      "commands give up after --timeout, with the socket in a sentence",
      arguments: [["status"], ["control", "pause"], ["list", "scenes", "--daemon"], ["send", "ints"]])
    func commands(words: [String]) async throws {
      let daemon = try await stopped()
      let outcome = try await RunningCommand(
        Binary.path(), words + ["--timeout", "200ms", "--socket", daemon.sockets]
      ).outcome()
      #expect(outcome.ending == .exited(69))
      let start = "error: \(daemon.sockets)/control.sock did not answer within 0.2 s"
      #expect(outcome.error.hasPrefix(start) && outcome.error.count { $0 == "\n" } == 1, "\(outcome.error)")
    }

    @Test("a timeout that is none is refused", arguments: ["0", "-1", "soon"])
    func noTimeout(text: String) async throws {
      let outcome = try await RunningCommand(Binary.path(), ["status", "--timeout", text]).outcome()
      #expect(outcome.ending == .exited(64), "\(outcome)")
    }

    @Test("attach says at once what it waits for, and can be left", arguments: ["q", "\u{3}"])
    func attach(key: String) async throws {
      let daemon = try await stopped()
      let pty = try Pty(program: Binary.path(), ["attach", "--socket", daemon.sockets], columns: 200)
      try pty.wait(for: "the reason") {
        $0.lines.last == " waiting for the daemon at \(daemon.sockets)/control.sock"
      }
      pty.type(key)
      let (ending, _) = try pty.waitForEnd()
      #expect(ending == .exited(0) && pty.settingsAreRestored)
    }

    @Test("attach reports a full daemon, and shows the scene when there is room")
    func noRoom() async throws {
      let daemon = try await RunningDaemon("--playlist", "zip", "--viewers", "1")
      let first = try Pty(program: Binary.path(), ["attach", "--socket", daemon.sockets])
      try first.wait(for: "the scene") { StatusLine($0) != nil }
      let second = try Pty(program: Binary.path(), ["attach", "--socket", daemon.sockets])
      try second.wait(for: "the reason") { $0.lines.last == " too many viewers: the limit is 1; trying again" }
      first.type("q")
      _ = try first.waitForEnd()
      try second.wait(for: "the scene") { StatusLine($0) != nil }
    }

    @Test("SIGTERM ends a daemon that finds out what happens in a scene, without waiting for that")
    func planning() async throws {
      let folder = try TemporaryFolder()
      // Minutes of work, of which nothing comes.
      try """
      duration: 99999s
      rows:
        a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).filter { _ in false }' }
      """.write(toFile: folder.file("endless.yaml"), atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon("--playlist", "sample", "--playlist", folder.file("endless.yaml"))
      let request = Task { [control = daemon.control] in
        try await control.send("POST", "/v1/control", body: #"{"scene":"next"}"#)
      }
      try ask { try daemon.processorTime() > 0.5 }
      let (ending, seconds) = await daemon.end(by: SIGTERM)
      #expect(ending == .exited(0) && seconds < 30, "\(ending) after \(seconds) s; its log:\n\(daemon.log)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.sockets) == [])
      _ = try? await request.value
    }

    @Test("SIGTERM ends a daemon that has not begun yet", arguments: [SIGTERM, SIGINT])
    func beginning(signal: Int32) async throws {
      let folder = try TemporaryFolder()
      try """
      duration: 99999s
      rows:
        a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).filter { _ in false }' }
      """.write(toFile: folder.file("endless.yaml"), atomically: true, encoding: .utf8)
      let child = try Child(
        Binary.path(), ["daemon", "--playlist", folder.file("endless.yaml"), "--socket", folder.file("s")],
        environment: Binary.environment, input: .null, output: .null, error: .null)
      // The first of its sockets: signals are handled by then, and it begins to find out what happens in the scene.
      try watch(folder.file("s")) { FileStatus(path: folder.file("s/tap.sock")) != nil || child.poll() != nil }
      child.send(signal)
      #expect(await child.waitForEnd() == .exited(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("s")) == [])
    }

    @Test("a port that is taken is one sentence that names it, and nothing is left behind")
    func takenPort() async throws {
      let listener = Sockets.make(AF_INET, .stream)
      defer { close(listener) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port = try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          try #require(bind(listener, pointer, length) == 0 && listen(listener, 1) == 0)
          try #require(getsockname(listener, pointer, &length) == 0)
        }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
      let folder = try TemporaryFolder()
      let outcome = try await RunningCommand(
        Binary.path(),
        ["daemon", "--playlist", "zip", "--socket", folder.file("s"), "--view", "127.0.0.1:\(port)"]
      ).outcome()
      #expect(outcome.ending == .exited(74))
      #expect(
        outcome.error
          == "error: viewers can't connect at 127.0.0.1:\(port): the port is already in use; choose another port with --view\n"
      )
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("s")) == [])
    }

    @Test("it warns when everybody on the network can watch", arguments: ["0.0.0.0:0", "127.0.0.1:0"])
    func everyInterface(view: String) async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--view", view)
      try daemon.untilLog { $0.contains("viewers may watch url=") }
      #expect(
        daemon.log.contains(
          "warning: listening on every interface: anyone on this machine's networks can watch view=\(view)")
          == view.hasPrefix("0."))
    }
  }
}
