import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The scenes of issues of swift-async-algorithms: `check`, `render --format asv`, and `.ci/upstream-tests`.
  @Suite struct IssueTests {
    private static let upstream = Article.root.appending(path: "Config/upstream").path
    private static let script = Article.root.appending(path: ".ci/upstream-tests").path

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func scene(expect: String, should: String) -> String {
      """
      issue: { link: https://example.com/issues/7, checkedWith: 1.1.4 }
      dialect: asv
      rows:
        source: { marbles: "a^" }
        busy: { apply: "source.debounce(for: .steps(0))", expect: "\(expect)", should: "\(should)" }

      """
    }

    private func check(_ text: String, _ arguments: String...) throws -> Outcome {
      try text.write(toFile: folder.file("a.yaml"), atomically: true, encoding: .utf8)
      var outcome = try run(Binary.path(), ["check"] + arguments + [folder.file("a.yaml")])
      outcome.output = outcome.output.replacing(folder.path, with: "TMP").replacing(/\([0-9.]+ ms\)/, with: "(… ms)")
      return outcome
    }

    @Test("all is as known, and the summary says how many rows show a defect") func folderOfTheProject() throws {
      let outcome = try marbled("check", Self.upstream)
      #expect(outcome.ending == .exited(0) && outcome.output.contains("agree, 3 rows show a known defect ("))
      #expect(try marbled("check", "--lint", Self.upstream).ending == .exited(0))
    }

    @Test("JSON has what is known of a row") func json() throws {
      let outcome = try check(Self.scene(expect: "a,,,|", should: "a,,,^"), "--format", "json")
      #expect(
        outcome.output.hasPrefix(
          #"{"file":"TMP/a.yaml","row":"busy","result":"agrees","line":5,"column":61,"#
            + #""issue":"https://example.com/issues/7","expect":"a,,,|","should":"a,,,^","order":"inTurn","#
            + #""checkedWith":"1.1.4"}\#n"#), "\(outcome.output)")
    }

    @Test("a row that does what it should, and did not, is told with what to do") func fixed() throws {
      let fixed = try check(Self.scene(expect: "a,,,^", should: "a,,,|"))
      #expect(fixed.ending == .exited(1))
      let help = "\n  help: this is what `should:` says; change `expect:` to it, and set `passesSince:`"
      #expect(fixed.output.contains(help))
      let worse = try check(Self.scene(expect: "a,,,b", should: "a,,,^"))
      #expect(worse.ending == .exited(1) && !worse.output.contains("help:"))
    }

    @Test(
      "what no test of AsyncSequenceValidation can say is an error with the reason",
      arguments: [
        (["a.delay(for: .seconds(1))", "-i", "a=a-b|"], "no test of `out`: `delay` is an operator of marbled"),
        (["zip(a, a)", "-i", "a=a-b|"], "no test of `out`: its values are no texts"),
        (
          ["a.debounce(for: .seconds(1), clock: clock.scaled(by: 2))", "-i", "a=a-b|"],
          "no test of `out`: it needs Marbles and Playback"
        ),
        (["matrix"], "no test: the scene has no output"),
      ])
    func refused(arguments: [String], reason: String) throws {
      let outcome = try run(Binary.path(), ["render"] + arguments + ["--format", "asv"])
      #expect(outcome.output == "" && outcome.ending == .exited(65))
      #expect(outcome.error.hasPrefix("error: AsyncSequenceValidation can test no output of "))
      #expect(outcome.error.contains("\n  \(reason)"), "\(outcome.error)")
    }

    @Test("where some outputs can be said, the others are comments and notes") func partly() throws {
      let outcome = try marbled("render", "sample", "--format", "asv")
      #expect(outcome.ending == .exited(0) && outcome.output.contains("func testMerge()"))
      #expect(outcome.error.hasPrefix("note: no test of `zip`"))
    }

    // MARK: .ci/upstream-tests

    @Test("upstream-tests reads the exported scenes as it reads the tests of a checkout", .needs(.python))
    func written() throws {
      let tests = folder.file("checkout/Tests/AsyncAlgorithmsTests")
      try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
      let test = """
        final class A: XCTestCase {
          func test_b() {
            validate {
              "a|"
              $0.inputs[0]
              "a|"
            }
          }
        }

        """
      try test.write(toFile: tests + "/TestA.swift", atomically: true, encoding: .utf8)
      let outcome = try run(
        "/usr/bin/env",
        [
          "python3", Self.script, folder.file("checkout"), "--write", folder.file("written"), "--marbled",
          Binary.path(),
        ])
      #expect(outcome.ending == .exited(0) && outcome.output.hasSuffix(", 3 rows of issues\n"), "\(outcome.error)")
      let written = try String(contentsOfFile: folder.file("written/Issues.swift"), encoding: .utf8)
      #expect(
        written.contains(
          """
            @Test func issue_450_debounce_error_busy() async {
              await report("450-debounce-error busy", "a,,,^", "a,,,|") { diagram in
                try expectMarbles(
                  ["a^"],
                  through: { inputs, clock in
                    inputs[0].debounce(for: .seconds(0), clock: clock)
                  }, gives: diagram, dialect: .asv, order: .inTurn)
              }
            }
          """), "\(written)")
    }

    /// What `judge` prints and returns for one row and a line of its test.
    private func judged(_ result: String, should: String = "a,,,^", version: String) throws -> String {
      let program = """
        import importlib.machinery, importlib.util, sys
        sys.dont_write_bytecode = True
        loader = importlib.machinery.SourceFileLoader("upstream", sys.argv[1])
        upstream = importlib.util.module_from_spec(importlib.util.spec_from_loader("upstream", loader))
        loader.exec_module(upstream)
        facts = {"file": "up/7-a.yaml", "row": "busy", "issue": "https://example.com/issues/7", "checkedWith": "1.1.4",
                 "should": sys.argv[2], "expect": "a,,,|", "order": "inTurn"}
        body = '"a^"\\n$0.inputs[0]\\n"' + sys.argv[2] + '"'
        row = upstream.IssueRow(facts, upstream.Block("testBusy", "", body))
        lines = [f"issue\\t7-a busy\\t{sys.argv[3]}"] if sys.argv[3] else []
        print(upstream.judge([row], lines, sys.argv[4], False))
        """
      let outcome = try run(
        "/usr/bin/env",
        ["python3", "-c", program, Self.script, should, result.replacing(" ", with: "\t"), version])
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      return outcome.output
    }

    @Test("what came of a row is compared with what is known", .needs(.python)) func verdicts() throws {
      let known = try judged("fails known a---|", version: "1.1.4")
      #expect(known == "fails as known: 7-a busy, a---|; https://example.com/issues/7\nFalse\n")
      let passing = try judged("passes known a---|", should: "a,,,|", version: "1.1.4")
      #expect(passing.hasPrefix("passes as known: ") && passing.hasSuffix("\nFalse\n"))
      // With the version of the data, reality differs from it; in another checkout, that is good news.
      let advice = "7-a busy: passes with %. After a release, set `passesSince:` and `checkedWith:` in Config/upstream"
      let mended = try judged("passes new a---^", version: "1.1.4")
      #expect(mended.hasPrefix("passes now: ") && mended.contains(advice.replacing("%", with: "1.1.4")))
      #expect(mended.hasSuffix("\nTrue\n"))
      let checkout = try judged("passes new a---^", version: "")
      #expect(checkout.hasPrefix("passes now: ") && checkout.contains(advice.replacing("%", with: "this checkout")))
      #expect(checkout.hasSuffix("\nFalse\n"))
      for version in ["1.1.4", "1.2.0", ""] {
        let worse = try judged("fails new a-", version: version)
        #expect(worse.hasPrefix("fails newly: 7-a busy, a-; ") && worse.hasSuffix("\nTrue\n"))
        #expect(worse.contains("  should be a,,,^; Config/upstream says that 1.1.4 gives a,,,|\n"))
        #expect(try judged("", version: version) == "no result of 7-a busy\nTrue\n")
      }
    }
  }
}
