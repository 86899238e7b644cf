import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// What is piped in is played as it comes.
  @Suite struct LivePipeTests {
    /// The values of a row, of output with tabs.
    private func values(_ row: String, _ outcome: Outcome) -> [String] {
      outcome.lines.compactMap { line in
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        return columns.count == 4 && columns[1] == row && columns[2] == "value" ? String(columns[3]) : nil
      }
    }

    @Test("A pipe is a row, and expressions run over it")
    func aPipe() throws {
      let outcome = try shell("seq 3 | marbled play -i a=- 'a.map { $0 * 2 }' --plain")
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      #expect(outcome.lines.prefix(2) == ["Row a is live input.", "Row out is a.map { $0 * 2 }."])
      let told = outcome.lines.dropFirst(2).map { $0.drop { $0 != "," } }
      #expect(
        told.sorted() == [
          ", a emits 1.", ", a emits 2.", ", a emits 3.", ", a finishes.", ", out emits 2 for 1 from a.",
          ", out emits 4 for 2 from a.", ", out emits 6 for 3 from a.", ", out finishes: row a finished.",
        ])
    }

    @Test("Each of 10,000 lines is printed, in order")
    func tenThousandLines() throws {
      let outcome = try shell("seq 10000 | marbled play -i a=- 'a.map { $0 * 2 }' --plain=tsv")
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      #expect(values("a", outcome) == (1...10_000).map { "\($0)" })
      #expect(values("out", outcome) == (1...10_000).map { "\($0 * 2)" })
      #expect(outcome.lines.count == 20_002)
      #expect(outcome.lines.last?.hasSuffix("\tout\tfinish\t") == true)
    }

    @Test("A slow reader makes the pipe wait, and misses nothing")
    func aSlowReader() throws {
      let outcome = try shell("seq 30000 | marbled play -i a=- --plain=tsv | { marbled render >/dev/null; cat; }")
      #expect(values("a", outcome) == (1...30_000).map { "\($0)" })
    }

    @Test("Lines come when they are written")
    func asTheyCome() throws {
      let program = try PipedProgram(
        "play", "-i", "a=-", "last = a.debounce(for: .seconds(1000))", "soon = a.debounce(for: .milliseconds(100))",
        "--plain=tsv")
      for number in 1...3 {
        program.send("\(number)\n")
        for row in ["a", "soon"] {
          try program.wait(for: "\(number) of \(row)") { $0.contains { $0.hasSuffix("\t\(row)\tvalue\t\(number)") } }
        }
      }
      program.finishInput()
      let outcome = try program.waitForEnd()
      #expect(values("a", outcome) == ["1", "2", "3"])
      #expect(values("soon", outcome) == ["1", "2", "3"])
      #expect(values("last", outcome) == ["3"])
      let times = outcome.lines.compactMap { $0.split(separator: "\t").first.flatMap { Double($0) } }
      #expect(times == times.sorted())
      #expect(times.last ?? 0 >= 0.3, "\(times)")
    }

    @Test("After an object, a line that is not JSON is malformed by its number, and the rest goes on")
    func malformed() throws {
      let outcome = try shell("printf '{\"x\":1}\\n\\nnope\\n[2]' | marbled play -i a=- --plain=tsv")
      #expect(values("a", outcome) == ["{\"x\":1}", "[2]"])
      #expect(
        outcome.error == "warning: row a: line 3 is malformed: column 2: found `o`, expected `null`\n")
    }

    @Test("If the first line is not JSON, each line is a string")
    func plainText() throws {
      let outcome = try shell(
        "printf 'one\\r\\n2\\nthree' | marbled play -i a=- 'a.map { $0.uppercased() }' --plain=tsv")
      #expect(values("out", outcome) == ["ONE", "2", "THREE"])
    }

    @Test("A FIFO is live, a file is replayed")
    func aFIFO() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("fifo")
      let outcome = try shell("mkfifo '\(path)'; seq 3 > '\(path)' & marbled play -i 'a=@\(path)' --plain=tsv; wait")
      #expect(values("a", outcome) == ["1", "2", "3"])
      #expect(outcome.error == "")
    }

    @Test("The scene's duration ends it, though the pipe goes on")
    func duration() throws {
      let program = try PipedProgram("play", "-i", "a=-", "--plain=tsv", "--duration", "3")
      program.send("1\n")
      let outcome = try program.waitForEnd()
      #expect(values("a", outcome) == ["1"])
      #expect(outcome.lines.last == "3\ta\topen\t")
    }

    @Test("A waiting user gets a hint")
    func silence() throws {
      let program = try PipedProgram(
        program: "/bin/sh", ["-c", "exec '\(Binary.path())' play -i a=- --plain=tsv 2>&1"])
      let note =
        "note: no input from standard input so far; the program may buffer its output to a pipe; try "
        + "`stdbuf -oL PROGRAM | marbled …`"
      try program.wait(for: "the note") { $0 == [note] }
      program.send("1\n")
      program.finishInput()
      #expect(values("a", try program.waitForEnd()) == ["1"])
    }

    @Test(
      "What can't be with a live row is refused",
      arguments: [
        ("play -i a=- --speed 2", "row a is live, so scene time is wall time; the speed factor must be 1, not 2"),
        ("play -i a=- --at 3", "--at can't be used: row `a` is live and starts now"),
        ("play -i a=- --loop", "--loop can't be used: row `a` is live, and its input can't be repeated"),
        ("play -i a=- -i b=-", "standard input can feed only one row; found `a` and `b`"),
        ("play - -i a=-", "standard input can't be both a scene and the row `a`"),
        ("render -i a=-", "row a is live, so the scene can't be run to its end; use `play`"),
      ])
    func refusals(command: String, message: String) throws {
      let outcome = try shell("marbled \(command) < /dev/null")
      #expect(outcome.error == "error: \(message)\n")
      #expect(outcome.ending == .exited(64))
    }

    @Test("A folder is played without the scenes that have to be fed", arguments: ["", "--speed 1000"])
    func aFolder(flags: String) throws {
      let folder = try TemporaryFolder()
      for (name, scene) in [
        ("a", "rows: { x: { marbles: '1|' } }"), ("b", "rows: { y: { live: true }, z: { live: true } }"),
        ("c", "rows: { x: { marbles: '2|' } }"),
      ] {
        try (scene + "\n").write(toFile: folder.file("\(name).yaml"), atomically: true, encoding: .utf8)
      }
      let path = folder.file("a.yaml").dropLast("a.yaml".count)
      let outcome = try shell("marbled play '\(path)' --plain=tsv --once \(flags)")
      #expect(values("x", outcome) == ["1", "2"])
      #expect(
        outcome.error == """
          note: skipped: `b` needs a source for its live rows `y`, `z`; for example: PROGRAM | marbled play b -i y=- -i z=@FIFO

          """)
      #expect(outcome.ending == .exited(0))
    }

    @Test("A scene whose live row nothing feeds says how to feed it")
    func hungry() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("clicks.yaml")
      let scene = "rows: { clicks: { live: { capacity: 9 } }, out: { apply: clicks } }"
      let outcome = try shell("echo \"\(scene)\" > '\(path)'; marbled play '\(path)'")
      #expect(
        outcome.error == """
          error: `clicks` needs a source for its live row `clicks`; for example: PROGRAM | marbled play \(path) -i clicks=-

          """)
      #expect(outcome.ending == .exited(64))
      let fed = try shell("seq 2 | marbled play '\(path)' -i clicks=- --plain=tsv")
      #expect(values("out", fed) == ["1", "2"])
    }
  }
}
