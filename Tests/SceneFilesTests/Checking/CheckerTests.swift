import Marbles
import Operators
import Scenes
import Testing

@testable import SceneFiles

/// Files by their paths.
func check(_ files: KeyValuePairs<String, String>) -> CheckReport {
  Checker().check(files.map(\.key)) { path throws(CheckReport.Problem) in
    guard let text = files.first(where: { $0.key == path })?.value else {
      throw CheckReport.Problem(.notFound, "error: no such file: \(path)")
    }
    return text
  }
}

@Suite struct CheckerTests {
  private static let good = """
    rows:
      a: { marbles: "1-2|" }
      b: { marbles: "-x-y|" }
      merged: { apply: "merge(a, b)", expect: "1x2y|" }
      zipped:
        apply: zip(a, b)
        expect: "-'(1, x)'-['(2, y)'|]"

    """

  @Test func rowsThatDoWhatIsExpectedAgree() {
    let report = check(["good.yaml": Self.good])
    #expect(report.rows == 2 && report.failures == 0 && report.problems == 0 && report.expectingFiles == 1)
    #expect(report.files[0].rows.map(\.name) == ["merged", "zipped"])
    #expect(report.files[0].rows.map(\.location.line) == [4, 7])
  }

  private static let tie = """
    dialect: asv
    rows:
      a: { marbles: "ab--cd-e-f---gh|" }
      quiet: { apply: "a.debounce(for: .steps(3))" }
      passed: { apply: "a.map { $0 }" }

    """

  @Test("a row whose result depends on the order of an instant is reported, with both results")
  func races() throws {
    var checker = Checker()
    checker.checksOrders = true
    let report = checker.check(["tie.yaml", "good.yaml", "live.yaml"]) { path throws(CheckReport.Problem) in
      switch path {
      case "tie.yaml": Self.tie
      case "good.yaml": Self.good
      default: "rows:\n  a: { live: true }\n"
      }
    }
    #expect(report.problems == 0 && report.failures == 0 && report.files.map { $0.races?.count } == [1, 0, 0])
    let race = try #require(report.files[0].races?.first)
    #expect(race.row == "quiet" && race.order == .inTurn && race.other == .shuffled(seed: 1) && race.location.line == 4)
    #expect(
      race.picture(width: 80) == """
        inTurn       ------------f--[h|]
        shuffled(1)  ----b-------f--[h|]
                         ^
        """)
    #expect(check(["tie.yaml": Self.tie]).files[0].races == nil, "it was not asked for")
  }

  @Test("a scene has an order")
  func order() throws {
    let file = try SceneFile(parsing: "order: shuffled(7)\n" + Self.good, path: "x.yaml")
    #expect(file.scene.order == .shuffled(seed: 7) && file.scene.yaml.contains("order: shuffled(7)"))
    let error = #expect(throws: SceneFileError.self) {
      try SceneFile(parsing: "order: togehter\n" + Self.good, path: "x.yaml")
    }
    #expect(error?.description.contains("did you mean `together`?") == true, "\(error as Any)")
  }

  @Test func aLiveSceneIsReadAndNotPlayed() {
    let report = check(["live.yaml": "rows:\n  a: { live: true }\n  b: { apply: a }\n"])
    #expect(report.rows == 0 && report.failures == 0 && report.problems == 0)
  }

  @Test func aRowThatDoesNotIsShown() throws {
    let report = check(["bad.yaml": Self.good.replacing("(2, y)", with: "(2, z)")])
    #expect(report.rows == 2 && report.failures == 1)
    guard case .differs(let mismatch) = report.files[0].rows[1].outcome else {
      Issue.record("it agrees")
      return
    }
    #expect(mismatch.difference.description == "zipped: at 3 s expected (2, z), got (2, y)")
    #expect((mismatch.line, mismatch.column) == (7, 25))
    #expect(
      mismatch.picture(width: 80) == """
        expected  -'(1, x)'-['(2, z)'|]
        actual    -'(1, x)'-['(2, y)'|]
                             ^
        """)
  }

  @Test(
    "a place is found in every kind of scalar",
    arguments: [
      ("\"-'(1, x)'-'(2, z)'|\"", 4, 24), ("'-''(1, x)''-''(2, z)''|'", 4, 26), ("-'(1, x)'-'(2, z)'|", 4, 23),
      ("|\n      -'(1, x)'\n      -'(2, z)'|", 6, 8), (">-\n      -'(1, x)'\n      -'(2, z)'|", 6, 8),
      ("\"-'(1, x)'-\\\n      '(2, z)'|\"", 5, 7), ("\"-'(1, \\u0078)'-'(2, z)'|\"", 4, 29),
    ])
  func places(scalar: String, line: Int, column: Int) throws {
    let text = """
      rows:
        a: { marbles: "1-2|" }
        b: { marbles: "-x-y|" }
        zipped: { apply: zip(a, b), expect: EXPECTATION }

      """
    let inline = text.replacing(
      "{ apply: zip(a, b), expect: EXPECTATION }", with: "\n    apply: zip(a, b)\n    expect: \(scalar)")
    let row = try #require(check(["s.yaml": inline]).files[0].failures.first)
    let mismatch: Mismatch? = if case .differs(let mismatch) = row.outcome { mismatch } else { nil }
    let place = try #require(mismatch)
    #expect((place.line, place.column) == (line + 2, column))
  }

  @Test func theOrderIsThatOfTheFiles() {
    let report = check([
      "c.yaml": Self.good, "none.yaml": "rows: {}", "a.yaml": Self.good, "gone.yaml.": "", "b.yaml": Self.good,
    ])
    #expect(report.files.map(\.path) == ["c.yaml", "none.yaml", "a.yaml", "gone.yaml.", "b.yaml"])
    #expect(report.rows == 6 && report.problems == 2 && report.expectingFiles == 3)
  }

  @Test func manyFilesAtOnceGiveWhatEachGivesAlone() {
    let paths = (0..<64).map { "\($0).yaml" }
    let report = Checker().check(paths) { path in
      path.hasPrefix("1") ? Self.good.replacing("1x2y|", with: "1x2z|") : Self.good
    }
    #expect(report.files.map(\.path) == paths)
    #expect(report.files.map { $0.failures.map(\.name) } == paths.map { $0.hasPrefix("1") ? ["merged"] : [] })
  }

  @Test func whatIsNoSceneIsAProblem() {
    let report = check([
      "bad.yaml": "rows:\n  a: { marbles: \"1[2\" }\n",
      "unknown.yaml": "rows:\n  a: { apply: b }\n",
    ])
    #expect(
      report.files[0].problem?.message == """
        bad.yaml:2:19: error: found a group `[` that is never closed, expected `]` after its values
            a: { marbles: "1[2" }
                            ^
        """)
    #expect(report.files[1].problem?.kind == .malformed)
    let missing = Checker().check(["nowhere.yaml"]) { path throws(CheckReport.Problem) in
      throw CheckReport.Problem(.notFound, "error: no such file: \(path)")
    }
    #expect(missing.files[0].problem == CheckReport.Problem(.notFound, "error: no such file: nowhere.yaml"))
  }

  @Test func aSceneThatExpectsNothingIsNoFailure() {
    let report = check(["quiet.yaml": "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a }\n"])
    #expect(report.files[0].rows.isEmpty && report.problems == 0 && report.failures == 0 && report.expectingFiles == 0)
  }

  @Test func aSceneThatIsStoppedFailsWithWhatStoppedIt() {
    let spin = "a.flatMap { _ in [1].async.repeated().ignoreElements() }"
    let text = "rows:\n  a: { marbles: \"1|\" }\n  spin: { apply: '\(spin)' }\n"
    let expecting = text + "  b: { apply: a, expect: \"1|\" }\n"
    let report = check(["spin.yaml": expecting, "quiet.yaml": text])
    guard case .stopped(.runaway(let row, _, _))? = report.files[0].rows.first?.outcome else {
      Issue.record("\(report.files[0])")
      return
    }
    #expect(row == "spin" && report.failures == 1)
    #expect(report.files[1].problem?.message.hasPrefix("quiet.yaml: error: row spin: more than ") == true)
  }

  @Test func durationsAndDialectsAreTheScenes() {
    let report = check([
      "cut.yaml": "duration: 2s\nrows:\n  a: { marbles: \"1-2-3|\" }\n  b: { apply: a, expect: \"1-2\" }\n",
      "rx.yaml": """
      dialect: rx
      rows:
        a: { marbles: "-a-#" }
        b: { apply: a, expect: "-a-#" }

      """,
    ])
    #expect(report.rows == 2 && report.failures == 0 && report.problems == 0)
  }

  @Test func everyShippedSceneAgrees() throws {
    let names = SceneLibrary.shipped.names
    #expect(!names.isEmpty)
    for name in names {
      let file = try #require(try SceneLibrary.shipped.file(named: name))
      let rows = try Checker().rows(of: file)
      let failures = rows.filter { !$0.agrees }
      #expect(failures.isEmpty, "\(name): \(failures)")
    }
  }
}
