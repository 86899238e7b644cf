import TestSupport
import Testing

extension EndToEnd {
  @Suite struct PipeTests {
    @Test func aPipeGetsALineAnEvent() throws {
      let outcome = try shell("marbled play --speed 50 | cat")
      #expect(outcome.output == Sample.sentences)
      #expect(outcome.error == "" && outcome.ending == .exited(0))
    }

    @Test func linesComeWhenTheyHappen() throws {
      let program = try PipedProgram("play", "--speed", "0.001", "--plain")
      // The next come much later.
      let first = Array(Sample.sentences.split(separator: "\n").prefix(7).map(String.init))
      try program.wait(for: "those of the first instant") { $0 == first }
      let fast = try marbled("play", "--speed", "20", "--plain")
      #expect(fast.output == Sample.sentences && fast.seconds >= 0.4)
      #expect(program.lines == first)
    }

    @Test func plainIsPlainOnATerminalToo() throws {
      let pty = try Pty("play", "--speed", "100", "--plain", "--once", columns: 240, rows: 60)
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines.prefix(44).joined(separator: "\n") + "\n" == Sample.sentences)
      #expect(!pty.bytes.contains(0x1B))
    }

    @Test func aTerminalThatCantMoveItsCursorGetsSentences() throws {
      let pty = try Pty("play", "--speed", "100", "--once", columns: 240, rows: 60, environment: ["TERM": "dumb"])
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines.prefix(44).joined(separator: "\n") + "\n" == Sample.sentences)
      #expect(!pty.bytes.contains(0x1B))
    }

    /// ArgumentParser forgets the value of an option that may be a flag when an option follows it.
    @Test(arguments: [
      ["--plain=tsv", "--speed", "100"], ["--speed", "100", "--plain=tsv"], ["zip", "--plain=tsv", "--once"],
      ["--plain", "--plain=tsv", "--speed=100", "zip"],
    ])
    func tsvIsTsvWhereverItStands(arguments: [String]) throws {
      let outcome = try run(Binary.path(), ["play", "-i", "a=1|", "-i", "b=2|"] + arguments)
      #expect(outcome.lines.allSatisfy { $0.split(separator: "\t").count >= 3 }, "\(outcome.output)")
    }

    @Test func whatADiagramCantSayOfAFailureIsANote() throws {
      let outcome = try marbled("render", "a.map { $0.foo }", "-i", "a=a|")
      #expect(outcome.output == "step 1s\na    a|\nout  ^\n")
      #expect(outcome.error == "note: row out fails at 0 s: column 12: a String has no `foo`\n")
    }

    @Test func renderTellsTheSame() throws {
      #expect(try marbled("render", "--format", "text").output == Sample.sentences)
      let expressions = [
        "out = merge(a, b).debounce(for: .seconds(1))", "zip(a, b).prefix(1)", "a.flatMapLatest { _ in b }",
        "b.timeout(after: .seconds(1.5))",
      ]
      for expression in expressions {
        let inputs = [expression, "-i", "a=1-23---4|", "-i", "b=-x--y^"]
        let rendered = try run(Binary.path(), ["render", "--format", "text"] + inputs)
        let played = try run(Binary.path(), ["play", "--plain", "--speed", "200"] + inputs)
        #expect(rendered.output == played.output && rendered.output.contains("out "))
      }
    }

    @Test func tsvHasTimeRowKindAndValue() throws {
      let outcome = try marbled(
        "play", "--speed", "100", "--plain=tsv", "zip(a, b)", "-i", "a=1-'x y'|", "-i", "b=t#", "-i", "c=7")
      #expect(
        outcome.output == """
          0\ta\tvalue\t1
          0\tb\tvalue\tt
          0\tc\tvalue\t7
          0\tout\tvalue\t(1, t)
          1\tb\terror\terror
          1\tout\terror\terror
          2\ta\tvalue\tx y
          3\ta\tfinish\t
          3\tc\topen\t

          """)
      #expect(outcome.error == "" && outcome.ending == .exited(0))
    }

    @Test(arguments: [
      ("play --speed 100 --plain", 1), ("play --speed 100 --loop", 40), ("play --speed 100 --loop --plain=tsv", 1),
      ("render --format json", 1), ("render --format marble", 1), ("render --format frame", 1),
      ("render --format text", 1),
    ])
    func aClosedPipeEndsItQuietly(command: String, lines: Int) throws {
      let outcome = try shell("{ marbled \(command); echo \"status $?\" >&2; } | head -\(lines)")
      #expect(outcome.lines.count == lines)
      #expect(outcome.error == "status 0\n" && outcome.ending == .exited(0))
    }

    @Test func withoutReadersItEndsAtOnce() throws {
      let outcome = try shell("{ marbled play --speed 1; echo \"status $?\" >&2; } | true")
      #expect(outcome.error == "status 0\n")
    }
  }
}
