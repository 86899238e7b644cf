import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct CheckTests {
    private static let (good, bad) = (CheckedFolder.good, CheckedFolder.bad)

    private let folder: CheckedFolder

    init() throws { folder = try CheckedFolder() }

    private func write(_ files: [String: String]) throws { try folder.write(files) }

    private func check(_ arguments: String...) throws -> Outcome { try folder.check(arguments) }

    private func check(_ arguments: [String]) throws -> Outcome { try folder.check(arguments) }

    @Test func agreementIsALine() throws {
      try write(["a.yaml": Self.good, "b/c.yaml": Self.good])
      let outcome = try check(folder.path)
      #expect(outcome.output == "4 rows in 2 files agree (… ms)\n")
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      let quiet = try check("--quiet", folder.path)
      #expect(quiet.output == "" && quiet.error == "" && quiet.ending == .exited(0))
    }

    @Test func theShippedScenesAgree() throws {
      var root = URL(filePath: #filePath)
      while root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
      let config = root.deletingLastPathComponent().appending(path: "Config")
      let outcome = try check(config.appending(path: "scenes").path, config.appending(path: "lessons").path)
      #expect(outcome.output.hasSuffix(" agree (… ms)\n"), "\(outcome.output)\(outcome.error)")
      #expect(outcome.ending == .exited(0))
    }

    @Test func aDifferenceIsShown() throws {
      try write(["a.yaml": Self.good, "b.yaml": Self.bad])
      let shown = """
        TMP/b.yaml:5:58: error: zip: at 3 s expected (2, x), got (2, b)
          expected  -'(1, a)'-'(2, x)'-'(3, c)'|
          actual    -'(1, a)'-'(2, b)'-'(3, c)'|
                              ^

        """
      let outcome = try check(folder.path)
      #expect(outcome.output == shown + "1 of 4 rows in 2 files differs (… ms)\n")
      #expect(outcome.error == "" && outcome.ending == .exited(1))
      let quiet = try check("-q", folder.path)
      #expect(quiet.output == shown && quiet.ending == .exited(1))
    }

    @Test func everythingIsCheckedAndTheWorstCounts() throws {
      try write(["a.yaml": Self.bad, "b.yaml": "rows:\n  a: { marbels: 1 }\n", "c.yaml": Self.good])
      let outcome = try check(
        folder.file("gone.yaml"), folder.file("a.yaml"), folder.file("b.yaml"), folder.file("c.yaml"))
      #expect(outcome.output.hasSuffix("1 of 4 rows in 2 files differs, 2 files can't be checked (… ms)\n"))
      #expect(
        outcome.error == """
          error: no such file: TMP/gone.yaml
          TMP/b.yaml:2:8: error: row a has no key `marbels`; did you mean `marbles`?
              a: { marbels: 1 }
                   ^

          """)
      #expect(outcome.ending == .exited(66))
      #expect(try check(folder.file("a.yaml"), folder.file("b.yaml")).ending == .exited(65))
      #expect(try check(folder.file("b.yaml"), folder.file("c.yaml")).ending == .exited(65))
      #expect(try check(folder.file("a.yaml"), folder.file("c.yaml")).ending == .exited(1))
    }

    @Test("digits that may be meant as numbers are noted, unless all rows agree") func numbers() throws {
      func scene(_ marbles: String, _ expect: String) -> String {
        "rows:\n  a: { marbles: \"\(marbles)\" }\n  b: { apply: 'a.map { $0 }'\(expect) }\n"
      }
      try write([
        "meant.yaml": scene("10-20|", ", expect: '10-20|'"), "wrong.yaml": scene("10-20|", ", expect: \"'10'-'20'|\""),
        "nothing.yaml": scene("10-20|", ""), "named.yaml": "values: { 1: one }\n" + scene("11-11|", ""),
      ])
      let note = "each digit is a value; numbers of several digits are in quotes: '10'-'20'|"
      #expect(try check(folder.file("meant.yaml")).error == "")
      #expect(try check(folder.file("named.yaml"), folder.file("meant.yaml")).error == "")
      #expect(try check(folder.file("wrong.yaml")).error == "TMP/wrong.yaml:2:17: note: a: \(note)\n")
      #expect(try check(folder.file("nothing.yaml")).error.contains("TMP/nothing.yaml:2:17: note: a: \(note)\n"))
      #expect(try check("--quiet", folder.file("wrong.yaml")).error == "")
    }

    @Test(
      "A check that compares nothing fails, and says how to write an expectation", arguments: ["text", "json", "junit"])
    func nothingIsExpected(format: String) throws {
      try write(["a.yaml": "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a }\n"])
      let outcome = try check("--format", format, folder.path)
      if format == "text" {
        #expect(outcome.output == "TMP/a.yaml: no row has `expect:`\nno row in 1 file has `expect:` (… ms)\n")
      }
      #expect(
        outcome.error == """
          error: no row has `expect:`, so nothing was compared
            help: write `expect: "-1-|"` below the `apply:` of an output, or let `marbled check --update --all` write what comes now

          """)
      #expect(outcome.ending == .exited(1))
      #expect(try check("--quiet", folder.path).ending == .exited(1))
      try write(["b.yaml": Self.good])
      #expect(try check(folder.path).ending == .exited(0))
    }

    @Test(
      "Scenes that need no expectation don't fail a check",
      arguments: [
        "kind: list\nitems: [one]\n", "kind: matrix\n", "rows:\n  a: { live: true }\n  b: { apply: a }\n",
      ])
    func nothingToExpect(text: String) throws {
      try write(["a.yaml": text])
      let outcome = try check(folder.path)
      #expect(outcome.ending == .exited(0) && outcome.error == "", "\(outcome)")
      try write(["b.yaml": "rows: { a: { marbles: \"1|\" } }\n"])
      #expect(try check(folder.path).ending == .exited(1))
    }

    @Test("A live scene that gets its events with -i can expect something")
    func fedScenes() throws {
      try write(["a.yaml": "rows:\n  a: { live: true }\n  b: { apply: a }\n", "log": "{\"time\":1,\"value\":1}\n"])
      #expect(try check(folder.file("a.yaml"), "-i", "a=@\(folder.file("log"))").ending == .exited(1))
    }

    @Test("Pictures and orders are comparisons, too")
    func otherComparisons() throws {
      try write([
        "a.yaml": "rows: { a: { marbles: \"1|\" } }\n",
        "b.md": "```marbled\nrows: { a: { marbles: \"1|\" } }\n```\n\n![a](a.svg)\n",
      ])
      #expect(try run(Binary.path(), ["render", "--update", folder.file("b.md")]).ending == .exited(0))
      #expect(try check(folder.file("a.yaml")).ending == .exited(1))
      #expect(try check("--orders", folder.file("a.yaml")).ending == .exited(0))
      #expect(try check(folder.path).ending == .exited(0))
    }

    @Test func standardInputIsAFile() throws {
      let program = try PipedProgram("check", "-")
      program.send(String(Self.bad.prefix(50)))
      program.send(String(Self.bad.dropFirst(50)))
      program.finishInput()
      let outcome = try program.waitForEnd()
      #expect(outcome.output.hasPrefix("-:5:58: error: zip: at 3 s expected (2, x), got (2, b)\n"))
      #expect(outcome.ending == .exited(1))
    }

    @Test func jsonIsAnObjectALine() throws {
      try write(["a.yaml": Self.bad])
      let outcome = try check("--format", "json", folder.path)
      let objects = try outcome.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
      #expect(objects.map { $0?["result"] as? String } == ["differs", "agrees", nil])
      #expect(objects[2]?["differ"] as? Int == 1)
      #expect(outcome.ending == .exited(1))
    }

    @Test func junitIsXML() throws {
      try write(["a.yaml": Self.bad])
      let outcome = try check("--format", "junit", folder.path)
      #expect(
        outcome.output.contains("<failure message=\"zip: at 3 s expected (2, x), got (2, b)\" type=\"difference\">"))
      #expect(outcome.output.hasSuffix("</testsuites>\n") && outcome.ending == .exited(1))
    }

    @Test("--orders reports a row whose result depends on the order of an instant, in each format")
    func orders() throws {
      try write([
        "good.yaml": Self.good,
        "tie.yaml": """
        dialect: asv
        rows:
          a: { marbles: "ab--cd-e-f---gh|" }
          quiet: { apply: "a.debounce(for: .steps(3))", expect: "------------f--[h|]" }

        """,
      ])
      #expect(try check(folder.path).ending == .exited(0))
      let good = try check("--orders", folder.file("good.yaml"))
      #expect(good.output == "2 rows in 1 file agree, none depends on the order of an instant (… ms)\n")
      #expect(good.ending == .exited(0))
      let text = try check("--orders", folder.path)
      let sentence =
        "quiet depends on the order of an instant: with --order shuffled(1), at 5 s expected nothing, got b"
      #expect(
        text.output == """
          TMP/tie.yaml:4:19: error: \(sentence)
            inTurn       ------------f--[h|]
            shuffled(1)  ----b----------[h|]
                             ^
          3 rows in 2 files agree, 1 row depends on the order of an instant (… ms)

          """)
      #expect(text.ending == .exited(1))
      let json = try check("--orders", "--quiet", "--format", "json", folder.path)
      #expect(
        json.output == """
          {"file":"TMP/tie.yaml","row":"quiet","result":"race","line":4,"column":19,"time":5,"message":"\(sentence)",\
          "orders":["inTurn","shuffled(1)"],"diagrams":["------------f--[h|]","----b----------[h|]"]}

          """)
      #expect(json.ending == .exited(1))
      let junit = try check("--orders", "--format", "junit", folder.path)
      #expect(junit.output.contains("tests=\"4\" failures=\"1\"") && junit.output.contains("type=\"race\""))
      #expect(junit.ending == .exited(1))
    }

    @Test func updateWritesWhatHappens() throws {
      try write(["a.yaml": Self.bad, "b.yaml": Self.good])
      let outcome = try check("--update", folder.path)
      #expect(
        outcome.output == """
          TMP/a.yaml:5:47: zip updated
            - -'(1, a)'-'(2, x)'-'(3, c)'|
            + -'(1, a)'-'(2, b)'-'(3, c)'|
          1 of 4 rows in 2 files updated (… ms)

          """)
      #expect(outcome.error == "" && outcome.ending == .exited(0))
      for name in ["a.yaml", "b.yaml"] {
        #expect(try String(contentsOfFile: folder.file(name), encoding: .utf8) == Self.good)
      }
      #expect(try check("--update", folder.path).output == "4 rows in 2 files agree (… ms)\n")
    }

    @Test("--update --all gives each output without an expectation what it emits, and changes nothing else")
    func updateAll() throws {
      let text = """
        # Kept.
        rows:
          a: { marbles: "1-2|" } # an input
          one: { apply: a }
          two:
            apply: "a.map { ($0, 1) }" # tuples
          three: { apply: a, expect: "1-3|" }
          four: { apply: "a.delay(for: .seconds(0.5))" }

        """
      let wanted = """
        # Kept.
        rows:
          a: { marbles: "1-2|" } # an input
          one: { apply: a, expect: "1-2|" }
          two:
            apply: "a.map { ($0, 1) }" # tuples
            expect: "'(1, 1)'-'(2, 1)'|"
          three: { apply: a, expect: "1-2|" }
          four: { apply: "a.delay(for: .seconds(0.5))", expect: "1@0.5 2@2.5 |@3.5" }

        """
      let live = "rows: { a: { live: true }, b: { apply: a } }\n"
      try write([
        "a.yaml": text, "live.yaml": live, "list.yaml": "kind: list\nitems: [one]\n",
        "doc.md": "# Title\n\n```marbled\nrows:\n  a: { marbles: \"1|\" }\n  b: { apply: a }\n```\n\n"
          + "```marbled\nrows:\n  a: { marbles: \"2|\" }\n  b:\n    apply: a\n```\n",
      ])
      let outcome = try check("--update", "--all", folder.path)
      #expect(outcome.error == "" && outcome.ending == .exited(0), "\(outcome)")
      #expect(outcome.output.contains("TMP/a.yaml:4:28: one added\n  + 1-2|\n"), "\(outcome.output)")
      #expect(
        outcome.output.hasSuffix("5 expectations added, 1 of 1 row in 1 file updated (… ms)\n"), "\(outcome.output)")
      func read(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }
      #expect(try read("a.yaml") == wanted)
      #expect(try read("live.yaml") == live)
      #expect(try read("doc.md").contains("b: { apply: a, expect: \"1|\" }\n```"))
      #expect(try read("doc.md").contains("    apply: a\n    expect: \"2|\"\n```\n"))
      #expect(try check("--quiet", folder.path).ending == .exited(0))
      #expect(try check(folder.path).output.hasSuffix("6 rows in 2 files agree (… ms)\n"))
      #expect(try check("--update", "--all", folder.path).output == "6 rows in 2 files agree (… ms)\n")
    }

    @Test("--update --all writes a long result without escapes, and in dialect asv what the consumer then gets")
    func updateAllOfSpecialScenes() throws {
      try write([
        "long.yaml": "rows: { a: { random: { seed: 1, count: 30 } }, b: { apply: 'a.map { ($0, $0) }' } }\n",
        "asv.yaml": "dialect: asv\nrows:\n  a: { marbles: \"ab-c|\" }\n  b: { apply: \"a.map { $0 }\" }\n",
      ])
      let outcome = try check("--update", "--all", folder.path)
      #expect(outcome.error == "" && outcome.ending == .exited(0), "\(outcome)")
      #expect(try !String(contentsOfFile: folder.file("long.yaml"), encoding: .utf8).contains("\\n"))
      #expect(try check(folder.path).output == "2 rows in 2 files agree (… ms)\n")
    }

    @Test("--update writes a diagram with quotes in double quotes where the old one had single ones")
    func updateChoosesQuotes() throws {
      let text = "rows:\n  a: { marbles: \"1-2|\" }\n  b: { apply: 'a.map { ($0, 1) }', expect: '' }\n"
      try write(["a.yaml": text])
      #expect(try check("--update", folder.path).ending == .exited(0))
      let updated = try String(contentsOfFile: folder.file("a.yaml"), encoding: .utf8)
      #expect(updated == text.replacing("expect: ''", with: "expect: \"'(1, 1)'-'(2, 1)'|\""))
    }

    @Test func whatCannotBeUpdatedStillFails() throws {
      let shared =
        "rows:\n  a: { marbles: \"1-2|\" }\n  b: { marbles: \"3|\" }\n  one: { expect: &it \"1|\", apply: a }\n"
        + "  two: { expect: *it, apply: b }\n"
      try write(["a.yaml": shared])
      let outcome = try check("--update", folder.path)
      #expect(outcome.output == "2 of 2 rows in 1 file differ (… ms)\n" && outcome.ending == .exited(1))
      #expect(outcome.error.hasPrefix("TMP/a.yaml:4:"))
      #expect(try String(contentsOfFile: folder.file("a.yaml"), encoding: .utf8) == shared)
    }

    @Test(arguments: [
      ["--all", "x"], ["--update", "--all", "-i", "a=@x", "x"], ["--update", "--format", "json", "x"],
      ["--update", "-"], ["-q", "--format", "junit", "x"], [], ["--update", "--junit", "j.xml", "x"],
      ["--update", "--fail-fast", "x"], ["--update", "--all", "--filter", "a", "x"], ["--junit", "-", "x"],
      ["--filter", "a(", "x"], ["--watch", "--update", "x"], ["--watch", "-"], ["--watch", "--format", "junit", "x"],
    ])
    func aMistakeIsAUsageError(arguments: [String]) throws {
      let outcome = try run(Binary.path(), ["check"] + arguments)
      #expect(outcome.ending == .exited(64) && outcome.error.hasPrefix("error: ") && outcome.output == "")
    }
  }
}
