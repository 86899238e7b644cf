import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `convert --test`: two recorded taps become a test in Swift.
  @Suite struct IncidentTests {
    private let folder: TemporaryFolder
    private let path: String

    /// Two values of the tap `keystrokes`, and the one of `queries` that came 301.854 ms later.
    private static let taps = """
      {"marbletap":1,"program":"shop","pid":1}
      {"tap":"keystrokes","event":"idle","iteration":0,"time":1700000000000000000}
      {"tap":"keystrokes","event":"value","iteration":1,"time":1700000000520111000,"value":"sw"}
      {"tap":"keystrokes","event":"value","iteration":1,"time":1700000001101273000,"value":"swift"}
      {"tap":"queries","event":"value","iteration":1,"time":1700000001403127000,"value":"swift"}
      {"tap":"other","event":"begin","iteration":1,"time":1700000001403127000}

      """

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("taps.ndjson")
      try Self.taps.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("a recorded row becomes a test of its inputs, in Swift")
    func test() throws {
      let outcome = try marbled(
        "convert", path, "--test", "queries", "--from", "keystrokes", "--round", "10ms", "--to", "swift")
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      #expect(outcome.output.contains(#"      "'sw'@0.52 'swift'@1.1","#), "\(outcome.output)")
      #expect(outcome.output.contains("      try stub(keystrokes)\n"))
      #expect(outcome.output.contains("gives: \"'swift'@1.4\",\n      duration: .milliseconds(1400)\n    )"))
      #expect(outcome.output.contains("what shop did on 2023-11-14T22:13:20.000Z."))
      #expect(
        outcome.error
          == "note: `queries` was still open when the recording ended; the test stops then, see `duration:`\n")
      #expect(try marbled("convert", path, "--test", "queries", "--from", "keystrokes").output == outcome.output)
    }

    @Test("--from is a time, the name of a row, or both, and --round is for each format")
    func parts() throws {
      let part = try marbled(
        "convert", path, "--test", "queries", "--from", "keystrokes,other", "--from", "1s", "--for", "500ms")
      #expect(part.output.contains("      \"-'swift'\",\n      \"\",\n"), "\(part.output)")
      #expect(
        part.output.contains("{ keystrokes, other, clock in") && part.output.contains("duration: .milliseconds(4"))
      #expect(part.error.contains("note: `other` has no value in this part of the recording\n"))
      let diagrams = try marbled("convert", path, "--to", "marble", "--round", "100ms", "--from", "1s")
      #expect(diagrams.lines.prefix(3) == ["step 100ms", "keystrokes  -'swift'", "queries     --      --'swift'"])
      let merged = try marbled("convert", path, "--test", "queries", "--from", "keystrokes", "--round", "10s")
      #expect(
        merged.error.contains(
          "note: rounded to 10s, 1 value of `keystrokes` came at the instant of another; a shorter --round keeps them apart"
        ))
    }

    @Test("of several runs, the last one with the rows becomes the test")
    func runs() throws {
      let other = """
        {"marbletap":1,"program":"till","pid":2}
        {"tap":"receipts","event":"value","iteration":1,"time":1700000009000000000,"value":1}

        """
      try (Self.taps + other).write(toFile: path, atomically: true, encoding: .utf8)
      let first = try marbled("convert", path, "--test", "queries", "--from", "keystrokes")
      #expect(first.output.contains("what shop did"))
      #expect(
        first.error.hasPrefix("note: \(path) has 2 runs; using run 1, which has the rows, choose another with --run\n"))
      let second = try marbled("convert", path, "--test", "queries", "--from", "keystrokes", "--run", "2")
      #expect(second.error == "error: \(path) has no row `queries`; it has receipts\n")
      #expect(try marbled("convert", path).error.contains("; using the last one, choose another with --run\n"))
    }

    @Test("a row that failed at once is named, because the stub does so, too")
    func failure() throws {
      let error = #"{"tap":"other","event":"error","iteration":1,"time":1700000001403127001,"message":"no"}"#
      try (Self.taps + error + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      let outcome = try marbled("convert", path, "--test", "other", "--from", "queries", "--from", "1.403127001s")
      #expect(outcome.output.contains("gives: \"^\"\n    )"), "\(outcome.output)")
      #expect(outcome.error.contains("`other` failed at once, as the stub does, so the test passes with the stub\n"))
    }

    @Test(
      "what can't become a test has a message",
      arguments: [
        (["--test", "queris", "--from", "keystrokes"], 64, "PATH has no row `queris`; did you mean `queries`?"),
        (["--test", "queries", "--from", "x"], 64, "PATH has no row `x`; it has keystrokes, queries, other"),
        (
          ["--test", "queries"], 64,
          "--test needs the inputs of `queries`; expected --from with one or more of keystrokes, other"
        ),
        (
          ["--test", "other", "--from", "other"], 64,
          "`other` can't be an input of its own test; expected other rows after --from"
        ),
        (
          ["--test", "other", "--from", "queries", "--from", "9s"], 65,
          "PATH has no event of queries, other in the part that --from and --for keep; a test needs some"
        ),
        (["--to", "swift"], 64, "--to swift writes a test; expected its row, as in --test ROW"),
        (["--test", "queries", "--to", "json"], 64, "--test writes a test in Swift; expected --to swift, or no --to"),
        (["--test", "queries", "a"], 64, "--test takes recorded rows, and no expressions; found `a`"),
        (["--test", "queries", "-i", "a=@x"], 64, "--test takes rows of a recording, so there can be no -i"),
        (["--test", "queries", "--from", ","], 64, "`,` is neither a duration nor the name of a recorded row"),
        (
          ["--from", "keystrokes"], 64,
          "--from: `keystrokes` is not a duration; expected seconds, or a number with a unit: 0.5, 33ms, 1.5s, 2m; a recorded row needs --test"
        ),
      ] as [([String], Int32, String)])
    func refusals(arguments: [String], code: Int32, message: String) throws {
      let outcome = try run(Binary.path(), ["convert", path] + arguments)
      #expect(outcome.ending == .exited(code))
      #expect(outcome.error.hasPrefix("error: \(message.replacing("PATH", with: path))\n"), "\(outcome.error)")
      #expect(outcome.output.isEmpty)
    }
  }
}
