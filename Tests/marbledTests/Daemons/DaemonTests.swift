import Client
import Foundation
import Platform
import Server
import TestSupport
import Testing

extension Daemons {
  /// A real daemon, without a terminal, steered as users do it.
  @Suite struct DaemonTests {
    @Test("requests get what they deserve")
    func requests() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--playlist", "timing")
      func status(_ method: String, _ target: String, _ body: String? = nil, viewing: Bool = false) async throws -> Int
      {
        let answer = try await (viewing ? daemon.view : daemon.control).send(method, target, body: body)
        // Errors are JSON with a message.
        if answer.status >= 400 { #expect(StatusLines.message(answer.body) != answer.body, "\(answer)") }
        return answer.status
      }
      #expect(try await status("GET", "/v1/status") == 200)
      #expect(try await status("GET", "/v1/scenes") == 200)
      #expect(try await status("GET", "/metrics") == 200)
      #expect(try await status("POST", "/v1/control", #"{"speedFactor":4,"paused":true}"#) == 200)
      #expect(try await status("POST", "/v1/control", "{") == 400)
      #expect(try await status("POST", "/v1/control", #"{"speedFactor":-4}"#) == 422)
      #expect(try await status("POST", "/v1/control", #"{"scene":"../x"}"#) == 422)
      #expect(try await status("POST", "/v1/control", String(repeating: " ", count: (1 << 20) + 1)) == 413)
      #expect(try await status("POST", "/v1/scenes?name=mine", "rows: { a: { marbles: '1|' } }") == 201)
      #expect(try await status("POST", "/v1/scenes?name=mine", "rows: { a: { marbles: '1[' } }") == 422)
      #expect(try await status("POST", "/v1/control", #"{"scene":"mine"}"#) == 200)
      #expect(try await status("POST", "/v1/inputs/b", "1\n") == 404)
      #expect(try await status("POST", "/v1/inputs/a", "1\n") == 409)
      #expect(try await status("GET", "/v1/nothing") == 404)
      #expect(try await status("POST", "/v1/control", #"{"paused":false}"#, viewing: true) == 403)
      let now = try await daemon.status()
      #expect(now["scene"] as? String == "mine" && now["paused"] as? Bool == true)
      #expect(now["speedFactor"] as? Double == 4 && now["speedFrom"] as? String == "control")
    }

    @Test("two sockets may be used by the group, the other one by everybody")
    func modes() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      func mode(_ name: String) -> UInt32? { FileStatus(path: "\(daemon.sockets)/\(name)")?.permissions }
      #expect(mode("control.sock") == 0o660 && mode("tap.sock") == 0o660 && mode("view.sock") == 0o666)
      #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.sockets).count == 4)
    }

    @Test("it is steered by control, and says how it stands by status")
    func steering() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--playlist", "timing")
      func marbled(_ arguments: String...) throws -> Outcome {
        try run(Binary.path(), arguments, environment: ["MARBLED_SOCKET": daemon.sockets])
      }
      for words in [["pause"], ["speed", "8"], ["scene", "timing"], ["message", "Back", "soon"], ["step"]] {
        let outcome = try run(
          Binary.path(), ["control"] + words, environment: ["MARBLED_SOCKET": daemon.sockets])
        #expect(outcome.ending == .exited(0) && outcome.error == "", "\(outcome)")
      }
      let lines = try marbled("status").lines
      #expect(lines[0].hasPrefix("timing   paused at "))
      #expect(lines[1] == "speed     ×8, set by control; `marbled control speed scene` resets it")
      #expect(lines.contains("message   Back soon"))
      let json = try marbled("status", "--format", "json").output
      #expect(
        (try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])?["scene"] as? String == "timing")
      #expect(try marbled("list", "scenes", "--daemon").lines.contains { $0.hasPrefix("merge-vs-chain ") })
      let unknown = try marbled("control", "scene", "timming")
      #expect(unknown.ending == .exited(65))
      #expect(unknown.error == "error: no scene is called `timming`; did you mean `timing`?\n")
      #expect(try marbled("control", "quit").ending == .exited(0))
      try await daemon.untilEnded()
    }

    @Test("without a daemon it is said where one was looked for")
    func noDaemon() throws {
      let folder = try TemporaryFolder()
      let outcome = try run(
        Binary.path(), ["status"],
        environment: ["MARBLED_SOCKET": folder.file("a"), "XDG_RUNTIME_DIR": folder.file("b")])
      #expect(outcome.ending == .exited(69))
      #expect(
        outcome.error.hasPrefix(
          """
          error: no daemon answers
            \(folder.file("a"))/control.sock ($MARBLED_SOCKET): no such socket
            \(folder.file("b"))/marbled/default/control.sock ($XDG_RUNTIME_DIR): no such socket

          """))
      #expect(outcome.error.contains("/run/marbled/default/control.sock (the system-wide folder):"))
    }

    @Test("a folder belongs to one daemon, until it is killed")
    func oneAtATime() async throws {
      let first = try await RunningDaemon("--playlist", "sample")
      let second = try run(Binary.path(), ["daemon", "--socket", first.sockets])
      #expect(second.ending == .exited(1))
      #expect(second.error.contains("a daemon (process \(first.child.id)) is already using \(first.sockets);"))
      #expect(try await first.status()["pid"] as? Int == Int(first.child.id))

      #expect(await first.end(by: SIGKILL).ending == .signalled(SIGKILL))
      #expect(FileManager.default.fileExists(atPath: first.sockets + "/control.sock"))
      let outcome = try run(Binary.path(), ["status", "--socket", first.sockets])
      #expect(outcome.error.contains("stale socket: no process listens"))
      let third = try await RunningDaemon("--playlist", "sample", folder: first.folder)
      let status = try third.shownStatus()
      #expect(status["pid"] as? Int == Int(third.child.id) && status["scene"] as? String == "sample")
      #expect(status["viewers"] as? Int == 0 && status["notices"] as? [String] == [])
    }

    @Test("signals end it soon, also with viewers, and nothing is left behind", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      let (snapshots, snapshot) = AsyncStream.makeStream(of: Void.self)
      let viewer = Task { [view = daemon.view] in
        var last = ""
        defer { snapshot.finish() }
        try await view.lines("/v1/events") { line in
          last = line
          snapshot.finish()
          return true
        }
        return last
      }
      // A viewer that has no snapshot yet may only see that its connection is closed.
      for await _ in snapshots {}
      let (ending, seconds) = await daemon.end(by: signal)
      #expect(ending == .exited(0) && seconds < 20, "\(ending) after \(seconds) s")
      let last = try await viewer.value
      #expect(last == #"{"type":"end"}"#)
      #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.sockets) == [])
    }

    @Test("systemd gets the notifications ready, alive, reloading and stopping")
    func notifications() async throws {
      let folder = try TemporaryFolder()
      let manager = try DatagramReceiver(path: folder.file("notify"))
      let daemon = try await RunningDaemon(
        "--playlist", "sample",
        environment: ["NOTIFY_SOCKET": folder.file("notify"), "WATCHDOG_USEC": "100000"])
      func wait(for line: String) throws {
        try manager.wait { $0.split(separator: "\n").contains { $0.hasPrefix(line) } }
      }
      try manager.wait { $0 == "READY=1\nSTATUS=sample ×1, 0 viewers" }
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true}"#)
      _ = manager.received()
      try wait(for: "WATCHDOG=1")
      daemon.child.send(SIGHUP)
      try wait(for: "MONOTONIC_USEC=")
      try wait(for: "READY=1")
      _ = await daemon.end(by: SIGTERM)
      // It stays alive while it stops.
      #expect(manager.received().last { $0 != "WATCHDOG=1" } == "STOPPING=1")
    }

    @Test("by TCP viewers may watch, and only if they ask for a host that is its own", .needs(.curl))
    func viewing() async throws {
      let daemon = try await RunningDaemon(
        "--playlist", "sample", "--view", "127.0.0.1:0", "--view-hosts", "kiosk.local")
      var address = ""
      try daemon.untilLog { log in
        address = log.firstMatch(of: /http:[^ \n]+/).map { String($0.0) } ?? ""
        return address != ""
      }
      func status(_ arguments: String...) throws -> String {
        try run(
          "/usr/bin/env", ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "\(address)/v1/status"] + arguments
        )
        .output
      }
      #expect(try status() == "200")
      #expect(try status("-H", "Host: KIOSK.local:80") == "200")
      #expect(try status("-H", "Host: evil.example") == "421")
      #expect(try status("-d", "{}") == "403")
    }

    @Test("a path that is too long for a socket is refused with its length")
    func longPath() throws {
      let folder = try TemporaryFolder()
      let outcome = try run(
        Binary.path(), ["daemon", "--socket", folder.file(String(repeating: "x", count: 80))])
      #expect(outcome.ending == .exited(74))
      #expect(outcome.error.contains("more than the limit of 107: "))
    }

    @Test("a viewer that reconnects gets the missed events")
    func resuming() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true}"#)
      let accept = ("Accept", "text/event-stream")
      var id = ""
      try await daemon.view.lines("/v1/events", headers: [accept]) { line in
        if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
        return id == ""
      }
      for text in ["one", "two"] {
        _ = try await daemon.control.send("POST", "/v1/control", body: "{\"message\":\"\(text)\"}")
      }
      var events: [String] = []
      try await daemon.view.lines("/v1/events", headers: [accept, ("Last-Event-ID", id)]) { line in
        if line.hasPrefix("data: ") { events.append(line) }
        return events.count < 2
      }
      #expect(events[0].hasSuffix(#""type":"message","message":"one"}"#))
      #expect(events[1].hasSuffix(#""type":"message","message":"two"}"#))
      try await ask { try await daemon.status()["viewers"] as? Int == 0 }
    }

    @Test("what can't be read changes nothing, and status and log say why", arguments: [true, false])
    func reloading(bySignal: Bool) async throws {
      let folder = try TemporaryFolder()
      let config = folder.file("kiosk.yaml")
      try "playlist: [sample]\nmessage: old\n".write(toFile: config, atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon("--config", config)
      func reload() async throws -> Int {
        if bySignal { daemon.child.send(SIGHUP) }
        return bySignal ? 0 : try await daemon.control.send("POST", "/v1/control", body: #"{"reload":true}"#).status
      }
      try "playlist: [sample]\nmesage: new\n".write(toFile: config, atomically: true, encoding: .utf8)
      let refused = try await reload()
      #expect(bySignal || refused == 422)
      let problem = "\(config):2:1: error: the configuration has no key `mesage`; did you mean `message`?"
      try await daemon.until("it says why") {
        (try await daemon.status()["configError"] as? String)?.hasPrefix(problem) == true
      }
      #expect(daemon.log.contains(problem))
      #expect(try await daemon.status()["message"] as? String == "old")

      try "playlist: [sample, nothing]\nmessage: new\n".write(toFile: config, atomically: true, encoding: .utf8)
      let misspelt = try await reload()
      #expect(bySignal || misspelt == 422)
      try await daemon.until("it says why") {
        (try await daemon.status()["configError"] as? String)?
          .hasPrefix("\(config):1:20: error: no scene, operator or row is called `nothing`") == true
      }
      #expect(try await daemon.status()["message"] as? String == "old")

      try "playlist: [sample]\nmessage: new\n".write(toFile: config, atomically: true, encoding: .utf8)
      let accepted = try await reload()
      #expect(bySignal || accepted == 200)
      try await daemon.until("it is read") { try await daemon.status()["message"] as? String == "new" }
      let status = try await daemon.status()
      #expect(status["configError"] is NSNull && status["scene"] as? String == "sample")
      #expect(status["notices"] as? [String] == [])
    }

    @Test(
      "a configuration that can't be is refused with its place",
      arguments: [("order: random\n", Int32(78)), ("playlist: [nothing]\n", 78)])
    func badConfiguration(text: String, code: Int32) throws {
      let folder = try TemporaryFolder()
      try text.write(toFile: folder.file("kiosk.yaml"), atomically: true, encoding: .utf8)
      let outcome = try run(
        Binary.path(), ["daemon", "--socket", folder.file("s"), "--config", folder.file("kiosk.yaml")])
      #expect(outcome.ending == .exited(code) && outcome.error.contains("error: "), "\(outcome)")
    }

    @Test("every key of the configuration is a flag, and every flag a key")
    func flags() throws {
      let help = try marbled("daemon", "--help").output
      let flags = Set(help.matches(of: /(?m)^  (?:-i, )?--([a-z-]+)/).map { String($0.1) })
      #expect(flags == Set(ConfigurationKey.all.map(\.flag) + ["config", "version"]))
      #expect(help.contains("--speed-factor, --speed <x>"))
    }

    @Test("what a flag says reaches its key")
    func flagValues() throws {
      // Any text can be one of these.
      let texts = ["message", "record", "scenes", "tty", "socket", "view-hosts"]
      for flag in ConfigurationKey.all.map(\.flag) where !texts.contains(flag) {
        let value = flag == "playlist" ? "{ loops: 2 }" : "!"
        let outcome = try run(Binary.path(), ["daemon", "--\(flag)", value])
        #expect(outcome.ending == .exited(64) && outcome.error.hasPrefix("error: --\(flag): "), "\(outcome)")
      }
    }
  }
}

extension RunningDaemon {
  /// Waits until it has ended by itself.
  func untilEnded() async throws {
    let ending = await child.waitForEnd()
    guard ending == .exited(0) else { throw Problem("it \(ending); its log:\n\(log)") }
  }
}
