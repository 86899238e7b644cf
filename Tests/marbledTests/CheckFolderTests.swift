import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Folders whose files are not all scenes, and parts of what is there.
  @Suite struct CheckFolderTests {
    private static let (good, bad) = (CheckedFolder.good, CheckedFolder.bad)
    private static let others = [
      "README.md": "# Hello\n", "compose.yaml": "services:\n  web: { image: x }\n", "list.yaml": "- rows\n",
      "pod.yaml": "apiVersion: v1\nkind: Pod\nspec: { rows: 3 }\n", "broken.yaml": "{{- if .Values }}\n",
      "empty.yaml": "",
    ]

    private let folder: CheckedFolder

    init() throws { folder = try CheckedFolder() }

    private func write(_ files: [String: String]) throws { try folder.write(files) }

    private func check(_ arguments: String...) throws -> Outcome { try folder.check(arguments) }

    private func check(_ arguments: [String]) throws -> Outcome { try folder.check(arguments) }

    @Test func aFolderWithoutScenesIsNotFound() throws {
      let outcome = try check(folder.path)
      #expect(outcome.error == "error: no scene (*.yaml or *.yml) in the folder TMP\n" && outcome.ending == .exited(66))
      try write(Self.others)
      let others = try check(folder.path)
      #expect(
        others.error == "error: no scene (*.yaml or *.yml) in the folder TMP\nnote: passed over 6 other files\n")
      #expect(others.ending == .exited(66))
    }

    @Test("a folder has scenes that end in .yml, and those in flow style behind `---`") func otherForms() throws {
      try write([
        "a.yml": Self.good, "b.yaml": "--- {rows: {a: {marbles: \"1-2|\"}, b: {apply: a, expect: \"1-2|\"}}}\n",
      ])
      #expect(try check(folder.path).output == "3 rows in 2 files agree (… ms)\n")
    }

    @Test("a pipe or an endless device in a folder is passed over; one that is given is read") func noFiles() throws {
      try write(["a.yaml": Self.good])
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("zero.yaml"), withDestinationPath: "/dev/zero")
      try #require(mkfifo(folder.file("pipe.yaml"), 0o600) == 0)
      try #require(mkfifo(folder.file("pipe.md"), 0o600) == 0)
      let outcome = try check(folder.path)
      #expect(outcome.output == "2 rows in 1 file agree (… ms)\n" && outcome.error == "", "\(outcome)")
      let given = try shell("cat '\(folder.file("a.yaml"))' | marbled check /dev/stdin")
      #expect(given.ending == .exited(0) && given.output.hasPrefix("2 rows in 1 file agree"), "\(given)")
      try FileManager.default.removeItem(atPath: folder.file("a.yaml"))
      #expect(try check(folder.path).ending == .exited(66))
    }

    @Test("files of other programs in a folder are passed over, with a note") func passedOver() throws {
      try write(Self.others)
      try write(["good.yaml": Self.good, "sub/doc.md": "```yaml marbled\n\(Self.good)```\n"])
      let outcome = try check(folder.path)
      #expect(outcome.output == "4 rows in 2 files agree (… ms)\n" && outcome.ending == .exited(0))
      #expect(outcome.error == "note: passed over 6 other files\n")
      #expect(try check("--quiet", folder.path).error == "")
      #expect(try check("--ignore-others", folder.path).error == "")
      // A file that is given must be a scene, also when its folder is given, too.
      let given = try check(folder.path, folder.file("compose.yaml"))
      #expect(given.ending == .exited(65) && given.error.contains("TMP/compose.yaml:1:1: error: "))
      #expect(given.error.hasSuffix("note: passed over 5 other files\n"))
      // A scene with a mistake is an error, wherever it is.
      try write(["typo.yaml": "rwos:\n  a: { marbles: \"1|\" }\n"])
      let typo = try check(folder.path)
      #expect(typo.ending == .exited(65) && typo.error.contains("TMP/typo.yaml:1:1: error: a scene has no key `rwos`"))
    }

    @Test("--ignore-others leaves out what is no scene, and ends with 0 if nothing else is there")
    func ignoreOthers() throws {
      try write(Self.others)
      let paths = Self.others.keys.sorted().map(folder.file)
      let alone = try check(["--ignore-others"] + paths)
      #expect(alone.output == "no scene (… ms)\n" && alone.error == "" && alone.ending == .exited(0), "\(alone)")
      #expect(try check(["--ignore-others", folder.path]).ending == .exited(0))
      #expect(try check(paths).ending == .exited(66))
      // Scenes are checked as usual, also those with mistakes, and so is a path that is not there.
      try write(["good.yaml": Self.good, "bad.yaml": Self.bad, "typo.yaml": "rows:\n  a: { marbels: 1 }\n"])
      #expect(try check(["--ignore-others", folder.file("good.yaml")] + paths).ending == .exited(0))
      #expect(try check(["--ignore-others", folder.file("bad.yaml")] + paths).ending == .exited(1))
      #expect(try check(["--ignore-others", folder.file("typo.yaml")] + paths).ending == .exited(65))
      #expect(try check(["--ignore-others", folder.file("gone.yaml")] + paths).ending == .exited(66))
    }

    @Test("--filter checks the rows whose names match, and matching nothing is an error") func filter() throws {
      try write(["a.yaml": Self.bad, "b.yaml": Self.good])
      #expect(try check("--filter", "merge", folder.path).output == "2 rows in 2 files agree (… ms)\n")
      #expect(try check("--filter", "b\\.yaml$", folder.path).output == "2 rows in 1 file agree (… ms)\n")
      #expect(try check("--filter", "^zip$", folder.path).ending == .exited(1))
      let json = try check("--filter", "^zip$", "--format", "json", folder.file("a.yaml"))
      #expect(json.lines.count == 2 && json.output.contains(#""rows":1,"#))
      let none = try check("--filter", "nothing", folder.path)
      #expect(none.ending == .exited(66) && none.output == "no scene (… ms)\n")
      #expect(
        none.error
          == "error: --filter: `nothing` occurs in no path of a file, and in no name of a scene or a row\n")
      // Of a file that is no scene, the names are not known.
      try write(["c.yaml": "rows: 5\n"])
      #expect(try check("--filter", "merge", folder.path).ending == .exited(65))
      let pattern = try check("--filter", "a(", folder.path)
      #expect(pattern.error.contains("'--filter <pattern>': column 3: "), "\(pattern.error)")
    }

    @Test("--filter with --update changes the chosen rows only") func filteredUpdate() throws {
      let text =
        "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a, expect: \"2|\" }\n  c: { apply: a, expect: \"2|\" }\n"
      try write(["a.yaml": text])
      #expect(try check("--update", "--filter", "c", folder.file("a.yaml")).ending == .exited(0))
      #expect(
        try folder.read("a.yaml")
          == text.replacing("c: { apply: a, expect: \"2|\"", with: "c: { apply: a, expect: \"1|\""))
    }

    @Test("--filter chooses pictures by their paths and those of their documents") func filteredPictures() throws {
      try write(["x.md": "<!-- marbled: zip -->\n![z](zip.svg)\n\n<!-- marbled: merge -->\n![m](merge.svg)\n"])
      #expect(try check("--filter", "zip", folder.path).output.hasSuffix("1 of 1 picture is out of date (… ms)\n"))
      #expect(try check("--filter", "x.md", folder.path).output.hasSuffix("2 of 2 pictures are out of date (… ms)\n"))
      #expect(try check("--filter", "mark", folder.path).ending == .exited(66))
    }

    @Test("--fail-fast ends after the first file that fails, and says how many were not checked") func failFast() throws
    {
      try write(["a.yaml": Self.good, "b.yaml": Self.bad, "c.yaml": Self.bad, "d.yaml": "rows: 5\n"])
      let outcome = try check("--fail-fast", folder.path)
      #expect(outcome.output.hasSuffix("\n1 of 4 rows in 2 files differs, 2 files not checked (… ms)\n"))
      #expect(outcome.ending == .exited(1) && outcome.error == "")
      let problem = try check("--fail-fast", folder.file("a.yaml"), folder.file("d.yaml"), folder.file("c.yaml"))
      #expect(problem.output == "2 rows in 1 file agree, 1 file can't be checked, 1 file not checked (… ms)\n")
      #expect(problem.ending == .exited(65))
      #expect(try check("--fail-fast", folder.file("a.yaml")).output == "2 rows in 1 file agree (… ms)\n")
    }

    @Test("--fail-fast ends after a document whose picture is out of date") func failFastOnPictures() throws {
      try write([
        "a.yaml": Self.good, "b.md": "<!-- marbled: zip -->\n![z](zip.svg)\n", "c.yaml": Self.good, "d.yaml": Self.bad,
        "e.md": "<!-- marbled: zip -->\n![z](zip.svg)\n",
      ])
      let outcome = try check("--fail-fast", folder.path)
      #expect(
        outcome.output.hasSuffix(
          "2 rows in 1 file agree, 1 of 1 picture is out of date, 3 files not checked (… ms)\n"), "\(outcome)")
      #expect(outcome.ending == .exited(1))
    }
  }
}
