import SceneFiles
import Scenes
import Testing

@testable import Formats

/// Workflow commands, read by the rules of "Workflow commands for GitHub Actions": `::name key=value,key=value::message`,
/// in which `%25`, `%0D` and `%0A` are `%`, CR and LF, and in values `%3A` and `%2C` are `:` and `,`.
@Suite struct CheckReportGitHubTests {
  private struct Command: Hashable {
    var name: String
    var properties: [String: String]
    var message: String

    /// Reads a line as the runner does; nil for a line that is no command.
    init?(_ line: Substring) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).firstRange(of: "::") else { return nil }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
      let parts = head.split(separator: " ", maxSplits: 1)
      name = String(parts[0])
      properties = [:]
      for property in parts.dropFirst().first?.split(separator: ",") ?? [] {
        let pair = property.split(separator: "=", maxSplits: 1)
        properties[String(pair[0])] = pair.count < 2 ? "" : Self.unescaped(String(pair[1]), inProperty: true)
      }
      message = Self.unescaped(String(line[end.upperBound...]))
    }

    private static func unescaped(_ text: String, inProperty: Bool = false) -> String {
      var text = text.replacing("%0D", with: "\r").replacing("%0A", with: "\n")
      if inProperty { text = text.replacing("%3A", with: ":").replacing("%2C", with: ",") }
      return text.replacing("%25", with: "%")
    }
  }

  private func report(_ files: KeyValuePairs<String, String>, _ change: (inout Checker) -> Void = { _ in })
    -> CheckReport
  {
    var checker = Checker()
    change(&checker)
    var report = checker.check(files.map(\.key)) { path in files.first { $0.key == path }!.value }
    report.duration = .milliseconds(31)
    return report
  }

  private static let bad = "rows:\n  a: { marbles: \"1-2|\" }\n  b: { apply: a, expect: \"1-3|\" }\n"

  @Test("a row that differs is an error at its place, with both diagrams") func differences() {
    let text = CheckReportGitHub.print(report(["x.yaml": Self.bad]))
    #expect(
      text == """
        ::error file=x.yaml,line=3,col=29,title=b differs::b: at 2 s expected 3, got 2%0A  expected  1-3|%0A  \
        actual    1-2|%0A              ^
        1 of 1 row in 1 file differs (31 ms)

        """)
    #expect(CheckReportGitHub.print(report(["x.yaml": Self.bad]), isQuiet: true).split(separator: "\n").count == 1)
  }

  @Test(
    "whatever is in names and values, a command is one line, and gives them back",
    arguments: [
      "100%, done: x.yaml", "a\nb.yaml", "::stop-commands::x.yaml", "%0A%3A%25.yaml", "é,::,.yaml", "##[error]x.yaml",
    ])
  func escapes(path: String) throws {
    let text = """
      rows:
        a: { marbles: "1|" }
        b: { apply: 'a.map { _ in "50%:,\\n::error::x%0A" }', expect: "2|" }

      """
    let report = report([path: text])
    try #require(report.failures == 1)
    let lines = CheckReportGitHub.print(report, isQuiet: true).split(separator: "\n")
    let command = try #require(lines.first.flatMap(Command.init))
    #expect(lines.count == 1 && command.name == "error")
    #expect(command.properties == ["file": path, "line": "3", "col": "65", "title": "b differs"])
    #expect(command.message.hasPrefix("b: at 0 s expected 2, got "), "\(command.message)")
    #expect(command.message.contains("50%:,") && command.message.hasSuffix("^"), "\(command.message)")
  }

  @Test("what can't be checked is an error; lints are warnings; the rest are notices") func levels() throws {
    let quiet = "rows:\n  a: { marbles: \"10-20-30-40|\" }\n  b: { apply: \"a.debounce(for: .seconds(3))\" }\n"
    let text = CheckReportGitHub.print(report(["none.yaml": "rows: 5\n", "q.yaml": quiet]) { $0.checksLints = true })
    let commands = text.split(separator: "\n").compactMap(Command.init)
    try #require(commands.map(\.name) == ["error", "warning", "notice", "notice", "error"], "\(text)")
    #expect(commands[0].properties == ["file": "none.yaml", "line": "1", "col": "7", "title": "can't be checked"])
    #expect(!commands[0].message.contains("none.yaml") && !commands[0].message.hasPrefix("error"))
    #expect(commands[1].properties["title"] == "b: never-quiet" && commands[1].properties["line"] == "3")
    #expect(commands[1].message.contains("\n  help: ") && !commands[1].message.contains("lint: "))
    #expect(commands[2].properties["line"] == "2" && commands[2].message.hasPrefix("each digit is a value"))
    #expect(commands[3].properties == ["file": "q.yaml", "title": "nothing was compared"])
    #expect(commands[4].properties == ["title": "nothing was compared"])
    let isQuiet = CheckReportGitHub.print(report(["q.yaml": quiet]), isQuiet: true)
    #expect(isQuiet.split(separator: "\n").compactMap(Command.init).map(\.name) == ["error"])
  }

  @Test("races, pictures and files out of time are errors") func others() throws {
    let tie = """
      dialect: asv
      rows:
        a: { marbles: "ab--cd-e-f---gh|" }
        quiet: { apply: "a.debounce(for: .steps(3))" }

      """
    var report = report(["tie.yaml": tie]) { $0.checksOrders = true }
    let document = try MarkdownDocument(parsing: "<!-- marbled: zip -->\n\n\n![a](p/a.svg)\n", path: "x.md")
    let link = try #require(document.figures.first?.pictures.first)
    report.pictures = [.init(link, of: "x.md", .missing), .init(link, of: "y.md", .outdated)]
    report.add(CheckReport.Problem(.outOfTime, "z.yaml: error: too slow\n  help: wait"), of: "z.yaml")
    let text = CheckReportGitHub.print(report, isQuiet: true)
    let commands = text.split(separator: "\n").compactMap(Command.init)
    try #require(commands.map(\.name) == ["error", "error", "error", "error"])
    #expect(
      commands.map { $0.properties["title"] } == [
        "quiet depends on the order", "out of time", "a picture is missing", "a picture is out of date",
      ])
    #expect(commands[0].message.contains("\n  inTurn  "))
    #expect(commands[1].message == "too slow\n  help: wait")
    #expect(commands[2].properties["file"] == "x.md" && commands[2].properties["col"] == "6")
  }

  @Test(
    "paths are those from the root of the repository, or absolute",
    arguments: [
      ("x.yaml", nil, "x.yaml"), ("./x.yaml", nil, "x.yaml"), (".//d/./x.yaml", nil, "d/./x.yaml"),
      ("/w/x.yaml", nil, "/w/x.yaml"), ("x.yaml", "/w/sub", "/w/sub/x.yaml"), ("./x.yaml", "/w/sub", "/w/sub/x.yaml"),
      ("/w/x.yaml", "/w/sub", "/w/x.yaml"), ("-", "/w", nil),
    ] as [(String, String?, String?)])
  func paths(path: String, folder: String?, expected: String?) {
    let text = CheckReportGitHub.print(report([path: Self.bad]), folder: folder)
    #expect(text.split(separator: "\n").first.flatMap(Command.init)?.properties["file"] == expected)
  }
}

/// What was passed over and what was not checked.
@Suite struct CheckReportCountTests {
  @Test func filesThatAreNotCheckedAreCounted() {
    var report = Checker().check(["0.yaml"]) { _ in
      "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a, expect: \"2|\" }\n"
    }
    report.duration = .milliseconds(31)
    report.unchecked = 0
    #expect(CheckReportText.summary(of: report) == "1 of 1 row in 1 file differs (31 ms)")
    report.unchecked = 1
    #expect(CheckReportText.summary(of: report) == "1 of 1 row in 1 file differs, 1 file not checked (31 ms)")
    report.unchecked = 2
    #expect(CheckReportText.summary(of: report) == "1 of 1 row in 1 file differs, 2 files not checked (31 ms)")
    #expect(CheckReportJSONLines.print(report).contains(#""problems":0,"unchecked":2,"seconds":0.031}"#))
    report.unchecked = nil
    #expect(!CheckReportJSONLines.print(report).contains("unchecked"))
  }

  @Test func otherFilesAreCounted() {
    var report = Checker().check([String]()) { _ in "" }
    #expect(CheckReportText.otherFiles(report) == nil)
    report.passedOver = 1
    #expect(CheckReportText.otherFiles(report) == "note: passed over 1 other file")
    report.passedOver = 2
    #expect(CheckReportText.otherFiles(report) == "note: passed over 2 other files")
  }
}
