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
            see: marbled play wrong-times
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
          "example":"wrong-times"}

          """)
      #expect(outcome.ending == .exited(2))
    }

    @Test("pictures have a sign beside the row, sentences what to do, and both nothing of what is allowed")
    func rendered() throws {
      func render(_ text: String, _ arguments: String...) throws -> String {
        try text.write(toFile: folder.file("a.yaml"), atomically: true, encoding: .utf8)
        return try run(Binary.path(), ["render", folder.file("a.yaml")] + arguments).output
      }
      let allowed = Self.scene("lint: { allow: { never-quiet: shows the mistake } }\n")
      let frame = try render(Self.scene(), "--format", "frame")
      #expect(frame.contains(" results‼") && frame.contains("  ‼ `.debounce` of results emits nothing"))
      #expect(try render(Self.scene(), "--format", "frame", "--ascii").contains(" results&"))
      let svg = try render(Self.scene(), "--format", "svg")
      #expect(svg.split(separator: "‼").count == 3 && svg.contains(".debounce of results emits nothing"))
      #expect(
        try !render(allowed, "--format", "svg").contains("‼") && !render(allowed, "--format", "frame").contains("‼"))
      let text = try render(Self.scene(), "--format", "text")
      #expect(
        text.contains(
          "\nFinding never-quiet: `.debounce` of results emits nothing before its source ends at 8 seconds: "),
        "\(text)")
      #expect(
        text.hasSuffix(
          " 2 seconds. Use a shorter time, or `throttle`, which emits while values keep coming. "
            + "See: marbled play wrong-times\n"))
      #expect(try !render(allowed, "--format", "text").contains("Finding"))
      // What other programs read has only the events.
      #expect(try !render(Self.scene(), "--format", "tsv").contains("never-quiet"))
    }

    @Test("`!` shows the findings in a picture that plays, and --plain tells them at the end") func played() throws {
      try Self.scene().write(toFile: folder.file("a.yaml"), atomically: true, encoding: .utf8)
      let pty = try Pty("play", folder.file("a.yaml"), "--at", "8s")
      try pty.wait(for: "the sign") { $0.lines.contains { $0.contains(" results‼") } }
      pty.type("!")
      try pty.wait(for: "the findings") { $0.lines.contains { $0.contains("‼ The doctor: 1 finding") } }
      #expect(pty.screen.lines.contains { $0.contains("See: marbled play wrong-times") })
      // An edit that mends it takes the sign away.
      pty.type("!:set results typed.throttle(for: .seconds(2))\r")
      try pty.wait(for: "the scene without findings") { screen in
        screen.lines.contains { $0.contains("throttle") } && !screen.lines.joined().contains("‼")
      }
      let plain = try marbled("play", folder.file("a.yaml"), "--plain", "--once", "--speed", "100")
      #expect(plain.output.contains("\nFinding never-quiet: "), "\(plain.output)")
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
