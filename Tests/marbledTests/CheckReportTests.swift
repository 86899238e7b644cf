import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Reports for CI systems: `--junit` and `--format github`.
  @Suite struct CheckReportTests {
    private let folder: CheckedFolder

    init() throws { folder = try CheckedFolder() }

    @Test(
      "--junit writes the report beside the text, also with --quiet",
      arguments: [[], ["--quiet"], ["--format", "json"]])
    func junit(options: [String]) throws {
      try folder.write(["a.yaml": CheckedFolder.bad])
      let alone = try folder.check(options + [folder.file("a.yaml")])
      let outcome = try folder.check(options + ["--junit", folder.file("report.xml"), folder.file("a.yaml")])
      func timeless(_ text: String) -> String { text.replacing(/"seconds":[0-9.]+/, with: "") }
      #expect(timeless(outcome.output) == timeless(alone.output) && outcome.ending == .exited(1) && outcome.error == "")
      let printed = try run(Binary.path(), ["check", "--format", "junit", folder.file("a.yaml")]).output
      func untimed(_ text: String) -> String { text.replacing(/time="[0-9.]+"/, with: "") }
      #expect(try untimed(folder.read("report.xml")) == untimed(printed))
    }

    @Test("the file of --junit has all rows and problems, whatever the exit code") func junitOfProblems() throws {
      try folder.write(["a.yaml": CheckedFolder.good, "b.yaml": "rows: 5\n"])
      #expect(try folder.check(["--junit", folder.file("r.xml"), folder.path]).ending == .exited(65))
      #expect(try folder.read("r.xml").contains("tests=\"3\" failures=\"0\" errors=\"1\""))
      let none = try folder.check(["--junit", folder.file("none/r.xml"), folder.file("a.yaml")])
      #expect(none.error.hasPrefix("error: --junit: TMP/none/r.xml can't be written: ") && none.ending == .exited(74))
      #expect(none.error == "error: --junit: TMP/none/r.xml can't be written: No such file or directory\n")
      #expect(none.output == "2 rows in 1 file agree (… ms)\n")
    }

    @Test("--junit keeps a link") func junitLink() throws {
      try folder.write(["a.yaml": CheckedFolder.good, "reports/r.xml": ""])
      try FileManager.default.createSymbolicLink(atPath: folder.file("r.xml"), withDestinationPath: "reports/r.xml")
      #expect(try folder.check(["--junit", folder.file("r.xml"), folder.file("a.yaml")]).ending == .exited(0))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("r.xml")) == "reports/r.xml")
      #expect(try folder.read("reports/r.xml").contains("tests=\"2\""))
    }

    @Test("--format json has the place of a problem, where it is known") func places() throws {
      try folder.write(["b.yaml": "rows: 5\n", "x.md": "\n<!-- marbled: b.yaml -->\n![x](x.svg)\n"])
      let lines = try folder.check(["--format", "json", "--quiet", folder.path, folder.file("gone.yaml")]).lines
      #expect(lines.count == 2, "\(lines)")
      #expect(
        lines[0].hasPrefix(#"{"file":"TMP/b.yaml","result":"problem","line":1,"column":7,"message":"TMP/b.yaml:1:7"#))
      #expect(lines[1].hasPrefix(#"{"file":"TMP/gone.yaml","result":"problem","message":"#))
      try folder.write(["x.md": "\n<!-- marbled: nope -->\n![x](x.svg)\n"])
      let picture = try folder.check(["--format", "json", "--quiet", folder.file("x.md")]).lines
      #expect(
        picture.first?.hasPrefix(#"{"file":"TMP/x.md","result":"problem","line":2,"message":"#) == true, "\(picture)")
      // The place is in the scene file, and not in the document.
      try folder.write(["x.md": "\n<!-- marbled: b.yaml -->\n![x](x.svg)\n"])
      let scene = try folder.check(["--format", "json", "--quiet", folder.file("x.md")]).lines
      #expect(
        scene.first?.hasPrefix(#"{"file":"TMP/x.md","result":"problem","message":"TMP/b.yaml:1:7: "#) == true,
        "\(scene)")
    }

    @Test("--junit writes into a pipe") func junitPipe() throws {
      try folder.write(["a.yaml": CheckedFolder.good])
      let outcome = try shell(
        """
        cd '\(folder.path)' && mkfifo pipe && { cat pipe > copy & }
        marbled check --quiet --junit pipe a.yaml && wait && test -p pipe && grep -c '<testcase' copy
        """)
      #expect(outcome.output == "2\n" && outcome.ending == .exited(0), "\(outcome)")
    }

    @Test("--format github prints annotations and the counts, and nothing else twice") func github() throws {
      try folder.write(["a.yaml": CheckedFolder.bad, "b.yaml": "rows: 5\n", "c.yaml": "services: {}\n"])
      let outcome = try folder.check(["--format", "github", folder.path])
      #expect(outcome.lines.count == 3 && outcome.error == "note: passed over 1 other file\n")
      #expect(
        outcome.lines[0].hasPrefix(
          "::error file=TMP/a.yaml,line=5,col=58,title=zip differs::zip: at 3 s expected (2, x), got (2, b)%0A"))
      #expect(outcome.lines[1].hasPrefix("::error file=TMP/b.yaml,line=1,col=7,title=can't be checked::"))
      #expect(outcome.lines[2] == "1 of 2 rows in 1 file differs, 1 file can't be checked (… ms)")
      #expect(outcome.ending == .exited(65))
      try folder.write(["a.yaml": "rows: { a: { marbles: \"1|\" } }\n"])
      let nothing = try folder.check(["--format", "github", "--quiet", folder.file("a.yaml")])
      #expect(nothing.output.hasPrefix("::error title=nothing was compared::no row has `expect:`, so "))
      #expect(nothing.error == "" && nothing.ending == .exited(1))
    }

    @Test("in a folder of the repository, --format github prints paths that GitHub finds") func githubFolder() throws {
      try folder.write(["sub/a.yaml": CheckedFolder.bad])
      func path(_ workspace: String, _ current: String) throws -> String {
        let script =
          "cd '\(current)' && marbled check --format github --quiet '\(current == folder.path ? "sub/" : "")a.yaml'"
        let outcome = try RunningCommand(shell: script, environment: ["GITHUB_WORKSPACE": workspace]).ended()
        return String(outcome.output.prefix { $0 != "," })
      }
      #expect(try path(folder.path, folder.path) == "::error file=sub/a.yaml")
      #expect(try path(folder.path, folder.file("sub")) == "::error file=\(folder.file("sub/a.yaml"))")
    }
  }
}
