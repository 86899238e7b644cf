import TestSupport
import Testing

extension EndToEnd {
  /// Nothing that goes wrong in a live row is silent: `run` says it in a line or two, and counts exactly.
  @Suite struct TroubleTests {
    private static let hits = #"printf '{"status":500}\n{"status":404}\n' | "#

    @Test(
      "Mistakes in closures are told at the end",
      arguments: [
        (
          "log.filter { $0.stauts == 500 }",
          "column 17, 2 times: no value has `stauts`; they have `status`; did you mean `status`?"
        ),
        (
          #"log.filter { $0.status == "500" }"#,
          "column 24, 2 times: `==` compares an Int with a String, which are never equal; write the number without quotes, "
            + "or make one of the text: `Int($0)`"
        ),
      ]) func mistakes(expression: String, warning: String) throws
    {
      let outcome = try shell(Self.hits + "marbled run '\(expression)' -i log=-")
      #expect(outcome.lines == [] && outcome.ending == .exited(0))
      #expect(outcome.error == "warning: row out: \(warning)\n")
      let strict = try shell(Self.hits + "marbled run '\(expression)' -i log=- --strict")
      #expect(strict.ending == .exited(65))
      #expect(strict.error.hasSuffix("error: --strict: something went wrong in a row; see the messages above\n"))
    }

    @Test("Closures that fail are counted, with the first error") func failures() throws {
      let outcome = try shell("printf '1\\n0\\n0\\n' | marbled run 'a.map { 6 / $0 }' -i a=-")
      #expect(outcome.lines == ["6", "null", "null"] && outcome.ending == .exited(0))
      #expect(
        outcome.error == """
          warning: row out: column 11: division by zero; the result is nil
          warning: row out: 2 errors became nil; the first: column 11: division by zero

          """)
    }

    @Test("A member of text says that it is text") func membersOfText() throws {
      let outcome = try shell("printf 'one\\n' | marbled run 'a.map { $0.status }' -i a=-")
      #expect(outcome.error == "warning: row out: column 12: a String has no `status`; the result is nil\n")
    }

    @Test("Of many malformed lines, the first and the sum are told", arguments: [2, 320, 20_000]) func lines(
      count: Int
    ) throws {
      let outcome = try shell("yes '{bad' | head -n \(count) | marbled run a -i a=- --json a")
      #expect(outcome.lines == [] && outcome.ending == .exited(0))
      let why = "line 1: column 2: found `b`, expected a key in double quotes"
      #expect(
        outcome.error == """
          warning: row a: line 1 is malformed: column 2: found `b`, expected a key in double quotes
          warning: row a: \(count) lines are malformed; the first is \(why)

          """)
    }

    @Test("jq's spelling of a member is an error of the expression") func implicitMember() throws {
      for command in ["run 'log.filter { .status == 500 }' -i log=-", "render 'a.map { .foo }' -i a='1|'"] {
        let outcome = try shell("marbled \(command) </dev/null")
        #expect(outcome.ending == .exited(65) && outcome.error.contains("can't be used as a value; write `$0."))
      }
    }

    @Test("A file that is followed and missing is told, and fails a strict run") func missingFile() throws {
      let outcome = try shell("marbled run log -i log=tail:/nonexistent/x.log --for 0.2s --strict")
      #expect(outcome.ending == .exited(65))
      #expect(outcome.error.hasPrefix("note: row log: waiting for /nonexistent/x.log, which does not exist\n"))
    }

    @Test("A run without trouble says nothing, strict or not") func noTrouble() throws {
      let outcome = try shell(Self.hits + "marbled run 'log.filter { $0.status == 500 }' -i log=- --strict")
      #expect(outcome.lines == [#"{"status":500}"#] && outcome.error == "" && outcome.ending == .exited(0))
    }
  }
}
