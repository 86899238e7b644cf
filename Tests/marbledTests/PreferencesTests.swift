import Foundation
import TestSupport
import Testing

@testable import CommandSupport

extension EndToEnd {
  /// The file `marbled/config.yaml` in the user's folder of configuration.
  @Suite struct PreferencesTests {
    /// What `marbled` does when the user's file says this.
    private func marbled(_ arguments: [String], config: String, _ environment: [String: String] = [:]) throws -> Outcome
    {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder.file("marbled"), withIntermediateDirectories: true)
      try config.write(toFile: folder.file("marbled/config.yaml"), atomically: true, encoding: .utf8)
      try "speedFactor: 2\nrows:\n  a: { marbles: \"1-2|\" }\n".write(
        toFile: folder.file("twice.yaml"), atomically: true, encoding: .utf8)
      let arguments = arguments.map { $0 == "twice.yaml" ? folder.file($0) : $0 }
      return try run(
        Binary.path(), arguments, environment: environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 })
    }

    private func frame(_ arguments: [String], config: String) throws -> String {
      try marbled(["render", "--format", "frame"] + arguments, config: config).output
    }

    @Test("It says how pictures look, where no flag does") func itSaysHowPicturesLook() throws {
      #expect(try frame([], config: "ascii: true").allSatisfy(\.isASCII))
      #expect(try !frame(["--no-ascii"], config: "ascii: true").allSatisfy(\.isASCII))
      #expect(try frame([], config: "noGhosts: true") == frame(["--no-ghosts"], config: ""))
      #expect(try frame(["--ghosts"], config: "noGhosts: true") == frame([], config: "# nothing"))
      let light = try marbled(["render", "--format", "ansi"], config: "theme: light").output
      #expect(try light == marbled(["render", "--format", "ansi", "--theme", "light"], config: "").output)
      #expect(try light != marbled(["render", "--format", "ansi"], config: "").output)
    }

    @Test("Flags come before scenes, and scenes before it") func scenesComeBeforeIt() throws {
      #expect(try frame([], config: "speedFactor: 4").contains("×4 "))
      #expect(try frame(["twice.yaml"], config: "speedFactor: 4").contains("×2 "))
      #expect(try frame(["twice.yaml", "--speed", "3"], config: "speedFactor: 4").contains("×3 "))
    }

    @Test("It stops motion, and a flag brings it back") func itStopsMotion() throws {
      let moving = ["movies", "--at", "1.1"]
      #expect(try frame(moving, config: "reducedMotion: true") == frame(moving + ["--reduced-motion"], config: ""))
      #expect(
        try frame(moving + ["--no-reduced-motion"], config: "reducedMotion: true") == frame(moving, config: ""))
      #expect(try frame(moving, config: "reducedMotion: true") != frame(moving, config: ""))
    }

    @Test("What is handed on says nothing of it") func whatIsHandedOnSaysNothingOfIt() throws {
      let yaml = try marbled(["render", "--format", "yaml"], config: "speedFactor: 4\nloop: true")
      #expect(try yaml.output == marbled(["render", "--format", "yaml"], config: "").output)
    }

    @Test("It chooses columns for a pipe") func itChoosesColumns() throws {
      let scene = ["play", "--speed", "100", "twice.yaml"]
      #expect(try marbled(scene, config: "plain: tsv").output.hasPrefix("0\ta\tvalue\t1\n"))
      #expect(try marbled(scene, config: "plain: tsv", ["MARBLED_PLAIN": "0"]).output.contains("\nAt 0 seconds"))
    }

    @Test(
      "What it says wrongly is shown at its place, and everything else goes on",
      arguments: [
        ("thme: dark", "1:1: warning: the configuration has no key `thme`; did you mean `theme`?"),
        ("loop: true\ntheme: drak", "2:8: warning: `drak` is not a theme; did you mean `dark`?"),
        ("speedFactor: 0", "1:14: warning: found `0`, expected a number from 0.000001 to 1000000, such as 2 or 0.5"),
        ("ascii: true\nreducedMotion: on", "2:16: warning: found `on`, expected true or false"),
        (
          "reduceMotion: true",
          "1:1: warning: the configuration has no key `reduceMotion`; did you mean `reducedMotion`?"
        ),
        // What a scene means does not depend on who plays it.
        ("animationTime: wall", "1:1: warning: the configuration has no key `animationTime`"),
        ("- theme", "1:1: warning: found a list, expected a mapping of keys to values for the configuration"),
      ])
    func whatIsWrongIsShown(config: String, message: String) throws {
      for command in [["render"], ["play", "--speed", "1000", "--once"]] {
        let outcome = try marbled(command, config: config)
        #expect(outcome.ending == .exited(0) && outcome.output != "")
        #expect(outcome.error.contains("/marbled/config.yaml:\(message)\n") && outcome.error.contains("^"))
      }
    }

    @Test("The keys that are right are used, and ten mistakes are shown at most") func right() throws {
      let config = "thme: x\nascii: true\n" + (0..<20).map { "k\($0): 1\n" }.joined()
      let outcome = try marbled(["render", "--format", "frame"], config: config)
      #expect(!outcome.output.contains { !$0.isASCII })
      #expect(outcome.error.components(separatedBy: "has no key").count == 11)
    }

    @Test("Its folders of scenes are searched, after those of the command line") func folders() throws {
      let folder = try TemporaryFolder()
      try "rows: { a: { marbles: \"7|\" } }\n".write(
        toFile: folder.file("mine.yaml"), atomically: true, encoding: .utf8)
      #expect(try marbled(["render", "mine"], config: "scenes: \(folder.path)").output.contains("7|"))
      let list = try marbled(["list", "scenes", "mine"], config: "scenes: [\(folder.path)]")
      #expect(list.output.contains("Your scenes"))
      #expect(try marbled(["render", "mine"], config: "").ending == .exited(66))
    }

    @Test("`ghosts` is the key of --ghosts; `noGhosts` still works") func ghosts() throws {
      #expect(try frame([], config: "ghosts: false") == frame(["--no-ghosts"], config: ""))
      #expect(try frame([], config: "noGhosts: false") == frame([], config: ""))
    }

    @Test("A file that is eight times as long takes about eight times as long to read")
    func growth() {
      let growth = Growth(["# ", "theme: ", "theme: light\n"], ["# a\n"])
      #expect(growth.problems { _ = Preferences(parsing: $0, path: "x") } == [])
    }
  }
}
