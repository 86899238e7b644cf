import Client
import Foundation
import Platform
import TestSupport
import Testing

extension EndToEnd {
  /// The streams of a real program, `TapExample`, as live rows.
  @Suite struct TapTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
      folder = try TemporaryFolder()
      environment = ["MARBLED_TAP": folder.file("t.sock")]
    }

    /// The example, for ten minutes at most; it ends with the test.
    private func example(_ arguments: String...) throws -> RunningCommand {
      try RunningCommand(
        Binary.path(of: "TapExample"), ["--seconds", "600"] + arguments, environment: environment)
    }

    private func marbled(_ arguments: String...) throws -> Outcome {
      try run(Binary.path(), arguments, environment: environment)
    }

    @Test("Expressions run over taps; the program may be there first")
    func expressions() throws {
      let program = try example()
      defer { withExtendedLifetime(program) {} }
      let outcome = try marbled(
        "run", "ticks = timer.map { $0 + \"!\" }", "first = prices.prefix(1)", "-i", "timer=tap:timer", "-i",
        "prices=tap:prices", "--format", "tsv", "--count", "3")
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      #expect(!outcome.error.contains("error:") && !outcome.error.contains("warning:"), "\(outcome.error)")
      let rows = outcome.lines.map { $0.split(separator: "\t").dropFirst().joined(separator: " ") }
      #expect(rows.contains("ticks value tick!"), "\(rows)")
      #expect(FileStatus(path: folder.file("t.sock")) == nil)
    }

    @Test("All taps of a program become rows by themselves, and the same seed gives the same values")
    func all() throws {
      let program = try example("--seed", "7")
      defer { withExtendedLifetime(program) {} }
      // Ends once each of the four rows has had a value.
      let rows = try RunningCommand(
        shell: """
          marbled run tap: --format tsv |
            awk '$2 ~ /^(keystrokes|prices|retries|timer)$/ && !seen[$2]++ { print $2; if (++count == 4) exit }'
          """, environment: environment
      ).ended()
      #expect(rows.error.hasPrefix("note: waiting for a program with taps at \(folder.file("t.sock"))\n"))
      #expect(rows.lines.sorted() == ["keystrokes", "prices", "retries", "timer"], "\(rows)")
    }

    @Test("What an error ends is recorded, and becomes a scene that passes its check")
    func record() throws {
      let listening = try RunningCommand(
        Binary.path(), ["run", "answers = r.prefix(9)", "-i", "r=tap:retries", "--record", folder.file("r.ndjson")],
        environment: environment)
      try watch(folder.path) { FileStatus(path: folder.file("t.sock")) != nil }
      let program = try run(
        Binary.path(of: "TapExample"), ["--seconds", "600", "--seed", "3", "--impatient"], environment: environment)
      #expect(program.ending == .exited(1) && program.error.contains("no answer to attempt 1"), "\(program)")
      let outcome = try listening.ended()
      #expect(outcome.ending == .exited(65) && outcome.error.contains("no answer to attempt 1"), "\(outcome.error)")
      let scene = try marbled("convert", folder.file("r.ndjson"))
      #expect(scene.output.contains("no answer to attempt 1"), "\(scene)")
      try scene.output.write(toFile: folder.file("r.yaml"), atomically: true, encoding: .utf8)
      #expect(try marbled("check", folder.file("r.yaml")).ending == .exited(0))
    }

    @Test("A picture says when the program has gone; a recording ends as its streams did, cancelled ones not at all")
    func departure() throws {
      let pty = try Pty(
        "play", "tap:", "--record", folder.file("r.ndjson"), columns: 120, rows: 40, environment: environment)
      try watch(folder.path) { FileStatus(path: folder.file("t.sock")) != nil }
      let program = try run(
        Binary.path(of: "TapExample"), ["--seconds", "600", "--seed", "3", "--impatient"], environment: environment)
      #expect(program.ending == .exited(1), "\(program)")
      try pty.wait(for: "the error") { screen in
        screen.lines.contains { $0.contains("the program has gone") }
          && screen.lines.contains { $0.contains(" failed: order") }
      }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      let diagrams = try marbled("convert", folder.file("r.ndjson"), "--to", "json")
      let ends = diagrams.lines.filter { $0.contains(#""kind":"error""#) || $0.contains(#""kind":"finish""#) }
      #expect(ends.contains { $0.contains("retries") && $0.contains("no answer to attempt 1") }, "\(diagrams)")
      #expect(!ends.contains { $0.contains("timer") }, "\(diagrams)")
    }

    @Test("What a program writes to a file is a recording, too")
    func file() throws {
      let file = folder.file("taps.ndjson")
      let program = try run(
        Binary.path(of: "TapExample"), ["--seconds", "600", "--seed", "3", "--impatient"],
        environment: ["MARBLED_TAP": file])
      #expect(program.ending == .exited(1), "\(program)")
      let scene = try marbled("convert", file, "first = retries.prefix(1)")
      #expect(scene.ending == .exited(0) && scene.output.contains("no answer to attempt 1"), "\(scene)")
      #expect(scene.output.contains("expect: \"'order 1'") || scene.output.contains("expect: '"), "\(scene.output)")
      let picture = try marbled("render", "prices.map { $0 * 2 }", "-i", "prices=@\(file)", "--format", "marble")
      #expect(picture.ending == .exited(0), "\(picture)")
    }

    @Test("A run says what it waits for when a tap is silent")
    func silence() throws {
      let listening = try RunningCommand(
        Binary.path(), ["run", "r", "-i", "r=tap:retires"], environment: environment)
      try listening.wait(forError: { $0.contains("\n") })
      #expect(
        try listening.error
          == "note: no input from tap:retires so far; no program has connected; start it with MARBLED_TAP=\(folder.file("t.sock"))\n"
      )
    }

    @Test("A picture shows all taps; the rows go on when the program is started again")
    func picture() throws {
      let pty = try Pty("play", "tap:", columns: 120, rows: 40, environment: environment)
      try watch(folder.path) { FileStatus(path: folder.file("t.sock")) != nil }
      do {
        let program = try example("--seed", "5")
        try pty.wait(for: "all rows") { screen in
          ["keystrokes", "prices", "retries", "timer"].allSatisfy { name in
            screen.lines.contains { $0.contains(name) }
          } && screen.lines.contains { $0.contains("tick") }
        }
        withExtendedLifetime(program) {}
      }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test("A tap that begins later gets a row below the others")
    func late() throws {
      let pty = try Pty("play", "tap:", columns: 100, rows: 30, environment: environment)
      try watch(folder.path) { FileStatus(path: folder.file("t.sock")) != nil }
      let program = try RunningCommand(
        Binary.path(of: "TapExample"), ["--seconds", "600"], environment: environment)
      defer { withExtendedLifetime(program) {} }
      try pty.wait(for: "the rows of the first program") { screen in screen.lines.contains { $0.contains("timer") } }
      let late = Sockets.make(AF_UNIX, .stream)
      defer { close(late) }
      try #require(Sockets.connect(late, to: folder.file("t.sock")))
      for line in [
        #"{"marbletap":1,"program":"late","pid":1}"#, #"{"tap":"late","event":"begin","iteration":1,"time":1}"#,
        #"{"tap":"late","event":"value","iteration":1,"time":2,"value":"hello"}"#,
      ] {
        let bytes = Array((line + "\n").utf8)
        try #require(write(late, bytes, bytes.count) == bytes.count)
      }
      try pty.wait(for: "the row of the other program, below") { screen in
        guard let row = screen.lines.firstIndex(where: { $0.contains("late") }),
          let timer = screen.lines.firstIndex(where: { $0.contains("timer") })
        else { return false }
        return row > timer && screen.lines.contains { $0.contains("hello") }
      }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test(
      "A tap that begins later is also written, told and recorded",
      arguments: [["run", "tap:"], ["play", "tap:", "--plain=tsv"]])
    func lateLines(command: [String]) throws {
      let listening = try PipedProgram(
        program: "/usr/bin/env",
        ["MARBLED_TAP=\(folder.file("t.sock"))", try Binary.path()] + command + ["--record", folder.file("r.ndjson")])
      try watch(folder.path) { FileStatus(path: folder.file("t.sock")) != nil }
      let program = try example()
      defer { withExtendedLifetime(program) {} }
      try listening.wait(for: "the first program") { $0.contains { $0.contains("tick") } }
      let late = try RawConnection(folder.file("t.sock"))
      for line in [
        #"{"marbletap":1,"program":"late","pid":1}"#, #"{"tap":"late","event":"begin","iteration":1,"time":1}"#,
        #"{"tap":"late","event":"value","iteration":1,"time":2,"value":"hello"}"#,
      ] { late.send(Array((line + "\n").utf8)) }
      try listening.wait(for: "the late tap") { $0.contains { $0.contains("late") && $0.contains("hello") } }
      listening.send(signal: SIGTERM)
      _ = try listening.waitForEnd()
      let scene = try marbled("convert", folder.file("r.ndjson"), "l = late.map { $0 + \"!\" }")
      #expect(scene.ending == .exited(0) && scene.output.contains("hello!"), "\(scene)")
    }

    @Test("Two programs can't listen at one socket")
    func taken() throws {
      let first = try RunningCommand(
        Binary.path(), ["run", "a", "-i", "a=tap:a"], environment: environment)
      try watch(folder.path) { FileStatus(path: folder.file("t.sock")) != nil }
      let second = try marbled("run", "a", "-i", "a=tap:a")
      #expect(second.ending == .exited(65))
      #expect(second.error.contains("another process listens at \(folder.file("t.sock"))"), "\(second.error)")
      withExtendedLifetime(first) {}
    }
  }
}

extension Daemons {
  /// The taps of programs in a daemon.
  @Suite struct TapTests {
    @Test("A daemon shows the taps of programs as rows of scenes, also of one that it makes by itself")
    func scenes() async throws {
      let folder = try TemporaryFolder()
      try "rows: { t: { live: 'tap:timer' } }\nduration: 1000s\n".write(
        toFile: folder.file("feed.yaml"), atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon("--scenes", folder.path, "--playlist", "feed", "--title-cards", "0")
      #expect(FileStatus(path: daemon.sockets + "/tap.sock")?.permissions == 0o660)
      let none = try run(Binary.path(), ["control", "scene", "taps", "--socket", daemon.sockets])
      #expect(none.ending != .exited(0) && none.error.contains("no program has reported a tap yet"), "\(none.error)")
      let program = try RunningCommand(
        Binary.path(of: "TapExample"), ["--seconds", "600"], environment: ["MARBLED_SOCKET": daemon.sockets])
      try await daemon.until("a value arrives") {
        let rows = try await daemon.status()["rows"] as? [[String: Any]]
        return (rows?.first?["events"] as? Int ?? 0) > 0
      }
      #expect(try run(Binary.path(), ["control", "scene", "taps", "--socket", daemon.sockets]).ending == .exited(0))
      try await daemon.until("all taps are rows") {
        let rows = try await daemon.status()["rows"] as? [[String: Any]] ?? []
        return Set(rows.compactMap { $0["name"] as? String }).isSuperset(of: ["keystrokes", "prices", "timer"])
      }
      // The scene goes on with the taps of programs that start later.
      let late = try RawConnection(daemon.sockets + "/tap.sock")
      late.send(
        Array(
          #"{"marbletap":1,"program":"late","pid":1}\#n{"tap":"late","event":"begin","iteration":1,"time":1}\#n"#.utf8))
      try await daemon.until("the late tap is a row") {
        let rows = try await daemon.status()["rows"] as? [[String: Any]] ?? []
        return Set(rows.compactMap { $0["name"] as? String }).isSuperset(of: ["timer", "late"])
      }
      withExtendedLifetime((program, late)) {}
      daemon.child.send(SIGTERM)
      _ = await daemon.child.waitForEnd()
      #expect(FileStatus(path: daemon.sockets + "/tap.sock") == nil)
    }

    @Test("The example is watched on a terminal and on the page, by the scene of the article")
    func watched() async throws {
      let folder = try TemporaryFolder()
      let scene = try #require(
        Article("Sources/marbled/Documentation.docc/Taps.md").blocks.first { $0.fileName == "shop.yaml" })
      try scene.text.write(toFile: folder.file("shop.yaml"), atomically: true, encoding: .utf8)
      let daemon = try await RunningDaemon(
        "--scenes", folder.path, "--playlist", "shop", "--title-cards", "0", "--view", "127.0.0.1:0")
      let program = try RunningCommand(
        Binary.path(of: "TapExample"), ["--seconds", "600"], environment: ["MARBLED_SOCKET": daemon.sockets])
      let names = ["keystrokes", "search", "prices", "retries", "timer", "slow"]
      let terminal = try Pty(
        program: Binary.path(), ["attach", "--socket", daemon.sockets], columns: 120, rows: 40)
      try terminal.wait(for: "all rows with values") { screen in
        let text = screen.lines.joined(separator: "\n")
        return names.allSatisfy(text.contains) && ["tick", "order 1", "swift"].allSatisfy(text.contains)
      }
      terminal.type("q")
      #expect(try terminal.waitForEnd().ending == .exited(0))
      try await daemon.until("the page shows them") {
        let picture = try await daemon.view.send("GET", "/v1/picture").body
        return names.allSatisfy(picture.contains) && picture.contains("tick") && picture.contains("order ")
      }
      withExtendedLifetime(program) {}
    }
  }
}
