import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// Files of other programs in a folder, filters, and checks that end early.
@Suite struct OtherFilesTests {
  @Test(
    "a YAML file may be a scene if it has keys of scenes, also with mistakes",
    arguments: [
      "rows:\n  a: { marbles: \"1|\" }\n", "\u{FEFF}rows:\n", "rows : {}\n", "\"rows\": {}\n", "'rows':\r\n  a: 1\r\n",
      "rows: 5\n", "# A comment.\n---\nrows:\n", "kind: list\nitems: [a]\n", "kind: 'matrix' # rain\n",
      "kind: List\nitems: [a]\n", "kind: lst\nitems: [a]\n", "rwos:\n  a: { marbles: \"1|\" }\n",
      "title: A\nrow:\n  a: { live: true }\n", "title: A\nstep: 500ms\n", "dialect: asv\n",
      "rows:\n  - a: { marbles: \"1|\" }\n", "rows:\n- a: { apply: b }\n", "rows: [{ a: { apply: b } }]\n",
      "{ rows: { a: { marbles: \"1|\" } } }\n", "{\n  \"rows\": {}\n}\n", "{ kind: list, items: [a] }\n",
      "wrong: [\nrows:\n", "--- {rows: {a: {marbles: \"1-2|\"}}}\n",
      "---\t{ kind: list, items: [a] } # A list.\n", "# A comment.\n--- {\n  rows: {} }\n",
      "services:\n  a: { \"marbles\": x }\n",
    ])
  func scenes(text: String) { #expect(SceneFile.mayBeScene(text)) }

  @Test(
    "a YAML file of another program is none",
    arguments: [
      "", "\n# rows:\n", "services:\n  web: { image: x }\n", "- rows\n", "- rows: 1\n", "  rows: 1\n",
      "apiVersion: v1\nkind: Pod\nspec: { rows: 3 }\n", "apiVersion: v1\nkind: List\nitems: []\n",
      "kind: Deployment\napiVersion: apps/v1\n", "{{- if .Values }}\nkind: Pod\n{{- end }}\n",
      "{{ rows }}\napiVersion: v1\nkind: List\n", "columns: [a, b]\nrows:\n  - [1, 2]\n", "rows: [[1, 2]]\n",
      "title: Menu\nitems:\n  - Home\n", "version: 2\nsteps:\n  - run: x\n", "step: 1\njobs: {}\n",
      "name: x # marbles: 1\n", "text: the marbles:1\n", "arrows: 1\n", "borrows: { rows2: 1 }\n", "kind: listing\n",
      "{ \"name\": \"rows\" }\n", "{ kind: Pod }\n", "--- { kind: Pod, apiVersion: v1 }\n", "--- # rows:\na: 1\n",
      "---{ rows: {} }\n", "a: 1\n--- { rows: {} }\n", "--- |\n  rows:\n", "row: 1\nname: x\n",
      "on:\n  push:\n    paths: [rows]\n",
    ])
  func others(text: String) { #expect(!SceneFile.mayBeScene(text)) }

  @Test("telling them apart takes little time", arguments: ["m", "marbles", "{a: kind ", "#", "rows", "\""])
  func growth(part: String) {
    let text = "{ a: " + String(repeating: part, count: 1_000_000)
    #expect(!SceneFile.mayBeScene(text))
  }

  private static let good = "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a, expect: \"1|\" }\n"
  private static let bad = "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a, expect: \"2|\" }\n"

  private let texts = [
    "d/a.yaml": good, "d/b.yaml": bad, "d/compose.yaml": "services: {}\n", "d/x.md": "# Title\n", "e/y.yaml": "",
    "d/typo.yaml": "rwos:\n  a: { marbles: \"1|\" }\n",
  ]

  private func report(_ files: [SceneFolder.File], _ change: (inout Checker) -> Void = { _ in }) -> CheckReport {
    var checker = Checker()
    change(&checker)
    return checker.check(files) { [texts] file throws(CheckReport.Problem) in texts[file.path]! }
  }

  @Test("files of other programs in a folder are passed over, and those that are given are errors") func passedOver() {
    let found = report(["d/a.yaml", "d/compose.yaml", "d/x.md"].map { SceneFolder.File($0, in: "d") })
    #expect(found.passedOver == 2 && found.problems == 0 && found.rows == 1 && found.files.map(\.path) == ["d/a.yaml"])
    let given = report(["d/a.yaml", "d/compose.yaml", "d/x.md"].map { SceneFolder.File($0) })
    #expect(given.passedOver == 0 && given.problems == 2)
    #expect(report([SceneFolder.File("d/typo.yaml", in: "d")]).problems == 1)
  }

  @Test("a folder without scenes is a problem, at its place among the files") func emptyFolders() {
    let files = [
      SceneFolder.File("d/compose.yaml", in: "d"), SceneFolder.File("d/x.md", in: "d"), SceneFolder.File("d/a.yaml"),
      SceneFolder.File("e/y.yaml", in: "e"),
    ]
    let found = report(files)
    #expect(found.files.map(\.path) == ["d", "d/a.yaml", "e"] && found.problems == 2)
    #expect(found.files[0].problem?.message == "error: no scene (*.yaml or *.yml) in the folder d")
    #expect(found.files[0].problem?.kind == .notFound)
    let ignoring = report(files) { $0.ignoresOthers = true }
    #expect(ignoring.problems == 0 && ignoring.files.map(\.path) == ["d/a.yaml"])
    // A file of the folder that is also given counts as one of its files.
    var given = SceneFolder.File("d/a.yaml", in: "d")
    given.isGiven = true
    #expect(report([given, SceneFolder.File("d/x.md", in: "d")]).problems == 0)
  }

  @Test("a check that ends early reports the files up to the first one that fails, whatever the threads do")
  func failFast() {
    let names = (0..<64).map { "\($0).yaml" }
    for _ in 0..<20 {
      var checker = Checker()
      checker.failsFast = true
      let found = checker.check(names) { ["9.yaml", "20.yaml", "40.yaml"].contains($0) ? Self.bad : Self.good }
      #expect(found.files.map(\.path) == (0...9).map { "\($0).yaml" } && found.failures == 1 && found.unchecked == 54)
    }
    let problem = report([SceneFolder.File("d/compose.yaml"), SceneFolder.File("d/b.yaml")]) { $0.failsFast = true }
    #expect(problem.problems == 1 && problem.failures == 0 && problem.unchecked == 1)
    let folder = report([SceneFolder.File("e/y.yaml", in: "e"), SceneFolder.File("d/b.yaml")]) { $0.failsFast = true }
    #expect(folder.files.map(\.path) == ["e"] && folder.unchecked == 1)
    #expect(report([SceneFolder.File("d/a.yaml")]) { $0.failsFast = true }.unchecked == 0)
    #expect(report([SceneFolder.File("d/a.yaml")]).unchecked == nil)
  }

  private static let two = """
    rows:
      a: { marbles: "1-2|" }
      merged: { apply: "merge(a, a)", expect: "1-3|" }
      mapped: { apply: "a.map { $0 }", expect: "1-3|" }

    """

  @Test(
    "a filter chooses rows by the path of the file, the name of the scene or the name of the row",
    arguments: [
      ("merged", ["merged"]), ("m.*ed$", ["merged", "mapped"]), ("^x", ["merged", "mapped"]),
      ("x\\.yaml", ["merged", "mapped"]), ("^a$", []), ("Merged", []), ("(?i)Merged", ["merged"]), ("$0", []),
      ("", ["merged", "mapped"]),
    ])
  func filters(pattern: String, expected: [String]) throws {
    var checker = Checker()
    checker.filter = CheckFilter(try Pattern(parsing: pattern))
    checker.checksOrders = true
    checker.checksLints = true
    let report = checker.check(["x.yaml"]) { _ in Self.two }
    #expect(report.files.flatMap(\.rows).map(\.name) == expected)
    #expect(report.files.isEmpty == expected.isEmpty)
  }

  @Test("a filter leaves out races and lints of other rows, and no file that can't be read") func filteredFindings()
    throws
  {
    let tie = """
      dialect: asv
      rows:
        a: { marbles: "ab--cd-e-f---gh|" }
        quiet: { apply: "a.debounce(for: .steps(3))" }
        calm: { apply: "a.debounce(for: .steps(3))" }

      """
    var checker = Checker()
    checker.checksOrders = true
    checker.filter = CheckFilter(try Pattern(parsing: "calm"))
    let report = checker.check(["tie.yaml", "broken.yaml"]) { $0 == "tie.yaml" ? tie : "rows: 5\n" }
    #expect(report.files[0].races?.map(\.row) == ["calm"] && report.problems == 1)
  }

  @Test("a filter finds scenes of documents by their titles and numbers") func filteredDocuments() throws {
    let block = "rows: { a: { marbles: \"1|\" }, b: { apply: a, expect: \"2|\" } }\n```\n"
    let text = "```marbled\n\(block)\n```marbled\ntitle: Two\n\(block)"
    for (pattern, expected) in [("#1", ["x.md#1"]), ("Two", ["Two"]), ("x.md", ["x.md#1", "Two"])] {
      var checker = Checker()
      checker.filter = CheckFilter(try Pattern(parsing: pattern))
      #expect(checker.check(["x.md"]) { _ in text }.files.compactMap(\.source?.scene.name) == expected)
    }
  }

  @Test("a problem has its place") func places() {
    let report = check([
      "none.yaml": "rows: 5\n", "gone.yaml.": "x", "spin.yaml": "rows:\n  a: { marbles: \"1[2\" }\n",
      "x.md":
        "\n```marbled\nrows: { a: { marbles: \"1|\" }, b: { apply: 'a.flatMap { _ in [1].async.repeated().ignoreElements() }' } }\n```\n",
    ])
    #expect(
      report.files.map { $0.problem?.place?.description } == [
        "none.yaml:1:7", "gone.yaml.:1:1", "spin.yaml:2:19", "x.md:2",
      ])
    for problem in report.files.compactMap(\.problem) {
      #expect(problem.message.hasPrefix("\(problem.place!): error: "))
    }
  }
}
