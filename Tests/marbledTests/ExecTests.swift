import Foundation
import Platform
import TestSupport
import Testing

extension EndToEnd {
  /// `exec:` as users type it, and what is left of a command when marbled is gone.
  @Suite struct ExecTests {
    @Test("The lines of a command are values; it ends the row, and its errors are named")
    func run() throws {
      let outcome = try shell("marbled run 'a.map { $0 * 2 }' -i 'a=exec:seq 3; echo careful >&2'")
      #expect(outcome.lines == ["2", "4", "6"] && outcome.ending == .exited(0))
      #expect(outcome.error == "a: careful\n")
      let failed = try shell("marbled run a -i 'a=exec:echo 1; exit 3'")
      #expect(failed.lines == ["1"] && failed.ending == .exited(65))
      #expect(failed.error.hasSuffix("error: row `a` failed: the command ended with status 3\n"), "\(failed.error)")
    }

    @Test("Two rows may run the same command")
    func twice() throws {
      let outcome = try shell("marbled run 'zip(a, b)' -i 'a=exec:seq 2' -i 'b=exec:seq 2'")
      #expect(outcome.lines == ["[1,1]", "[2,2]"] && outcome.ending == .exited(0))
    }

    @Test("A scene file names a source; restart starts the command again")
    func scene() throws {
      let folder = try TemporaryFolder()
      let scene = """
        rows:
          ticks: { live: 'exec:echo 7; exit 1', restart: true }
          out: { apply: ticks.prefix(2) }
        """
      try scene.write(toFile: folder.file("s.yaml"), atomically: true, encoding: .utf8)
      let outcome = try shell("marbled run \(folder.file("s.yaml")) --count 2")
      #expect(outcome.lines == ["7", "7"] && outcome.ending == .exited(0), "\(outcome.error)")
    }

    /// A scene whose sources leave a trace when they are started: a file, and a FIFO that has been read.
    private final class TracedScene {
      private let folder: TemporaryFolder
      private let fifo: Int32
      /// The FIFO still has this line, if nothing reads it.
      private static let line = "1\n"

      init() throws {
        folder = try TemporaryFolder()
        try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
        // With both ends open, nobody waits for another end.
        fifo = open(folder.file("fifo"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(fifo >= 0 && write(fifo, Self.line, Self.line.utf8.count) == Self.line.utf8.count)
        let scene = """
          rows: { a: { live: 'exec:touch \(folder.file("started")); echo 1' }, b: { live: '@\(folder.file("fifo"))' }, \
          out: { apply: 'merge(a, b)' } }
          """
        try save(scene + "\n", to: "traced.yaml")
        try save("```marbled\n\(scene)\n```\n\n![](pictures/out.svg)\n", to: "document.md")
        try save(
          """
          {"recording":"marbled","version":1,"started":"","name":"x","rows":[{"name":"a","kind":"live"},\
          {"name":"b","kind":"live"}],"scene":"\(scene)"}
          {"row":"a","time":1,"value":1}
          {"recording":"end","time":9,"stopped":true}

          """, to: "run.ndjson")
      }

      deinit { close(fifo) }

      private func save(_ text: String, to name: String) throws {
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
      }

      /// Runs a line of shell in the folder of the scene.
      func command(_ line: String) throws -> Outcome { try shell("cd '\(folder.path)' && \(line)") }

      var hasStartedCommand: Bool { FileManager.default.fileExists(atPath: folder.file("started")) }

      /// Whether the line of the FIFO is gone; takes it.
      func hasReadFIFO() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return read(fifo, &bytes, bytes.count) != Self.line.utf8.count
      }
    }

    @Test("Only what plays a scene starts its commands and reads its FIFOs; all else reads the file alone")
    func notStarted() throws {
      let traced = try TracedScene()
      for (line, code, says) in [
        ("check traced.yaml", 0, "no row has `expect:`"), ("check document.md", 65, "row a is live"),
        ("check .", 65, "row a is live"), ("check --update .", 65, "row a is live"),
        ("render traced.yaml", 64, "row a is live"), ("render traced --scenes . --format svg", 64, "row a is live"),
        ("render --update document.md", 65, "row a is live"),
        ("render -i 'a=exec:touch started' 'a.map { $0 }'", 64, "row a is live"),
        ("list scenes --scenes .", 0, "traced"), ("new copy.yaml --from traced --scenes .", 0, "copy.yaml written"),
        ("convert run.ndjson", 0, "Recorded live"), ("convert run.ndjson --to json", 0, #""row":"out""#),
        ("serve traced.yaml", 64, "row a is live"),
      ] {
        let outcome = try traced.command("marbled \(line) < /dev/null")
        #expect(outcome.ending == .exited(Int32(code)), "\(line): \(outcome)")
        #expect((outcome.output + outcome.error).contains(says), "\(line): \(outcome)")
        #expect(!traced.hasStartedCommand, "\(line)")
      }
      #expect(!traced.hasReadFIFO())
      // The proof that a start would have been seen.
      let played = try TracedScene()
      #expect(try played.command("marbled run traced.yaml --count 2").lines == ["1", "1"])
      #expect(played.hasStartedCommand && played.hasReadFIFO())
    }

    @Test("Members of lines are values, times and ids")
    func paths() throws {
      let lines = #"{"p":1,"ts":1700000000,"k":"x"}\n{"p":2,"ts":1700000001500}\n{"q":3}\n"#
      let outcome = try shell(
        "printf '\(lines)' | marbled run -i a=- --value a=.p --time a=.ts --id a=.k --format json")
      #expect(outcome.ending == .exited(0))
      #expect(outcome.lines.count == 3, "\(outcome.lines)")
      #expect(outcome.lines.first?.contains(#""id":"x","value":1,"sourceTime":1700000000"#) == true)
      #expect(outcome.lines.dropFirst().first?.contains(#""value":2,"sourceTime":1700000001.5"#) == true)
      #expect(outcome.error == "warning: row a: line 3 is malformed: no .p\n")
    }

    @Test("One odd line never ends a row")
    func oddLines() throws {
      let outcome = try shell(
        #"printf '{"n":5}\n{}\n{"n":"x"}\n7\n[]\n{"n":20}\n' | marbled run 'a.filter { $0.n > 4 }' -i a=-"#)
      #expect(outcome.lines == [#"{"n":5}"#, #"{"n":20}"#] && outcome.ending == .exited(0), "\(outcome)")
    }

    @Test("When marbled is killed, its commands end, with what they have started")
    func killed() throws {
      let pipe = try HeldPipe()
      let running = try Child(
        Binary.path(),
        [
          "run", "merge(a, b)", "-i", "a=exec:\(pipe.hold); echo $$ >&9; sleep 1000 & echo $! >&9; echo 1; wait", "-i",
          "b=exec:\(pipe.hold); trap '' TERM; echo $$ >&9; echo 2; while :; do sleep 1; done",
        ], environment: Binary.environment, input: .null, output: .null, error: .null)
      let ids = pipe.wait { $0.count { $0 == "\n" } == 3 }.split(separator: "\n").compactMap { pid_t($0) }
      #expect(ids.count == 3 && ids.allSatisfy { kill($0, 0) == 0 })
      running.send(SIGKILL)
      // Until none of them is left.
      #expect(pipe.wait() == "")
    }

    @Test("In a picture, a command's standard error stands in the panel")
    func panel() throws {
      let pty = try Pty(
        "play", "-i", "a=exec:echo 41; echo look here >&2; sleep 1000", "a.map { $0 + 1 }", columns: 120, rows: 30)
      try pty.wait(for: "the panel") { screen in screen.lines.contains { $0.contains("look here") } }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }
  }
}
