import ArgumentParser
import CommandSupport
import Formats
import Foundation
import SceneFiles
import SceneTestSupport
import Scenes
import TestSupport
import Testing

@testable import marbled

extension EndToEnd {
  /// A scene is handed on as a file or as a command line, and plays the same there.
  @Suite struct SavingTests {
    /// The words of command lines as a shell splits them, and what comes through standard input.
    private func words(of lines: [String]) throws -> [(words: [String], input: String)] {
      let words = #"words() { printf '%s\0' "$@"; [ "$3" != - ] || cat; printf '\001'; }"#
      let outcome = try shell(([words] + lines.map { "words \($0)" }).joined(separator: "\n"))
      #expect(outcome.error == "")
      return outcome.output.components(separatedBy: "\u{1}").dropLast().map {
        let parts = $0.components(separatedBy: "\0")
        return (parts.dropLast(), parts.last ?? "")
      }
    }

    /// What a scene does, or why it can't be run at once.
    private func happenings(_ scene: Scene) -> [String] {
      do {
        return try scene.recorded().rows.map { "\($0.name) \(spelled($0.timeline))" }.sorted()
      } catch {
        return ["\(error)"]
      }
    }

    /// Without a process for each: the program reads the words, as they are.
    @Test func everySceneIsACommandLine() throws {
      let scenes = try SceneLibrary.shipped.names.map { try #require(try SceneLibrary.shipped.file(named: $0)).scene }
      let commands = scenes.map { SceneFormat.command.write(SceneDocument($0, $0.emptyRecording())) }
      let words = try words(of: commands.map { String($0.dropLast()) })
      try #require(words.count == scenes.count && scenes.count > 20)
      for (scene, (words, input)) in zip(scenes, words) {
        #expect(words.prefix(2) == ["marbled", "play"])
        let play = try Play.parse(Array(words.dropFirst(2)))
        let again =
          play.sceneOptions.targets == ["-"]
          ? try SceneFile(parsing: input, path: "-").scene : try play.sceneOptions.selection(SceneDefaults()).only()
        #expect(happenings(again) == happenings(scene), "\(words)")
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
