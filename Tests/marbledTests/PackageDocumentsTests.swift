import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The question of the plugin `swift package marbled`: which documents to add to the words of a command.
  @Suite struct PackageDocumentsTests {
    private static let fence = "```marbled\nrows: {}\n```\n"

    private let folder: CheckedFolder

    init() throws { folder = try CheckedFolder() }

    /// The paths that the program names in the folder of the package, and how it ends.
    private func ask(_ targets: [String], _ words: [String]) throws -> (paths: [String], ending: Ending) {
      let question = (["__documents"] + targets + ["--"] + words).map { "'\($0)'" }.joined(separator: " ")
      let outcome = try run("/bin/sh", ["-c", "cd '\(folder.path)' && exec '\(Binary.path())' \(question)"])
      #expect(outcome.error == "")
      return (outcome.output.split(separator: "\0").map(String.init), outcome.ending)
    }

    @Test(
      "a document has a scene in each form that `check` reads",
      arguments: [
        ("```marbled\nrows: {}\n```\n", true), ("```yaml marbled\nrows: {}\n```\n", true),
        ("~~~marbled\nrows: {}\n~~~\n", true), ("~~~ {.yaml .marbled}\nrows: {}\n~~~\n", true),
        ("- a\n\n  1. b\n\n     ~~~~yaml marbled\n     rows: {}\n     ~~~~\n", true),
        ("> - > ```yaml marbled\n>   > rows: {}\n>   > ```\n", true),
        ("<!-- marbled: zip -->\n![zip](zip.svg)\n", true), ("<!--\n  marbled: zip\n-->\n![zip](zip.svg)\n", true),
        ("```yaml\nrows: {}\n```\n", false), ("It is `marbled`.\n", false), ("    ```marbled\n    rows: {}\n", false),
        ("~~~~markdown\n```marbled\nrows: {}\n```\n~~~~\n", false), ("", false),
      ])
    func forms(text: String, hasScene: Bool) throws {
      for name in ["README.md", "a note.markdown"] {
        try folder.write([name: text, "Other.md": "# Title\n"])
        let answer = try ask([], ["check"])
        #expect(answer.paths == (hasScene ? [name] : []) && answer.ending == .exited(hasScene ? 0 : 66), "\(text)")
        try FileManager.default.removeItem(atPath: folder.file(name))
      }
    }

    @Test("documents are in the folder of the package and in the catalogs of targets, and nothing is found twice")
    func places() throws {
      let found = ["-x.md", "README.md", "Sources/A/A.docc/a.md", "Sources/A/A.docc/More/b.markdown"]
      let others = [
        "Sources/A/notes.md", "docs/x.md", "Sources/B/B.docc/b.md", ".hidden.md", ".build/checkouts/X/X.docc/x.md",
        "Sources/A/A.docc/.hidden/c.md", "Sources/A/.hidden/H.docc/d.md", "Sources/A/A.docc/e.txt",
      ]
      try folder.write(Dictionary(uniqueKeysWithValues: (found + others).map { ($0, Self.fence) }))
      let expected = ["./-x.md"] + found.dropFirst()
      #expect(try ask(["Sources/A"], ["check"]).paths.sorted() == expected.sorted())
      #expect(try ask(["Sources/A/", "Sources/A", "Sources/A/A.docc"], ["check"]).paths.sorted() == expected.sorted())
      #expect(try ask([folder.file("Sources/A")], ["check"]).paths.contains(folder.file("Sources/A/A.docc/a.md")))
      // The sources of a target may be in the folder of the package.
      #expect(
        try ask([".", "Sources/A"], ["check"]).paths.sorted() == (expected + ["Sources/B/B.docc/b.md"]).sorted())
      #expect(try ask(["nowhere"], ["check"]).paths.sorted() == ["./-x.md", "README.md"])
    }

    @Test("links to folders are not followed, and what is no file is no document; one that can't be read is named")
    func links() throws {
      try folder.write([
        "Sources/A/A.docc/a.md": Self.fence, "Other/Other.docc/other.md": Self.fence, "folder.md/x.md": Self.fence,
        "Empty.md": "",
      ])
      let files = FileManager.default
      for (link, target) in [
        ("Sources/A/A.docc/loop", ".."), ("Sources/A/Loop.docc", "."),
        ("Sources/A/Other.docc", "../../Other/Other.docc"),
        ("again", "."), ("linked.md", "Sources/A/A.docc/a.md"), ("gone.md", "nowhere"), ("loop.md", "loop.md"),
      ] {
        try files.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
      }
      try Data([0xFF, 0x0A]).write(to: URL(filePath: folder.file("latin.md")))
      #expect(mkfifo(folder.file("pipe.md"), 0o600) == 0)
      #expect(
        try ask(["Sources/A", "."], ["check"]).paths.sorted()
          == [
            "Other/Other.docc/other.md", "Sources/A/A.docc/a.md", "gone.md", "latin.md", "linked.md", "loop.md",
          ])
    }

    @Test(
      "documents are added where a command takes them and names none",
      arguments: [
        ("check", true), ("check --orders", true), ("render --update", true), ("check --junit README.md", true),
        ("check --filter README.md", true), ("render --time-limit 5s --update", true), ("check --colour never", true),
        ("check README.md", false), ("check nowhere.yml", false), ("check --orders -- README", false),
        ("render --update README.md", false), ("render", false), ("render zip", false), ("list", false),
        ("check --help", false), ("help check", false), ("--version", false), ("check --unknown", false),
        ("check --junit", false), ("", false),
      ])
    func commands(line: String, isAdded: Bool) throws {
      try folder.write(["README.md": Self.fence])
      let answer = try ask([], line.split(separator: " ").map(String.init))
      #expect(answer.paths == (isAdded ? ["README.md"] : []) && answer.ending == .exited(0))
    }
  }
}
