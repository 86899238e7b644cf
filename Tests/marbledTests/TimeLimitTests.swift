import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `--time-limit` of `render` and `check`.
  @Suite struct TimeLimitTests {
    /// Takes hours.
    private static let endless = "(0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }"
    private static let hopeless = """
      rows:
        a: { marbles: "1|" }
        b: { apply: "\(endless)", expect: "1|" }

      """
    /// Takes much longer than a millisecond to read.
    private static let constants =
      "rows:\n  a: { marbles: \"1|\" }\n"
      + (1...9).map { "  b\($0): { apply: \"a.startWith((0..<90000).map { $0 * 2 }.sum())\" }\n" }.joined()
    private static let good = "rows:\n  a: { marbles: \"1-2|\" }\n  b: { apply: a, expect: \"1-2|\" }\n"
    private static let help = "  help: use fewer values, or less work in closures; or choose a longer --time-limit\n"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws -> String {
      try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
      return folder.file(name)
    }

    private func read(_ name: String) throws -> String {
      try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    private func message(_ subject: String, limit: String = "100ms") -> String {
      "\(subject): error: the result was not ready within the time limit of \(limit)\n\(Self.help)"
    }

    @Test("A run is stopped, and leaves the output file as it was", arguments: ["json", "svg", "swift", "cast"])
    func hopelessRuns(format: String) throws {
      let (scene, output) = (try write(Self.hopeless, to: "hopeless.yaml"), try write("before", to: "output"))
      let outcome = try marbled("render", scene, "--format", format, "-o", output, "--time-limit", "0.1s")
      #expect(outcome.ending == .exited(1) && outcome.output == "" && outcome.error == message(scene))
      #expect(try read("output") == "before")
    }

    @Test func hopelessExpressionsAreNamed() throws {
      let outcome = try marbled("render", Self.endless, "--time-limit", "100ms")
      #expect(outcome.ending == .exited(1) && outcome.output == "" && outcome.error == message(Self.endless))
    }

    @Test("Reading the constants of a scene is stopped", arguments: ["render", "check"])
    func hopelessConstants(command: String) throws {
      let scene = try write(Self.constants, to: "constants.yaml")
      let outcome = try marbled(command, scene, "--time-limit", "1ms")
      #expect(outcome.ending == .exited(1) && outcome.error == message(scene, limit: "1ms"))
    }

    @Test("Drawing is stopped, and leaves the output file as it was")
    func hopelessDrawings() throws {
      let output = try write("before", to: "film.cast")
      let outcome = try marbled("render", "matrix", "--for", "100000m", "-o", output, "--time-limit", "100ms")
      #expect(outcome.ending == .exited(1) && outcome.output == "" && outcome.error == message("matrix"))
      #expect(try read("film.cast") == "before")
      let printed = try marbled("render", "matrix", "--for", "100000m", "--format", "cast", "--time-limit", "100ms")
      #expect(printed.ending == .exited(1) && printed.output == "" && printed.error == message("matrix"))
    }

    @Test("A file whose time is up fails, and the others are checked")
    func otherFilesGoOn() throws {
      let paths = [
        try write(Self.good, to: "a.yaml"), try write(Self.hopeless, to: "b.yaml"), try write(Self.good, to: "c.yaml"),
      ]
      let outcome = try run(Binary.path(), ["check", "--time-limit", "3s"] + paths)
      #expect(outcome.output.hasPrefix("2 rows in 2 files agree, 1 file can't be checked ("))
      #expect(outcome.error == message(paths[1], limit: "3s") && outcome.ending == .exited(1))
    }

    @Test("No expectation and no picture comes of a deadline")
    func nothingIsUpdated() throws {
      let scene = try write(Self.hopeless, to: "hopeless.yaml")
      let update = try marbled("check", "--update", scene, "--time-limit", "100ms")
      #expect(update.ending == .exited(1) && update.error == message(scene))
      #expect(try read("hopeless.yaml") == Self.hopeless)

      // The first picture is drawn in time.
      let text = "```marbled\n\(Self.good)```\n\n![](a.svg)\n\n```marbled\n\(Self.hopeless)```\n\n![](b.svg)\n"
      let document = try write(text, to: "README.md")
      for arguments in [["render", "--update"], ["check", "--update"]] {
        let outcome = try run(Binary.path(), arguments + [document, "--time-limit", "100ms"])
        #expect(outcome.ending == .exited(1) && outcome.error == message(document), "\(arguments)")
      }
      #expect(try read("README.md") == text)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(files) == ["hopeless.yaml", "README.md"])
    }

    @Test(
      "A limit that is long enough changes no byte",
      arguments: ["marble", "json", "text", "tsv", "frame", "ansi", "cast", "svg", "html", "swift", "yaml", "command"])
    func longLimits(format: String) throws {
      let outputs = try [[], ["--time-limit", "5000m"]].map { limit in
        let outcome = try run(Binary.path(), ["render", "sample", "--format", format] + limit)
        let file = folder.file("out")
        let written = try run(Binary.path(), ["render", "sample", "--format", format, "-o", file] + limit)
        #expect(outcome.ending == .exited(0) && written.ending == .exited(0) && outcome.error == written.error)
        #expect(try outcome.output == read("out"))
        return [outcome.output, outcome.error]
      }
      #expect(outputs[0] == outputs[1] && outputs[0][0] != "")
    }

    @Test("A limit is a duration greater than 0", arguments: ["render", "check"])
    func wrongLimits(command: String) throws {
      let advice = "; write --time-limit 5s, or leave it out for no limit\n"
      for (limit, problem) in [
        ("0s", "`0s`: the duration must be greater than 0"),
        ("-1s", "`-1s` is not a duration; expected seconds, or a number with a unit: 0.5, 33ms, 1.5s, 2m"),
      ] {
        let outcome = try marbled(command, "x.yaml", "--time-limit", limit)
        let place = "error: The value '\(limit)' is invalid for '--time-limit <duration>': "
        #expect(outcome.error.hasPrefix(place + problem + advice))
        #expect(outcome.ending == .exited(64) && outcome.output == "")
      }
    }
  }
}
