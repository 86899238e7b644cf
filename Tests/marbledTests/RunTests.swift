import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `run` is a filter: values in, real operators, values out.
  @Suite struct RunTests {
    private func output(_ command: String) throws -> [String] {
      let outcome = try shell(command)
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      return outcome.lines
    }

    @Test("values of one output are JSON lines, in order")
    func values() throws {
      let lines = try output(
        #"printf '{"n":1}\n{"n":2,"s":"x"}\n{"n":3}\n' | marbled run 'a.filter { $0.n > 1 }' -i a=-"#)
      #expect(lines == [#"{"n":2,"s":"x"}"#, #"{"n":3}"#])
    }

    @Test("several outputs say which row an event belongs to")
    func rows() throws {
      let lines = try output("seq 3 | marbled run 'double = a.map { $0 * 2 }' 'sum = a.reduce(0, +)' -i a=-")
      let kinds = lines.compactMap { $0.firstMatch(of: /"row":"(\w+)".*"kind":"(\w+)"/) }.map { "\($0.1) \($0.2)" }
      #expect(kinds.count { $0 == "double value" } == 3 && kinds.count { $0 == "sum value" } == 1)
      #expect(kinds.count { $0.hasSuffix("finish") } == 2)
    }

    @Test("without an expression the inputs are passed on")
    func inputs() throws {
      #expect(try output("seq 2 | marbled run -i a=- --format value") == ["1", "2"])
    }

    @Test("columns have time, row, kind and value")
    func columns() throws {
      let lines = try output("seq 2 | marbled run 'a.map { $0 + 1 }' -i a=- --format tsv")
      #expect(lines.map { $0.drop { $0 != "\t" } } == ["\tout\tvalue\t2", "\tout\tvalue\t3", "\tout\tfinish\t"])
    }

    @Test("100,000 lines come through, however slow the reader is")
    func many() throws {
      let lines = try output(
        "seq 100000 | marbled run 'a.filter { $0 % 2 == 0 }' -i a=- | { marbled render >/dev/null; cat; }")
      #expect(lines == (1...50_000).map { "\($0 * 2)" })
    }

    @Test("it stops after a number of values, and when the reader has gone")
    func count() throws {
      #expect(try output("seq 1000000 | marbled run a -i a=- --count 2") == ["1", "2"])
      #expect(try output("seq 1000000 | marbled run a -i a=- | head -n 1") == ["1"])
      #expect(try shell("seq 3 | marbled run a -i a=- --count 0").ending == .exited(64))
    }

    @Test("it stops after a time, though the input goes on")
    func time() throws {
      let program = try PipedProgram("run", "a", "-i", "a=-", "--for", "3s")
      program.send("1\n")
      let outcome = try program.waitForEnd()
      #expect(outcome.ending == .exited(0) && outcome.lines == ["1"])
      #expect(outcome.seconds >= 3)
    }

    @Test("a line that a closure can't work with becomes null, and the run goes on")
    func failure() throws {
      let outcome = try shell(#"printf '1\n"x"\n3\n' | marbled run 'a.map { $0 * 2 }' -i a=-"#)
      #expect(outcome.lines == ["2", "null", "6"] && outcome.ending == .exited(0))
    }

    @Test("a live row without a source says how to feed it")
    func hungry() throws {
      let outcome = try shell("marbled run live")
      #expect(outcome.ending == .exited(64))
      #expect(outcome.error.contains("PROGRAM | marbled run live -i lines=-"))
    }

    @Test("at its end it can say how much passed")
    func statistics() throws {
      let outcome = try shell("printf '1\\n2\\n' | marbled run 'a.map { $0 }' -i a=- --stats")
      #expect(outcome.lines == ["1", "2"])
      let lines = Array(outcome.error.split(separator: "\n").suffix(4))
      try #require(lines.count == 4)
      #expect(lines[0].hasPrefix("a: ") && lines[0].contains(", 2 in all, "))
      #expect(lines[1].hasPrefix("out: ") && lines[1].contains(", 2 in all, "))
      #expect(lines[2].hasPrefix("  .map { $0 }: ") && lines[2].hasSuffix("/s out, has ended"))
      #expect(lines[3].wholeMatch(of: /busy: reading \d+ %, operators \d+ %, output \d+ %/) != nil)
    }
  }
}
