import Foundation
import Platform
import TestSupport
import Testing

#if Redis
  import RedisClient

  extension EndToEnd {
    /// `run` with streams of a real server.
    @Suite(.needs(.redis)) struct RedisTests {
      private let server: RedisServer

      init() throws { server = try RedisServer("--appendonly", "yes", "--appendfsync", "no") }

      private func program(_ arguments: String...) throws -> PipedProgram {
        try PipedProgram(program: Binary.path(), ["run"] + arguments)
      }

      @Test("entries from the beginning, and those that are added meanwhile")
      func plain() throws {
        try server.add(1...3, to: "orders")
        let run = try program("o.map { $0.n * 2 }", "-i", "o=" + server.url("orders", "from=0"))
        try run.wait(for: "the old entries") { $0 == ["2", "4", "6"] }
        try server.add(4...4, to: "orders")
        try run.wait(for: "a new entry") { $0 == ["2", "4", "6", "8"] }
      }

      @Test("from now on, also from a stream that does not exist yet")
      func fromNow() throws {
        let run = try program("o.map { $0.n }", "-i", "o=" + server.url("later"), "--stats")
        // Its connection waits for entries.
        try waitForReader("later")
        try server.add(7...8, to: "later")
        try run.wait(for: "the entries") { $0 == ["7", "8"] }
      }

      /// Waits until a client waits for entries of a stream; the server answers others while it blocks that client.
      private func waitForReader(_ key: String) throws {
        try server.until {
          let clients = try server.send("CLIENT", "LIST").text ?? ""
          return clients.contains("cmd=xread ") || clients.contains("cmd=xreadgroup ")
        }
      }

      @Test("a group shares entries, and what was written is acknowledged")
      func group() throws {
        try server.add(1...100, to: "orders")
        let url = server.url("orders", "from=0&group=g")
        let runs = try (1...2).map { try program("o.map { $0.n }", "-i", "o=\(url)&consumer=c\($0)") }
        try server.add(101...200, to: "orders")
        let last = try server.send("XREVRANGE", "orders", "+", "-", "COUNT", "1").entries.first?.id
        try server.until {
          let group = try server.send("XINFO", "GROUPS", "orders").array?.first
          return try group?["last-delivered-id"]?.text == last && server.pending("orders") == 0
        }
        // What is acknowledged is written.
        for run in runs { run.send(signal: SIGTERM) }
        let written = try runs.map { try $0.waitForEnd().lines.compactMap { Int($0) } }
        #expect(written.joined().sorted() == Array(1...200))
        for numbers in written { #expect(numbers == numbers.sorted()) }
      }

      @Test("what a count leaves unwritten is not acknowledged")
      func count() throws {
        try server.add(1...50, to: "orders")
        let input = "o=" + server.url("orders", "from=0&group=g&consumer=c")
        var lines: [String] = []
        for count in [1, 1, 1, 1, 1, 1, 3, 41] {
          // What waits for its turn is not delivered too often by that.
          let outcome = try marbled("run", "o.map { $0.n }", "-i", input, "--count", "\(count)")
          lines += outcome.lines
          #expect(outcome.ending == .exited(0) && outcome.lines.count == count)
        }
        #expect(lines == (1...50).map { "\($0)" })
        #expect(try server.pending("orders") == 0)
      }

      @Test("what an operator holds is not acknowledged, and a restarted consumer gets it again")
      func held() throws {
        try server.add(1...3, to: "orders")
        let url = server.url("orders", "from=0&group=g&consumer=c")
        let first = try program("o.map { $0.n }.chunks(ofCount: 2)", "-i", "o=\(url)")
        try first.wait(for: "a chunk") { $0 == ["[1,2]"] }
        try server.until { try server.pending("orders") == 1 }
        first.send(signal: SIGKILL)
        _ = try first.waitForEnd()
        let second = try program("o.map { $0.n }.chunks(ofCount: 2)", "-i", "o=\(url)")
        try server.add(4...4, to: "orders")
        try second.wait(for: "the entry again") { $0 == ["[3,4]"] }
        try server.until { try server.pending("orders") == 0 }
      }

      @Test("a consumer that lives keeps its entries, and those of one that is gone are claimed by another")
      func claimed() throws {
        try server.add(1...3, to: "orders")
        let url = server.url("orders", "from=0&group=g&claim=1s")
        let first = try program("o.map { $0.n }.debounce(for: .seconds(1000))", "-i", "o=\(url)&consumer=c1")
        try server.until { try server.pending("orders") == 3 }
        // A sign of life.
        try server.wait(for: "XCLAIM")
        first.send(signal: SIGKILL)
        _ = try first.waitForEnd()
        let second = try program("o.map { $0.n }", "-i", "o=\(url)&consumer=c2", "--count", "3", "--stats")
        let outcome = try second.waitForEnd()
        #expect(outcome.lines == ["1", "2", "3"] && outcome.error.contains("3 claimed"))
        #expect(try server.pending("orders") == 0)
      }

      @Test("an entry that was delivered too often is set aside")
      func poison() throws {
        try server.add(1...1, to: "orders")
        let url = server.url("orders", "from=0&group=g&consumer=c&deliveries=2")
        for _ in 1...2 {
          let run = try program("o.map { $0.n }.debounce(for: .seconds(1000))", "-i", "o=\(url)")
          try waitForReader("orders")
          run.send(signal: SIGKILL)
          _ = try run.waitForEnd()
        }
        let run = try mixed("'o.map { $0.n }' -i 'o=\(url)' --stats")
        try run.wait(for: "a notice, and the statistics of the next second") { lines in
          lines.contains { $0.hasSuffix("aside in orders:aside after 2 deliveries") }
            && lines.contains { $0.contains("1 set aside") }
        }
        #expect(!run.lines.contains("1"), "\(run.lines)")
        #expect(try server.values(of: "n", in: "orders:aside") == ["1"])
        #expect(try server.values(of: "marbled:deliveries", in: "orders:aside") == ["2"])
        #expect(try server.pending("orders") == 0)
      }

      @Test("a stream of results keeps about as many entries as it should")
      func output() throws {
        try server.add(1...3, to: "orders")
        let input = "o=" + server.url("orders", "from=0")
        let outcome = try marbled(
          "run", "o.filter { $0.n > 1 }", "-i", input, "--count", "2", "--to", server.url("out"))
        #expect(outcome.ending == .exited(0) && outcome.output == "" && outcome.error == "")
        #expect(try server.values(of: "n", in: "out") == ["2", "3"])
        let events = try marbled(
          "run", "o.map { $0.n }", "-i", input, "--count", "3", "--to", server.url("events"), "--format", "json",
          "--maxlen", "100")
        #expect(events.ending == .exited(0))
        #expect(try server.values(of: "row", in: "events") == ["out", "out", "out"])
      }

      /// Starts a run whose lines include those of its standard error.
      private func mixed(_ arguments: String) throws -> PipedProgram {
        try PipedProgram(program: "/bin/sh", ["-c", "exec '\(Binary.path())' run \(arguments) 2>&1"])
      }

      @Test("a server that is not there yet, and one that goes away, are waited for")
      func reconnecting() throws {
        server.kill()
        let url = server.url("orders", "from=0&group=g&consumer=c")
        let run = try mixed("'o.map { $0.n }' -i 'o=\(url)' --to \(server.url("out"))")
        try run.wait(for: "an attempt") { $0.contains("o: can't connect: Connection refused; trying again") }
        try server.start()
        try server.add(1...3, to: "orders")
        try server.until { try server.values(of: "value", in: "out").count >= 3 }
        server.kill()
        try run.wait(for: "the end of the connection") {
          $0.contains { $0.hasPrefix("o: lost the connection: ") && $0.hasSuffix("; trying again") }
        }
        try server.start()
        try server.add(4...5, to: "orders")
        try server.until { try server.values(of: "value", in: "out").count >= 5 }
        #expect(try server.values(of: "value", in: "out") == ["1", "2", "3", "4", "5"])
      }

      @Test("a server without memory is waited for")
      func outOfMemory() throws {
        try server.add(1...2, to: "orders")
        try server.send("CONFIG", "SET", "maxmemory", "1")
        let input = "'o=\(server.url("orders", "from=0"))'"
        let run = try mixed("'o.map { $0.n }' -i \(input) --to \(server.url("out")) --count 2")
        try run.wait(for: "a warning") {
          $0.contains { $0.contains("the server is out of memory (OOM); trying again") }
        }
        try server.send("CONFIG", "SET", "maxmemory", "0")
        #expect(try run.waitForEnd().ending == .exited(0))
        #expect(try server.values(of: "value", in: "out") == ["1", "2"])
      }

      @Test("what will not change is refused, and nothing shows a password")
      func refused() throws {
        try server.send("SET", "text", "x")
        let kind = try marbled("run", "o.map { $0.n }", "-i", "o=" + server.url("text"))
        #expect(kind.ending == .exited(65))
        #expect(kind.error.contains("redis://127.0.0.1:\(server.port)/text: the key is not a stream (WRONGTYPE)"))
        try server.send("CONFIG", "SET", "requirepass", "right")
        let place = "127.0.0.1:\(server.port)/orders"
        let none = try marbled("run", "o.map { $0.n }", "-i", "o=redis://\(place)")
        #expect(none.ending == .exited(65) && none.error.contains("the server refuses the credentials (NOAUTH)"))
        let wrong = try marbled("run", "o.map { $0.n }", "-i", "o=redis://:wr0ng@\(place)", "--stats")
        #expect(wrong.ending == .exited(65) && wrong.error.contains("the server refuses the credentials (WRONGPASS)"))
        #expect(!wrong.error.contains("wr0ng"))
        let to = try shell("echo 1 | marbled run a -i a=- --to redis://:wr0ng@\(place)")
        #expect(to.ending == .exited(74) && to.error.contains("(WRONGPASS)") && !to.error.contains("wr0ng"))
        try server.send("XADD", "orders", "*", "n", "1", password: "right")
        let right = try RunningCommand(
          shell: "marbled run 'o.map { $0.n }' -i 'o=redis://\(place)?from=0' --count 1",
          environment: ["MARBLED_REDIS_PASSWORD": "right"]
        ).ended()
        #expect(right.lines == ["1"] && right.ending == .exited(0))
      }

      /// A user of the server who may do all but these commands, and the URL of a stream with this name.
      private func user(without commands: String...) throws -> String {
        let rights = commands.map { "-\($0)" }
        try server.send(["ACL", "SETUSER", "ann", "on", ">pw", "~*", "+@all"] + rights)
        return "redis://ann:pw@127.0.0.1:\(server.port)/orders?from=0&group=g&consumer=c"
      }

      @Test("a consumer that may not acknowledge ends; one that may not ask for the lag does without")
      func permissions() throws {
        try server.add(1...2, to: "orders")
        let outcome = try marbled("run", "o.map { $0.n }", "-i", "o=" + user(without: "xack"))
        #expect(outcome.ending == .exited(65), "\(outcome)")
        #expect(outcome.error.contains("/orders: the user lacks a permission (NOPERM"), "\(outcome)")
        try server.send("XGROUP", "DESTROY", "orders", "g")
        let run = try program("o.map { $0.n }", "-i", "o=" + user(without: "xinfo"))
        try run.wait(for: "the entries") { $0 == ["1", "2"] }
        try server.until { try server.pending("orders") == 0 }
        // It has asked meanwhile, as it does each second.
        try server.until { try refusals(of: "xinfo") }
        try server.add(3...3, to: "orders")
        try run.wait(for: "another entry") { $0 == ["1", "2", "3"] }
        try server.until { try server.pending("orders") == 0 }
      }

      /// Whether the server has refused a command to a user.
      private func refusals(of command: String) throws -> Bool {
        let log = try server.send("ACL", "LOG").array ?? []
        return log.contains { $0["object"]?.text?.hasPrefix(command) == true }
      }

      @Test("an entry that can't be copied is not acknowledged")
      func noPlaceAside() throws {
        try server.add(1...1, to: "orders")
        try server.send("LPUSH", "orders:aside", "x")
        try server.send("XGROUP", "CREATE", "orders", "g", "0")
        for _ in 1...3 { try server.send("XREADGROUP", "GROUP", "g", "c", "STREAMS", "orders", ">") }
        try server.send("XCLAIM", "orders", "g", "c", "0", "\(try firstID("orders"))", "RETRYCOUNT", "3")
        let url = server.url("orders", "group=g&consumer=c&deliveries=2")
        let outcome = try marbled("run", "o.map { $0.n }", "-i", "o=\(url)")
        #expect(outcome.ending == .exited(65) && outcome.error.contains("WRONGTYPE"), "\(outcome)")
        #expect(try server.pending("orders") == 1)
      }

      private func firstID(_ key: String) throws -> String {
        try #require(try server.send("XRANGE", key, "-", "+", "COUNT", "1").entries.first?.id)
      }

      @Test("a server without logins does not get its answer shown, which repeats the password")
      func noLogin() throws {
        let other = try RedisServer("--rename-command", "AUTH", "")
        let outcome = try marbled("run", "o.map { $0.n }", "-i", "o=redis://ann:s3cret@127.0.0.1:\(other.port)/o")
        #expect(outcome.ending == .exited(65) && outcome.error.contains("unknown command"), "\(outcome)")
        #expect(!outcome.error.contains("s3cret"))
      }

      @Test("a scene that is written to a file has no password")
      func secretInScene() throws {
        let folder = try TemporaryFolder()
        let outcome = try marbled(
          "run", "o.map { $0.n }", "-i", "o=redis://ann:s3cret@127.0.0.1:1/orders", "--for", "200ms", "--record",
          folder.file("record.ndjson"))
        #expect(outcome.ending == .exited(0))
        let record = try String(contentsOfFile: folder.file("record.ndjson"), encoding: .utf8)
        #expect(record.contains("redis://127.0.0.1:1/orders") && !record.contains("s3cret"))
      }

      @Test("an expression that can't tell what is done is refused")
      func unknown() throws {
        let outcome = try marbled(
          "run", "merge(o, o.debounce(for: .seconds(1)))", "-i", "o=" + server.url("orders", "group=g"))
        #expect(outcome.ending == .exited(64) && outcome.error.contains("uses `o` in several places"))
      }
    }
  }
#else
  extension EndToEnd {
    /// A program without Redis.
    @Suite struct RedisTests {
      @Test("a stream of a server says how to get Redis")
      func missing() throws {
        let outcome = try marbled("run", "o", "-i", "o=redis://h/orders")
        #expect(outcome.ending == .exited(64))
        #expect(outcome.error.contains("build it with `swift build --traits default,Redis`"))
        let to = try shell("echo 1 | marbled run a -i a=- --to redis://h/out")
        #expect(to.ending == .exited(64) && to.error.contains("build it with `swift build --traits default,Redis`"))
      }
    }
  }
#endif
