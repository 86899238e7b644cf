import Foundation
import Gzip
import TestSupport
import Testing

extension EndToEnd {
  /// `--strict` where commands read lines: 65 after the usual output, and what is wrong in notes. `check -i` reads lines, too.
  @Suite struct StrictTests {
    private static let good = "{\"ts\":1,\"n\":1}\n{\"ts\":3,\"n\":2}\n"
    private static let scene = """
      rows:
        log: { live: true }
        double: { apply: "log.map { $0.n * 2 }", expect: "2-[4|]" }

      """
    private static let error = "error: --strict: something went wrong in a row; see the messages above\n"
    private static let malformed = good + "oh\n"
    private static let flags = "-i log=@log --time log=.ts"

    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try Self.scene.write(toFile: folder.file("s.yaml"), atomically: true, encoding: .utf8)
      try Self.scene.replacing("live: true", with: "marbles: '1|'").write(
        toFile: folder.file("t.yaml"), atomically: true, encoding: .utf8)
    }

    private func outcome(_ command: String, of log: String) throws -> Outcome {
      try log.write(toFile: folder.file("log"), atomically: true, encoding: .utf8)
      return try shell("cd '\(folder.path)'; marbled \(command)")
    }

    static let commands = [
      "run 'log.map { $0.n * 2 }' \(flags)", "render 'log.map { $0.n * 2 }' \(flags)",
      "render 'log.map { $0.n * 2 }' \(flags) --format json", "render 'log.map { $0.n * 2 }' \(flags) --format cast",
      "convert 'log.map { $0.n * 2 }' \(flags)", "check s.yaml \(flags)",
      "play 'log.map { $0.n * 2 }' \(flags) --plain",
    ]

    @Test("Malformed lines of a file end a strict command with 65, and another with 0", arguments: commands)
    func malformedLines(command: String) throws {
      let lenient = try outcome(command, of: Self.malformed)
      #expect(lenient.ending == .exited(0) && lenient.error.contains("a line has no value"), "\(lenient)")
      let strict = try outcome("\(command) --strict", of: Self.malformed)
      #expect(strict.ending == .exited(65) && strict.error.hasSuffix(Self.error), "\(strict)")
      #expect(command.contains("check") || strict.output == lenient.output)
      let good = try outcome("\(command) --strict", of: Self.good)
      #expect(good.ending == .exited(0) && !good.error.contains("strict"), "\(good)")
    }

    @Test("A damaged file of gzip ends a strict command with 65", arguments: commands)
    func damagedFile(command: String) throws {
      let log = (0..<300).map { "{\"ts\":\($0),\"n\":\($0)}\n" }.joined()
      let packed = GzipEncoder.compressed(Array(log.utf8))
      try Data(packed.dropLast(100)).write(to: URL(filePath: folder.file("cut.gz")))
      // What is played takes its time.
      let speed = command.hasPrefix("run") || command.hasPrefix("play") ? " --speed 1000" : ""
      let arguments = command.replacing("@log", with: "@cut.gz") + speed
      let strict = try shell("cd '\(folder.path)'; marbled \(arguments) --strict")
      #expect(strict.ending == .exited(65) && strict.error.contains("the gzip file ends too early"), "\(strict.error)")
    }

    @Test(
      "Each other trouble with lines counts; lines that go back in time do not",
      arguments: [
        ("{\"n\":1}\n" + good, "a line has no time", true),
        ("{\"ts\":1,\"n\":1}\n{\"ts\":0,\"n\":2}\n", "back in time", false),
        (good + "{\"ts\":4,\"n\":\"x\"}\n", "row out fails at 3 s", true),
      ]) func lines(log: String, note: String, isTrouble: Bool) throws
    {
      let outcome = try outcome(Self.commands[1] + " --strict", of: log)
      #expect(outcome.ending == .exited(isTrouble ? 65 : 0) && outcome.error.contains(note), "\(outcome)")
    }

    @Test(
      "A member that no value of a file has is told, as in a live row",
      arguments: [commands[1], commands[4], commands[0], commands[6]])
    func missingMember(command: String) throws {
      let outcome = try outcome(command.replacing("$0.n * 2", with: "$0.m") + " --strict", of: Self.good)
      #expect(outcome.ending == .exited(65), "\(outcome)")
      #expect(outcome.error.contains("warning: row out: column 14, 2 times: no value has `m`; they have `n`, `ts`"))
    }

    @Test("Ragged records and invalid characters of a file are told, and are trouble") func fields() throws {
      let log = "ts,n\n1,2\n2,3,4\n"
      let ragged = try outcome("render log \(Self.flags) --lines log=csv --strict", of: log)
      #expect(
        ragged.ending == .exited(65)
          && ragged.error.contains("fewer or more fields than the header line; the first is log:3"),
        "\(ragged)")
      try Data(Array("ts=1 a=".utf8) + [0xFF, 10]).write(to: URL(filePath: folder.file("bytes")))
      let invalid = try shell(
        "cd '\(folder.path)'; marbled render log -i log=@bytes --time log=.ts --lines log=logfmt --strict")
      #expect(invalid.ending == .exited(65) && invalid.error.contains("invalid characters"), "\(invalid)")
    }

    @Test(
      "A strict play on a terminal ends with 65 after `q`",
      arguments: [(good, 0), (malformed, 65)] as [(String, Int32)])
    func terminal(log: String, code: Int32) throws {
      try log.write(toFile: folder.file("log"), atomically: true, encoding: .utf8)
      let pty = try Pty("play", "log", "-i", "log=@\(folder.file("log"))", "--time", "log=.ts", "--strict")
      try pty.wait(for: "the scene") { StatusLine($0) != nil }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(code))
      #expect(pty.settingsAreRestored)
    }

    @Test("A strict play of a pipe ends with 65 after a malformed line") func livePlay() throws {
      for (lines, code) in [("1\\n{bad\\n", 65), ("1\\n", 0)] as [(String, Int32)] {
        let outcome = try shell("printf '\(lines)' | marbled play a -i a=- --json a --plain --strict")
        #expect(outcome.ending == .exited(code), "\(outcome)")
      }
    }

    @Test("check compares expectations with what a file gives, also in place of a live row") func checkedFile() throws {
      let agrees = try outcome("check s.yaml \(Self.flags)", of: Self.good)
      #expect(agrees.ending == .exited(0) && agrees.output.hasPrefix("1 row in 1 file agrees"), "\(agrees)")
      let differs = try outcome("check s.yaml \(Self.flags)", of: Self.good.replacing("\"n\":2", with: "\"n\":3"))
      #expect(differs.ending == .exited(1) && differs.output.contains("double: at 2 s expected 4, got 6"), "\(differs)")
      let update = try outcome(
        "check s.yaml \(Self.flags) --update", of: Self.good.replacing("\"n\":2", with: "\"n\":3"))
      #expect(update.ending == .exited(0), "\(update)")
      #expect(try String(contentsOfFile: folder.file("s.yaml"), encoding: .utf8).contains("expect: \"2-[6|]\""))
    }

    @Test(
      "What check -i can't use is an error that says why",
      arguments: [
        ("check s.yaml -i log=-", 64, "expected log=@FILE"),
        ("check s.yaml -i log=1-2", 64, "to check it, expected log=@FILE"),
        ("check t.yaml -i lag=@log --time lag=.ts", 64, "no scene has an input row called `lag`; did you mean `log`?"),
        ("check s.yaml --time log=.ts", 64, "no row is called `log`"),
        ("check s.yaml -i log=@gone --time log=.ts", 66, "no such file: gone"),
        ("check s.yaml -i double=@log --time double=.ts", 65, "row double has `expect:`, but row log"),
        ("check s.yaml", 65, "row double has `expect:`, but row log of the scene is live"),
      ]) func refusals(command: String, code: Int32, why: String) throws
    {
      let outcome = try outcome(command, of: Self.good)
      #expect(outcome.ending == .exited(code) && outcome.error.contains(why), "\(outcome)")
    }
  }
}
