import Narrations
import Scenes
import Testing

@testable import SceneFiles

/// `lint:` of a scene, and what is found with it.
@Suite struct LintKeyTests {
  private static func text(_ lint: String) -> String {
    """
    \(lint)rows:
      typed: { marbles: "abcdefgh|" }
      results:
        apply: "typed.debounce(for: .seconds(2))"
        expect: "--------[h|]"

    """
  }

  private func report(_ text: String, allowing allowed: Set<Lint> = []) -> CheckReport {
    var checker = Checker()
    checker.checksLints = true
    checker.allowedLints = allowed
    return checker.check(["a.yaml"]) { _ in text }
  }

  @Test("a finding has the place of the part of the expression") func place() throws {
    let report = report(Self.text(""))
    #expect(report.failures == 0 && report.problems == 0 && report.lints == 1)
    let found = try #require(report.files[0].lints?.first)
    #expect((found.row, found.line, found.column) == ("results", 4, 18))
    #expect(found.finding.lint == .neverQuiet)
  }

  @Test("a scene or the caller allows a lint by its name") func allow() {
    let allowed = Self.text("lint: { allow: { never-quiet: shows the mistake } }\n")
    #expect(report(allowed).lints == 0)
    #expect(report(Self.text("lint: { allow: { growing-buffer: not this one } }\n")).lints == 1)
    #expect(report(Self.text(""), allowing: [.neverQuiet]).lints == 0)
    #expect(report(Self.text(""), allowing: [.growingBuffer]).lints == 1)
  }

  @Test("nothing is looked for unless that is asked") func optIn() {
    let report = check(["a.yaml": Self.text("")])
    #expect(report.files[0].lints == nil && report.lints == 0)
  }

  @Test("a result that depends on ties is found by a run in other orders") func ties() throws {
    let found = try #require(
      report(
        "dialect: asv\nrows:\n  a: { marbles: \"ab--cd-e-f---gh|\" }\n  quiet: { apply: \"a.debounce(for: .steps(3))\" }\n"
      )
      .files[0].lints)
    #expect(found.map(\.finding.lint) == [.orderOfTies])
    #expect(
      found[0].finding.sentence
        == "quiet depends on the order of an instant: with --order shuffled(1), at 5 s expected nothing, got b")
    let apart = report(
      "rows:\n  a: { marbles: \"ab--cd-e-f---gh|\" }\n  quiet: { apply: \"a.debounce(for: .seconds(2.5))\" }\n")
    #expect(apart.lints == 0)
  }

  @Test("what is written is read again") func roundTrip() throws {
    let scene = try SceneFile(
      parsing: Self.text("lint: { allow: { never-quiet: 'shows: it' } }\n"),
      path: "a.yaml"
    ).scene
    #expect(scene.allowedLints == [.neverQuiet: "shows: it"])
    #expect(try SceneFile(parsing: scene.yaml, path: "a.yaml").scene == scene)
  }
}
