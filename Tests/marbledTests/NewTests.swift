import Foundation
import SceneFiles
import TestSupport
import Testing

extension EndToEnd {
  /// `marbled new` writes a scene to start from.
  @Suite struct NewTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      "the scene can be played and does what it expects",
      arguments: [("search", []), ("search.yaml", ["--from", "zip"]), ("search.yml", ["--from", "cold-vs-hot"])])
    func written(name: String, flags: [String]) throws {
      let outcome = try run(Binary.path(), ["new", folder.file(name)] + flags)
      let path = folder.file(name.hasPrefix("search.") ? name : name + ".yaml")
      #expect(outcome.output == "\(path) written; `marbled play \(path)` plays it\n")
      #expect(outcome.ending == .exited(0) && outcome.error.isEmpty)
      #expect(try marbled("check", path).ending == .exited(0))
      #expect(try marbled("render", path).ending == .exited(0))
    }

    @Test("Each new scene shows where an expectation is written", arguments: [[], ["--empty"], ["--from", "zip"]])
    func expectations(flags: [String]) throws {
      let path = folder.file("new.yaml")
      #expect(try run(Binary.path(), ["new", path] + flags).ending == .exited(0))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("expect:"), "\(text)")
      guard flags == ["--empty"] else { return }
      try (text + "  out: { apply: a }\n").write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try marbled("check", path).ending == .exited(1))
      #expect(try marbled("check", "--update", "--all", path).ending == .exited(0))
      #expect(try marbled("check", path).ending == .exited(0))
    }

    @Test("a copy of a scene has its comments")
    func copy() throws {
      let path = folder.file("copy.yaml")
      #expect(try marbled("new", path, "--from", "cold-vs-hot").ending == .exited(0))
      let text = try #require(try SceneLibrary.shipped.file(named: "cold-vs-hot")).text
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("an installed program names its schema in the first line, so that editors find it")
    func schema() throws {
      for folder in ["bin", "share/marbled"] {
        try FileManager.default.createDirectory(
          atPath: self.folder.file(folder), withIntermediateDirectories: true)
      }
      let (program, schema) = (folder.file("bin/marbled"), folder.file("share/marbled/scene.schema.json"))
      try FileManager.default.copyItem(atPath: Binary.path(), toPath: program)
      try SceneSchema.text.write(toFile: schema, atomically: true, encoding: .utf8)
      for flags in [[], ["--empty"], ["--from", "zip"], ["--from", "cold-vs-hot"]] {
        let path = folder.file("\(flags.count)-\(flags.last ?? "").yaml")
        #expect(try run(program, ["new", path] + flags).ending == .exited(0))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("# yaml-language-server: $schema=\(schema)\n"), "\(text)")
        #expect(throws: Never.self) { try SceneFile(parsing: text, path: path) }
      }
    }

    @Test("no file is replaced, and mistakes are explained")
    func mistakes() throws {
      let path = folder.file("kept.yaml")
      try "mine".write(toFile: path, atomically: true, encoding: .utf8)
      let outcome = try marbled("new", path)
      #expect(outcome.error == "error: \(path) exists; choose another name, or remove it\n")
      #expect(outcome.ending == .exited(74))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
      let unknown = try marbled("new", folder.file("x"), "--from", "nothing")
      #expect(unknown.error == "error: --from: no scene and no operator is called `nothing`; see `marbled list`\n")
      #expect(unknown.ending == .exited(66))
      #expect(try marbled("new", "/nowhere/x").ending == .exited(74))
      let broken = folder.file("broken.yaml")
      try "rows: { a: { marbels: '1|' } }\n".write(toFile: broken, atomically: true, encoding: .utf8)
      let copy = try marbled("new", folder.file("copy"), "--from", "broken", "--scenes", folder.path)
      #expect(
        copy.error.hasPrefix("\(broken):1:14: error: row a has no key `marbels`; did you mean `marbles`?\n"),
        "\(copy.error)")
      #expect(copy.ending == .exited(65) && !FileManager.default.fileExists(atPath: folder.file("copy.yaml")))
    }
  }
}
