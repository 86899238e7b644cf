#if Redis
  import Client
  import Foundation
  import Platform
  import TestSupport
  import Testing

  extension Daemons {
    /// Daemons that show what another daemon publishes to a real server.
    @Suite(.needs(.redis)) struct RelayTests {
      private let server: RedisServer
      private var show: String { server.url("show") }

      init() throws { server = try RedisServer("--appendonly", "yes", "--appendfsync", "no") }

      /// A publisher of a scene with a live row.
      private func publisher(_ arguments: String = "show", environment: [String: String] = [:]) async throws
        -> RunningDaemon
      {
        let folder = try TemporaryFolder()
        try "rows:\n  a: { live: true }\n  b: { apply: 'a.map { $0 * 2 }' }\n".write(
          toFile: folder.file("live.yaml"), atomically: true, encoding: .utf8)
        return try await RunningDaemon(
          "--playlist", folder.file("live.yaml"), "--publish", server.url(arguments), folder: folder,
          environment: environment)
      }

      private func relay(folder: TemporaryFolder? = nil) async throws -> RunningDaemon {
        try await RunningDaemon("--follow", show, folder: folder)
      }

      private func send(_ values: ClosedRange<Int>, to daemon: RunningDaemon) async throws {
        let lines = values.map { "\($0)\n" }.joined()
        let status = try await daemon.control.send("POST", "/v1/inputs/a?wait=true", body: lines).status
        #expect(status == 200)
      }

      /// The number of events of a row, as a status says it.
      private func events(_ row: String, of daemon: RunningDaemon) async throws -> Int? {
        let rows = try await daemon.status()["rows"] as? [[String: Any]]
        return rows?.first { $0["name"] as? String == row }?["events"] as? Int
      }

      private func state(_ part: String, of daemon: RunningDaemon) async throws -> [String: Any] {
        try await daemon.status()[part] as? [String: Any] ?? [:]
      }

      /// The picture of what plays.
      private func picture(of daemon: RunningDaemon) async throws -> String {
        try await daemon.view.send("GET", "/v1/picture?columns=100").body
      }

      @Test("a relay shows what the publisher shows, also one that starts late")
      func together() async throws {
        let publisher = try await publisher()
        let early = try await relay()
        try await send(1...40, to: publisher)
        let late = try await relay()
        for relay in [early, late] {
          try await relay.until("it has the last value") { try await events("b", of: relay) == 40 }
        }
        let outcome = try run(Binary.path(), ["control", "--socket", publisher.sockets, "pause"])
        #expect(outcome.ending == .exited(0), "\(outcome.error)")
        for relay in [early, late] {
          try await relay.until("it stands") { try await relay.status()["paused"] as? Bool == true }
        }
        let expected = try await picture(of: publisher)
        #expect(expected.contains("80"))
        for relay in [early, late] { #expect(try await picture(of: relay) == expected) }
        // The terminals, too.
        let screens = try [publisher, early, late].map { daemon in
          let pty = try Pty(program: Binary.path(), ["attach", "--socket", daemon.sockets])
          try pty.wait(for: "the values") { $0.lines.contains { $0.contains("80") } && $0.lines[0].hasPrefix(" ‖ ") }
          return pty
        }
        // Not at once: a terminal may have a part of a frame.
        try ask { Set(screens.map(\.screen.lines)).count == 1 }
      }

      @Test("a viewer continues at a relay that was killed and started again, and at another one")
      func continuing() async throws {
        let publisher = try await publisher()
        let other = try await relay()
        var relay = try await relay()
        try await send(1...3, to: publisher)
        try await relay.until("it has the values") { try await events("b", of: relay) == 3 }
        var last = ""
        _ = try await relay.view.lines("/v1/events", headers: [("Accept", "text/event-stream")]) { line in
          if line.hasPrefix("id: ") { last = String(line.dropFirst(4)) }
          return !line.hasPrefix("data: ")
        }
        let folder = relay.folder
        _ = await relay.end(by: SIGKILL)
        try await send(4...5, to: publisher)
        relay = try await self.relay(folder: folder)
        for relay in [relay, other] {
          try await relay.until("it has the values") { try await events("b", of: relay) == 5 }
          var lines: [String] = []
          _ = try await relay.view.lines(
            "/v1/events", headers: [("Accept", "text/event-stream"), ("Last-Event-ID", last)]
          ) { line in
            if line.hasPrefix("data: ") { lines.append(line) }
            return lines.count < 4
          }
          #expect(lines.allSatisfy { $0.contains(#""type":"event""#) }, "\(lines)")
          #expect(lines.filter { $0.contains(#""row":"a""#) }.count == 2)
        }
      }

      @Test("a server that is gone is waited for, and nothing is lost")
      func outage() async throws {
        server.kill()
        let publisher = try await publisher()
        let relay = try await relay()
        let refused = "can't connect: Connection refused"
        for (daemon, part) in [(publisher, "publish"), (relay, "follow")] {
          try await ask {
            (try await state(part, of: daemon)["state"] as? String)?.hasPrefix(refused) == true
          }
        }
        try await send(1...3, to: publisher)
        try server.start()
        try await relay.until("it has the values") { try await events("b", of: relay) == 3 }
        server.kill()
        try await relay.until("it says why nothing moves") {
          (try await relay.status()["notices"] as? [String])?.contains { $0.contains("trying again") } == true
        }
        #expect(try await relay.status()["paused"] as? Bool == true)
        try await send(4...6, to: publisher)
        try server.start()
        try await relay.until("it has the new values") { try await events("b", of: relay) == 6 }
        try await relay.until("it moves") { try await relay.status()["paused"] as? Bool == false }
        #expect(try await relay.status()["notices"] as? [String] == [])
        #expect(try await state("follow", of: relay)["missed"] as? Int == 0)
      }

      @Test("a publisher that ends is waited for, and another one is followed")
      func publisherEnds() async throws {
        let first = try await publisher()
        let relay = try await relay()
        try await send(1...2, to: first)
        try await relay.until("it has the values") { try await events("b", of: relay) == 2 }
        _ = await first.end(by: SIGTERM)
        try await relay.until("it says so") {
          (try await relay.status()["notices"] as? [String])?.contains { $0.hasSuffix("has ended") } == true
        }
        let second = try await publisher()
        try await relay.until("it shows the other one") { try await events("b", of: relay) == 0 }
        try await send(1...1, to: second)
        try await relay.until("it has its value") { try await events("b", of: relay) == 1 }
      }

      @Test("entries that the server has removed are said, and a snapshot replaces them")
      func removed() async throws {
        let publisher = try await publisher()
        let relay = try await relay()
        try await send(1...2, to: publisher)
        try await relay.until("it has the values") { try await events("b", of: relay) == 2 }
        relay.child.stop()
        // The first one is the answer to a command that waits; the second one is in the stream alone.
        for value in 3...4 {
          try await send(value...value, to: publisher)
          try server.until {
            try server.values(of: "lines", in: "show").contains { $0.contains(#""value":\#(2 * value)"#) }
          }
        }
        try server.send("XTRIM", "show", "MAXLEN", "0")
        try await send(5...5, to: publisher)
        relay.child.send(SIGCONT)
        try await ask { try await state("follow", of: relay)["missed"] as? Int == 1 }
        // The next run begins with a snapshot; so does the next checkpoint, 10 s after the last.
        _ = await publisher.end(by: SIGTERM)
        let other = try await self.publisher()
        try await relay.until("it shows the other one") { try await events("b", of: relay) == 0 }
        withExtendedLifetime(other) {}
      }

      @Test("control goes to the publisher alone")
      func control() async throws {
        let publisher = try await publisher()
        let relay = try await relay()
        let refused = try run(Binary.path(), ["control", "--socket", relay.sockets, "pause"])
        #expect(refused.ending == .exited(1))
        #expect(refused.error.contains("this daemon follows \(show); steer the daemon that publishes there"))
        let sent = try await relay.control.send("POST", "/v1/scenes", body: "rows: { a: { marbles: '1|' } }")
        #expect(sent.status == 409)
        let quit = try run(Binary.path(), ["control", "--socket", relay.sockets, "quit"])
        #expect(quit.ending == .exited(0))
        #expect(await relay.child.waitForEnd() == .exited(0))
        withExtendedLifetime(publisher) {}
      }

      @Test("what another attempt is not likely to change is said without a password")
      func refused() async throws {
        try server.send("SET", "show", "x")
        let publisher = try await publisher()
        try await ask {
          (try await state("publish", of: publisher)["state"] as? String) == "the key is not a stream (WRONGTYPE)"
        }
        let relay = try await relay()
        try await ask {
          (try await state("follow", of: relay)["state"] as? String) == "the key is not a stream (WRONGTYPE)"
        }
        try server.send("DEL", "show")
        try await relay.until("it shows the scene") { try await relay.status()["scene"] as? String == "live" }

        try server.send("XADD", "orders", "*", "n", "1")
        let orders = try await RunningDaemon("--follow", server.url("orders"))
        try await ask {
          (try await state("follow", of: orders)["state"] as? String)?.hasPrefix("the stream holds other entries")
            == true
        }
        try server.send("CONFIG", "SET", "requirepass", "right")
        let wrong = try await RunningDaemon("--follow", "redis://:wr0ng@127.0.0.1:\(server.port)/show")
        try await ask {
          (try await state("follow", of: wrong)["state"] as? String) == "the server refuses the credentials (WRONGPASS)"
        }
        let shown = try await wrong.view.send("GET", "/v1/status").body + wrong.log
        #expect(!shown.contains("wr0ng"))
      }

      @Test("a daemon can't publish and follow, and URLs are checked")
      func usage() throws {
        let both = try marbled("daemon", "--publish", show, "--follow", show)
        #expect(both.ending == .exited(64) && both.error.contains("can't be used together"), "\(both)")
        let length = try marbled("daemon", "--publish", server.url("show", "maxlen=5"))
        #expect(length.ending == .exited(64) && length.error.contains("from 100 to 10,000,000"), "\(length)")
        let host = try marbled("daemon", "--follow", "redis://")
        #expect(host.ending == .exited(64) && host.error.contains("--follow: "), "\(host)")
      }
    }
  }
#endif
