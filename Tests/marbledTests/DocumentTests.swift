import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Scenes and pictures in Markdown documents.
  @Suite struct DocumentTests {
    private static let text = """
      # Pairs

      ```marbled
      rows:
        a: { marbles: "1-2|" }
        b: { apply: a, expect: "1-2|" }
      ```

      ![As it comes](pictures/b.svg)

      """

    private let folder: TemporaryFolder
    private var readme: String { folder.file("README.md") }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String = "README.md") throws {
      let url = URL(filePath: folder.file(name))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }

    private func read(_ name: String) throws -> String {
      try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    /// The output without what is different each time.
    private func marbled(_ arguments: String...) throws -> Outcome {
      var outcome = try run(Binary.path(), arguments)
      outcome.output = outcome.output.replacing(folder.path, with: "TMP").replacing(/\([0-9.]+ ms\)/, with: "(… ms)")
      outcome.error = outcome.error.replacing(folder.path, with: "TMP")
      return outcome
    }

    @Test func expectationsAreCheckedAndUpdated() throws {
      let text = String(try #require(Self.text.split(separator: "![").first))
      try write(text.replacing("expect: \"1-2|\"", with: "expect: \"1-3|\""))
      let outcome = try marbled("check", readme)
      #expect(
        outcome.output == """
          TMP/README.md:6:29: error: b: at 2 s expected 3, got 2
            expected  1-3|
            actual    1-2|
                        ^
          1 of 1 row in 1 file differs (… ms)

          """)
      #expect(outcome.ending == .exited(1) && outcome.error == "")
      let update = try marbled("check", "--update", folder.path)
      #expect(update.output.hasPrefix("TMP/README.md:6:26: b updated\n") && update.ending == .exited(0))
      #expect(try read("README.md") == text)
      #expect(try marbled("check", readme).output == "1 row in 1 file agrees (… ms)\n")
    }

    @Test func picturesAreWrittenWhenTheyDiffer() throws {
      try write(Self.text)
      let missing = try marbled("check", readme)
      #expect(
        missing.output == """
          TMP/README.md:9:16: error: pictures/b.svg is missing; write it with `marbled render --update TMP/README.md`
          1 row in 1 file agrees, 1 of 1 picture is out of date (… ms)

          """)
      #expect(missing.ending == .exited(1))

      let first = try marbled("render", "--update", readme)
      #expect(first.output == "TMP/pictures/b.svg written\n1 of 1 picture in 1 document written\n")
      #expect(first.ending == .exited(0) && first.error == "")
      let picture = try read("pictures/b.svg")
      #expect(picture.contains("<svg") && picture.contains("prefers-color-scheme"))
      #expect(try read("README.md") == Self.text)

      let second = try marbled("render", "--update", folder.path)
      #expect(second.output == "1 picture in 1 document is up to date\n" && second.ending == .exited(0))
      let current = try marbled("check", readme)
      #expect(current.output == "1 row in 1 file agrees, 1 picture is up to date (… ms)\n")
      #expect(current.ending == .exited(0))

      try write(Self.text.replacing("1-2|", with: "1-5|"))
      let outdated = try marbled("check", "--quiet", readme)
      #expect(outdated.output.hasPrefix("TMP/README.md:9:16: error: pictures/b.svg is out of date; "))
      #expect(outdated.ending == .exited(1))
      #expect(try marbled("render", "--update", readme).output.hasPrefix("TMP/pictures/b.svg written\n"))
      #expect(try read("pictures/b.svg") != picture)
    }

    @Test func aPictureDoesNotDependOnTheScenesAboveItsScene() throws {
      try write(Self.text)
      #expect(try marbled("render", "--update", readme).ending == .exited(0))
      try write("```marbled\nrows: { a: { marbles: \"1|\" } }\n```\n\n" + Self.text)
      #expect(try marbled("check", readme).ending == .exited(0))
    }

    @Test func namesChooseThemesAndCommentsChooseScenes() throws {
      try write(
        """
        <!-- marbled: sample --at 2.6 --size 100x30 -->
        <picture>
          <source media="(prefers-color-scheme: dark)" srcset="sample-dark.svg">
          <img src="sample-light.svg" alt="The sample">
        </picture>

        <!-- marbled: debounce --animate -->
        ![debounce](my%20pictures/debounce.svg)

        ![Not ours](https://example.com/x.svg) ![Nor this](x.png)

        """)
      let outcome = try marbled("render", "--update", readme)
      #expect(
        outcome.output == """
          TMP/sample-dark.svg written
          TMP/sample-light.svg written
          TMP/my pictures/debounce.svg written
          3 of 3 pictures in 1 document written

          """)
      #expect(outcome.ending == .exited(0) && outcome.error == "")
      let (dark, light) = (try read("sample-dark.svg"), try read("sample-light.svg"))
      #expect(dark != light && !dark.contains("prefers-color-scheme") && !light.contains("prefers-color-scheme"))
      #expect(try read("my pictures/debounce.svg").contains("@keyframes"))
      #expect(try marbled("check", readme).output == "3 pictures are up to date (… ms)\n")
    }

    @Test func nothingIsWrittenElsewhere() throws {
      let byHand = "<svg><title>A marbled cake</title></svg>"
      try write(byHand, to: "docs/hand.svg")
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("docs/link"), withDestinationPath: folder.path)
      try write(
        "<!-- marbled: zip -->\n![1](../up.svg) ![2](link/up.svg) ![3](hand.svg) ![4](none/../../up.svg)\n",
        to: "docs/a.md")
      let outcome = try marbled("render", "--update", folder.file("docs/a.md"))
      #expect(
        outcome.error == """
          TMP/docs/a.md:2:6: error: ../up.svg is outside of the folder of the document and of the current folder
          TMP/docs/a.md:2:22: error: link/up.svg is outside of the folder of the document and of the current folder
          TMP/docs/a.md:2:40: error: TMP/docs/hand.svg was not made by marbled; delete the file, or link to another one
          TMP/docs/a.md:2:55: error: none/../../up.svg is outside of the folder of the document and of the current folder

          """)
      #expect(outcome.ending == .exited(65))
      #expect(try read("docs/hand.svg") == byHand)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["docs"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("docs")).count == 3)
      // From the folder above, the same link is allowed.
      let above = try shell("cd '\(folder.path)' && marbled render --update docs/a.md")
      #expect(above.output.hasPrefix("docs/../up.svg written\n"), "\(above)")
    }

    @Test(
      "a mistake in a comment has its place",
      arguments: [
        ("<!-- marbled: sampel -->\n![x](a.svg)", "no scene, operator or row is called `sampel`; did you mean", 66),
        ("<!-- marbled: ../x.yaml -->\n![x](a.svg)", "../x.yaml is outside of the folder of the document and of ", 65),
        ("<!-- marbled: /x.yaml -->\n![x](a.svg)", "/x.yaml is outside of the folder of the document and of ", 65),
        ("<!-- marbled: x;y -->\n![x](a.svg)", "`x;y` is not the name of a shipped scene", 65),
        (
          "<!-- marbled: --fast -->\n![x](a.svg)",
          "unknown option `--fast`; expected --at, --size, --connectors or --animate", 65
        ),
        ("<!-- marbled: --at 1 -->\n![x](a.svg)", "the comment names no scene, and no scene is above it", 65),
        ("<!-- marbled: zip -->\ntext", "no picture follows this comment", 65),
        ("<!-- marbled: live -->\n![x](a.svg)", "row ", 65),
        ("```marbled\nrows: { a: { live: true } }\n```\n![x](a.svg)", "row a is live", 65),
      ])
    func mistakes(text: String, message: String, code: Int32) throws {
      try write(text)
      for command in [["check", readme], ["render", "--update", readme]] {
        let outcome = try run(Binary.path(), command)
        #expect(outcome.error.hasPrefix("\(readme):1: error: \(message)"), "\(outcome.error)")
        #expect(outcome.ending == .exited(code))
      }
    }

    @Test("a comment may name a scene file, from the folder of the document") func sceneFiles() throws {
      let scene = "title: Twice\nrows:\n  a: { marbles: \"1-2|\" }\n  b: { apply: a }\n"
      try write(scene, to: "docs/scenes/twice.yaml")
      try write(
        """
        <!-- marbled: scenes/twice.yaml --at 1s -->
        ![One](one.svg)

        <!-- marbled: ./scenes/../scenes/twice.yaml -->
        ![Two](two.svg)

        """, to: "docs/a.md")
      let outcome = try marbled("render", "--update", folder.file("docs/a.md"))
      #expect(outcome.ending == .exited(0) && outcome.output.hasSuffix("2 of 2 pictures in 1 document written\n"))
      let pictures = (try read("docs/one.svg"), try read("docs/two.svg"))
      #expect(pictures.0.contains("Twice") && pictures.0 != pictures.1)
      #expect(try marbled("check", folder.file("docs/a.md")).ending == .exited(0))
      // The same pictures from another folder, and others when the scene changes.
      #expect(try shell("cd '\(folder.path)/docs' && marbled check a.md").ending == .exited(0))
      try write(scene.replacing("1-2|", with: "1-3|"), to: "docs/scenes/twice.yaml")
      #expect(try marbled("check", folder.file("docs/a.md")).output.contains("2 of 2 pictures are out of date"))
      // In the folder above, which is the current one.
      try write(scene, to: "twice.yaml")
      try write("<!-- marbled: ../twice.yaml -->\n![x](x.svg)\n", to: "docs/b.md")
      #expect(try shell("cd '\(folder.path)' && marbled render --update docs/b.md").ending == .exited(0))
    }

    @Test("a scene file that can't be shown has its reason at its place") func sceneFilesWithMistakes() throws {
      try write("rows:\n  a: { marbels: 1 }\n", to: "typo.yaml")
      try write("rows: { a: { live: true } }\n", to: "live.yml")
      try FileManager.default.createSymbolicLink(atPath: folder.file("link.yaml"), withDestinationPath: "/etc/hostname")
      try FileManager.default.createDirectory(atPath: folder.file("d.yaml"), withIntermediateDirectories: false)
      try Data([0x72, 0xFF]).write(to: URL(filePath: folder.file("latin.yaml")))
      #expect(try run("/usr/bin/env", ["mkfifo", folder.file("fifo.yaml")]).ending == .exited(0))
      for (name, message, code) in [
        ("typo.yaml", "TMP/typo.yaml:2:8: error: row a has no key `marbels`; did you mean `marbles`?", 65),
        ("live.yml", "TMP/README.md:1: error: TMP/live.yml: row a is live", 65),
        ("none.yaml", "TMP/README.md:1: error: no such file: TMP/none.yaml", 66),
        ("link.yaml", "TMP/README.md:1: error: link.yaml is outside of the folder of the document", 65),
        ("d.yaml", "TMP/README.md:1: error: TMP/d.yaml is a folder", 74),
        ("latin.yaml", "TMP/README.md:1: error: TMP/latin.yaml is not UTF-8 text", 65),
        ("fifo.yaml", "TMP/README.md:1: error: TMP/fifo.yaml is not a file", 74),
        ("https://x.y/z.yaml", "TMP/README.md:1: error: no such file: TMP/https://x.y/z.yaml", 66),
      ] as [(String, String, Int32)] {
        try write("<!-- marbled: \(name) -->\n![x](a.svg)\n")
        for command in ["check", "render --update"] {
          let outcome = try shell("marbled \(command) '\(readme)'")
          let error = outcome.error.replacing(folder.path, with: "TMP")
          #expect(error.hasPrefix(message) && outcome.ending == .exited(code), "\(name): \(outcome)")
        }
      }
    }

    @Test("documents of a folder that have nothing to do with scenes don't count") func otherDocuments() throws {
      try write("# Title\n", to: "other.md")
      try write("<!-- marbled: zip -->\n![x](a.svg)\n")
      #expect(try marbled("render", "--update", folder.path).output.hasSuffix("1 of 1 picture in 1 document written\n"))
      try write("# Title\n", to: "others/a.md")
      let others = try marbled("render", "--update", folder.file("others"))
      #expect(others.error == "error: --update: no document there has a scene or a picture of one\n")
      #expect(others.ending == .exited(64))
      try write("rows: { a: { marbles: \"1|\" } }\n", to: "scenes/a.yaml")
      let scenes = try marbled("render", "--update", folder.file("scenes"))
      #expect(scenes.error == others.error && scenes.output == "" && scenes.ending == .exited(64))
      let given = try marbled("render", "--update", folder.file("other.md"))
      #expect(given.output == "no picture in 1 document can be drawn\n" && given.ending == .exited(0))
    }

    @Test func twoPicturesCannotShareAFile() throws {
      try write(Self.text + "\n<!-- marbled: zip -->\n![x](pictures/../pictures/b.svg)\n")
      let outcome = try marbled("render", "--update", readme)
      #expect(outcome.error.contains("is already another picture, linked at TMP/README.md:9"))
      #expect(outcome.ending == .exited(65))
    }

    @Test func reportsContainPictures() throws {
      try write(Self.text)
      let json = try marbled("check", "--format", "json", readme)
      let objects = try json.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
      #expect(objects.map { $0?["result"] as? String } == ["agrees", "missing", nil])
      #expect(objects[0]?["scene"] as? String == "TMP/README.md#1")
      #expect(objects[1]?["picture"] as? String == "pictures/b.svg" && objects[1]?["line"] as? Int == 9)
      #expect(objects[2]?["pictures"] as? Int == 1 && objects[2]?["outdated"] as? Int == 1)
      let junit = try marbled("check", "--format", "junit", readme)
      #expect(junit.output.contains("<testsuite name=\"TMP/README.md pictures\" tests=\"1\" failures=\"1\""))
    }

    @Test(arguments: [[], ["sample"], ["-o", "x", "y.md"], ["--animate", "y.md"]])
    func aMistakeInTheCommandIsAUsageError(arguments: [String]) throws {
      let outcome = try run(Binary.path(), ["render", "--update"] + arguments)
      #expect(outcome.ending == .exited(64) && outcome.error.hasPrefix("error: ") && outcome.output == "")
    }

    @Test func aMissingDocumentIsNotFound() throws {
      #expect(try marbled("render", "--update", readme).ending == .exited(66))
      #expect(try marbled("check", readme).ending == .exited(66))
    }
  }
}
