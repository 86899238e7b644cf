import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `check --lint`: what it prints, in each format, and how it ends.
  @Suite struct LintTests {
    private static func scene(_ lint: String = "", expect: String = "--------[h|]") -> String {
      """
      \(lint)rows:
        typed: { marbles: "abcdefgh|" }
        results: { apply: "typed.debounce(for: .seconds(2))", expect: "\(expect)" }

      """
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func check(_ text: String, _ arguments: String...) throws -> Outcome {
      try text.write(toFile: folder.file("a.yaml"), atomically: true, encoding: .utf8)
      var outcome = try run(Binary.path(), ["check"] + arguments + [folder.file("a.yaml")])
      outcome.output = outcome.output.replacing(folder.path, with: "TMP").replacing(/\([0-9.]+ ms\)/, with: "(… ms)")
        .replacing(/"seconds":[0-9.]+/, with: "\"seconds\":0")
      return outcome
    }

    private static let sentence =
      "`.debounce` of results emits nothing before its source ends at 8 s: its 8 values come without a pause of more than 1 s, "
      + "and it waits for 2 s"

    @Test("a finding has its place, its sign, what to do and what shows it; the code is 2") func text() throws {
      let outcome = try check(Self.scene(), "--lint")
      #expect(
        outcome.output == """
          TMP/a.yaml:3:27: lint: \(Self.sentence) [never-quiet]
            help: use a shorter time, or `throttle`, which emits while values keep coming
            see: marbled play debounce-vs-throttle
          1 row in 1 file agrees, 1 lint (… ms)

          """)
      #expect(outcome.error == "" && outcome.ending == .exited(2))
    }

    @Test("without --lint, with --allow, or with a reason in the scene, nothing is reported") func allowed() throws {
      let plain = try check(Self.scene())
      #expect(plain.output == "1 row in 1 file agrees (… ms)\n" && plain.ending == .exited(0))
      let command = try check(Self.scene(), "--lint", "--allow", "never-quiet")
      #expect(command.output == "1 row in 1 file agrees, no lint (… ms)\n" && command.ending == .exited(0))
      let scene = try check(Self.scene("lint: { allow: { never-quiet: shows the mistake } }\n"), "--lint")
      #expect(scene.output == "1 row in 1 file agrees, no lint (… ms)\n" && scene.ending == .exited(0))
    }

    @Test("another failure decides the code") func failure() throws {
      let outcome = try check(Self.scene(expect: "a|"), "--lint", "--quiet")
      #expect(outcome.output.contains("lint: `.debounce`") && outcome.output.contains("error: results: "))
      #expect(outcome.ending == .exited(1))
    }

    @Test("JSON has an object for each finding") func json() throws {
      let outcome = try check(Self.scene(), "--lint", "--format", "json", "--quiet")
      #expect(
        outcome.output == """
          {"file":"TMP/a.yaml","row":"results","result":"lint","line":3,"column":27,"time":0,"lint":"never-quiet",\
          "message":"\(Self.sentence)","help":"use a shorter time, or `throttle`, which emits while values keep coming",\
          "example":"debounce-vs-throttle"}

          """)
      #expect(outcome.ending == .exited(2))
    }

    @Test("JUnit has a failed test case for each finding") func junit() throws {
      let outcome = try check(Self.scene(), "--lint", "--format", "junit")
      #expect(outcome.output.contains("<testsuites name=\"marbled check\" tests=\"2\" failures=\"1\" errors=\"0\""))
      #expect(outcome.output.contains("<testcase name=\"results: never-quiet\""))
      #expect(outcome.output.contains("type=\"lint\">TMP/a.yaml:3:27: lint: "))
    }

    @Test("a mistake on the command line is one") func mistakes() throws {
      let alone = try check(Self.scene(), "--allow", "never-quiet")
      #expect(alone.error.contains("--allow needs --lint") && alone.ending == .exited(64))
      let unknown = try check(Self.scene(), "--lint", "--allow", "never-quite")
      #expect(unknown.error.contains("never-quite") && unknown.ending == .exited(64))
    }
  }
}
