import TestSupport
import Testing

extension EndToEnd {
  /// `run` between other programs: texts as they are, and an exit code that says whether there was something.
  @Suite struct FilterTests {
    @Test("--raw writes texts without quotes, and other values as JSON", arguments: ["-r", "--raw"]) func raw(
      flag: String
    ) throws {
      let line = #"10.0.0.4 - - "GET /api/a HTTP/1.1" 503 97"#
      let outcome = try shell(
        "printf '%s\\n' '\(line)' other | marbled run \(flag) 'a.filter { $0.contains(\" 50\") }' -i a=-")
      #expect(outcome.lines == [line] && outcome.error == "" && outcome.ending == .exited(0))
      let values = try shell(#"printf '["a"]\n"b"\n1\n' | marbled run a \#(flag) -i a=- --json a"#)
      #expect(values.lines == [#"["a"]"#, "b", "1"])
    }

    @Test("--raw goes with values alone") func rawAndOthers() throws {
      for other in ["--format json", "--format tsv", "--to redis://h/s"] {
        let outcome = try shell("marbled run a -r \(other) -i a=- </dev/null")
        #expect(outcome.ending == .exited(64) && outcome.error.contains("--raw"))
      }
    }

    @Test("Values of several outputs have the names of their rows") func names() throws {
      let outcome = try shell(
        "printf '1\\n2\\n' | marbled run 'even = a.filter { $0 % 2 == 0 }' 'odd = a.filter { $0 % 2 == 1 }' -i a=- --format value"
      )
      // Both may arrive at one instant, and then that of the first row is first.
      #expect(outcome.lines.sorted() == [#"{"even":2}"#, #"{"odd":1}"#])
      let inputs = try shell("marbled run -i 'a=exec:echo 1' -i 'b=exec:sleep 0.3; echo 2' --format value")
      #expect(inputs.lines == [#"{"a":1}"#, #"{"b":2}"#])
    }

    @Test("--exit-status is 1 when nothing was written") func exitStatus() throws {
      let none = try shell("seq 3 | marbled run 'n.filter { $0 > 5 }' -i n=- --exit-status")
      #expect(none.lines == [] && none.error == "" && none.ending == .exited(1))
      let some = try shell("seq 3 | marbled run 'n.filter { $0 > 2 }' -i n=- --exit-status")
      #expect(some.lines == ["3"] && some.ending == .exited(0))
      #expect(try shell("seq 3 | marbled run 'n.filter { $0 > 5 }' -i n=-").ending == .exited(0))
    }
  }
}
