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
      #expect(outcome.ending == .exited(0) && outcome.error == "", "\(outcome.error)")
      let rows = outcome.lines.map { $0.split(separator: "\t").dropFirst().joined(separator: " ") }
      #expect(rows.contains("ticks value tick!"), "\(rows)")
      #expect(FileStatus(path: folder.file("t.sock")) == nil)
    }

    @Test("All taps of a program become rows by themselves, and the same seed gives the same values")
    func all() throws {
      let program = try example("--seed", "7")
      defer { withExtendedLifetime(program) {} }
      let outcome = try marbled("run", "tap:", "--for", "2s", "--format", "tsv")
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      #expect(outcome.error.hasPrefix("note: waiting for a program with taps at \(folder.file("t.sock"))\n"))
      let rows = Set(outcome.lines.compactMap { $0.split(separator: "\t").dropFirst().first.map(String.init) })
      #expect(rows.isSuperset(of: ["keystrokes", "prices", "retries", "timer"]), "\(rows)")
    }

    @Test("What an error ends is recorded, and becomes a scene that passes its check")
    func record() throws {
      let listening = try RunningCommand(
        Binary.path(), ["run", "answers = r.prefix(9)", "-i", "r=tap:retries", "--record", folder.file("r.ndjson")],
        environment: environment)
      try ask { FileStatus(path: folder.file("t.sock")) != nil }
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

    @Test("A picture shows all taps; the rows go on when the program is started again")
    func picture() throws {
      let pty = try Pty("play", "tap:", columns: 120, rows: 40, environment: environment)
      try ask { FileStatus(path: folder.file("t.sock")) != nil }
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

    @Test("Two programs can't listen at one socket")
    func taken() throws {
      let first = try RunningCommand(
        Binary.path(), ["run", "a", "-i", "a=tap:a"], environment: environment)
      try ask { FileStatus(path: folder.file("t.sock")) != nil }
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
      withExtendedLifetime(program) {}
      daemon.child.send(SIGTERM)
      _ = await daemon.child.waitForEnd()
      #expect(FileStatus(path: daemon.sockets + "/tap.sock") == nil)
    }
  }
}
