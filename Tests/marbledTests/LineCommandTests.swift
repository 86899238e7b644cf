import TestSupport
import Testing

extension EndToEnd {
  /// `play --plain` on a terminal does what is typed.
  @Suite struct LineCommandTests {
    /// At a tenth of the speed nothing but steps makes anything happen while the test runs.
    private func slowSample() throws -> Pty {
      let pty = try Pty("play", "--plain", "--speed", "0.1", columns: 240, rows: 70)
      try pty.wait(for: "the first instant") { $0.lines.contains("At 0 seconds, merge passes 1 on from ints.") }
      return pty
    }

    private func expect(
      _ line: String, on pty: Pty, times: Int = 1, after typed: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      pty.type(typed + "\n")
      try pty.wait(for: "`\(line)` after `\(typed)`") { $0.lines.count { $0 == line } == times }
    }

    @Test func aSceneIsSteppedThroughAndAskedAbout() throws {
      let pty = try slowSample()
      pty.type("pause\n")
      try pty.wait(for: "the pause") { $0.lines.contains { $0.hasPrefix("Paused at 0") } }
      try expect("At 1 second, merge passes 2 on from ints.", on: pty, after: "step")
      let first =
        "At 1.5 seconds, zip emits (1, a): ints 1 waited 1.5 seconds for strings a; zip now holds ints 2 and waits for "
        + "strings."
      try expect(first, on: pty, after: "step")
      try expect(
        "This is number 1 of zip, zip#0. \(first) Behind it: ints 1 at 0 seconds and strings a at 1.5 seconds.",
        on: pty, after: "why zip 1")

      // Back to the instant before, which is told again; and on from there.
      try expect("Back at 1 second.", on: pty, after: "back")
      try expect("At 1 second, merge passes 2 on from ints.", on: pty, times: 2, after: "")
      try expect(first, on: pty, times: 2, after: "step")
      try expect(
        "error: there is no command `stepp`; did you mean `step`?; there are pause, resume, step, back, speed, why, help "
          + "and quit", on: pty, after: "stepp")

      try expect("Speed 1000.", on: pty, after: "speed 1000")
      pty.type("resume\n")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines.contains("At 8 seconds, zip emits (5, e): strings e waited 0.5 seconds for ints 5."))
      #expect(pty.settingsAreRestored)
    }

    @Test func quitLeavesAtOnce() throws {
      let pty = try slowSample()
      pty.type("quit\n")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test func atTheEndOfStepsItStays() throws {
      let pty = try Pty("play", "--plain", "--speed", "0.1", "out = a", "-i", "a=1-|", columns: 120)
      try pty.wait(for: "the first instant") { $0.lines.contains("At 0 seconds, a emits 1.") }
      try expect("At 2 seconds, out finishes: a finished.", on: pty, after: "step")
      try expect("This is the end.", on: pty, after: "step")
      try expect("Back at 0 seconds.", on: pty, after: "back")
      try expect("At 2 seconds, out finishes: a finished.", on: pty, times: 2, after: "step")
      pty.type("resume\n")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test func atTheEndOfTheInputItGoesOn() throws {
      let pty = try slowSample()
      pty.type("pause\nspeed 1000\n")
      try pty.wait(for: "the speed") { $0.lines.contains("Speed 1000.") }
      pty.type("\u{4}")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines.contains("At 8 seconds, zip emits (5, e): strings e waited 0.5 seconds for ints 5."))
    }

    /// What is typed is for the terminal; standard output is the narration and nothing else.
    @Test func withoutATerminalNothingIsRead() throws {
      let outcome = try shell("printf 'quit\\n' | marbled play --plain --speed 100")
      #expect(outcome.output == Sample.sentences && outcome.error == "")
    }
  }
}
