import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// A scene is handed on as a file or as a command line, and plays the same there.
  @Suite struct SavingTests {
    private struct Happening: Decodable, Hashable {
      var row: String
      var time: Double
      var kind: String
      var message: String?
    }

    private func names() throws -> [String] {
      try marbled("list", "scenes").lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    private func happenings(_ json: String) throws -> Set<Happening> {
      Set(try json.split(separator: "\n").map { try JSONDecoder().decode(Happening.self, from: Data($0.utf8)) })
    }

    @Test func everySceneIsACommandLine() throws {
      for name in try names() {
        let command = try marbled("render", name, "--format", "command").output
        let start = "marbled play"
        #expect(command.hasPrefix(start))
        let rest = command.dropFirst(start.count).replacing(" --loop", with: "")
        let again = try shell("marbled render --format json \(rest)")
        let expected = try marbled("render", name, "--format", "json")
        // What a command line does not name is called `scene`; one that can't be run at once is refused either way.
        #expect(again.ending == expected.ending, "\(command)")
        #expect(again.error.replacing("note: scene is", with: "note: \(name) is") == expected.error, "\(command)")
        #expect(try happenings(again.output) == happenings(expected.output), "\(command)")
      }
    }

    /// Some of them; that all of them read back as the same, `SceneYAMLTests` say without a process for each.
    @Test func aSceneIsAFile() throws {
      let folder = try TemporaryFolder()
      for name in ["sample", "matrix", "movies", "zip"] {
        let file = folder.file("\(name).yaml")
        #expect(try marbled("render", name, "--format", "yaml", "-o", file).ending == .exited(0))
        let again = try marbled("render", file, "--format", "json")
        let direct = try marbled("render", name, "--format", "json")
        #expect(again.error == direct.error && again.output == direct.output)
        #expect(
          try marbled("render", "--scenes", folder.path, name, "--format", "yaml").output
            == String(contentsOfFile: file, encoding: .utf8))
      }
    }

    @Test func anInputIsOnTheGridOfItsScene() throws {
      #expect(try marbled("render", "sample", "-i", "ints=1-2|").lines[1] == "ints     1-2|")
      #expect(try marbled("render", "zip", "-i", "a=1-2|").lines[0] == "step 1s")
    }

    @Test func aSceneComesThroughAPipe() throws {
      let outcome = try shell("printf 'rows: { a: { marbles: \"1-2|\" } }' | marbled render -")
      #expect(outcome.output == "step 1s\na  1-2|\n" && outcome.error == "")
    }
  }
}
