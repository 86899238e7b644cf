import TestSupport
import Testing

extension EndToEnd {
  /// `play --plain` on a terminal does what is typed.
  @Suite struct PlainCommandTests {
    /// At a tenth of the speed nothing but steps makes anything happen while the test runs.
    private func slowSample() throws -> Pty {
      let pty = try Pty("play", "--plain", "--speed", "0.1", columns: 240, rows: 70)
      try pty.wait(for: "the first instant") { $0.lines.contains("At 0 seconds, merge emits 1 from ints.") }
      return pty
    }

    private static let end = "This is the end. The commands are why, rows, restart, help and quit."

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
      try expect("At 1 second, merge emits 2 from ints.", on: pty, after: "step")
      let first =
        "At 1.5 seconds, zip emits (1, a): 1 from ints waited 1.5 seconds for a from strings; zip now holds 2 from ints and waits for "
        + "row strings."
      try expect(first, on: pty, after: "step")
      try expect(
        "This is value 1 of zip. \(first) Its inputs: 1 from ints at 0 seconds and a from strings at 1.5 seconds.",
        on: pty, after: "why zip 1")

      // Back to the previous instant, which is printed again; and on from there.
      try expect("Back at 1 second.", on: pty, after: "back")
      try expect("At 1 second, merge emits 2 from ints.", on: pty, times: 2, after: "")
      try expect(first, on: pty, times: 2, after: "step")
      try expect(
        "error: unknown command `stepp`; did you mean `step`?; the commands are pause, resume, step, back, speed, restart, "
          + "next, rows, where, why, undo, redo, save, help and quit", on: pty, after: "stepp")

      try expect("Speed 1000.", on: pty, after: "speed 1000")
      pty.type("resume\n")
      let last = "At 8 seconds, zip emits (5, e): e from strings waited 0.5 seconds for 5 from ints."
      try pty.wait(for: "the end") { $0.lines.contains(Self.end) }
      #expect(pty.screen.lines.contains(last))
      // The scene is over, and can still be asked about.
      try expect(
        "This is the newest value of zip, number 5. \(last) Its inputs: 5 from ints at 8 seconds and e from strings at 7.5 seconds.",
        on: pty,
        after: "why zip")
      pty.type("quit\n")
      #expect(try pty.waitForEnd().ending == .exited(0))
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
      try expect("At 2 seconds, out finishes: row a finished.", on: pty, after: "step")
      try expect(Self.end, on: pty, after: "step")
      try expect("Back at 0 seconds.", on: pty, after: "back")
      try expect("At 2 seconds, out finishes: row a finished.", on: pty, times: 2, after: "step")
      pty.type("resume\nquit\n")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test func itTellsWhereItIsAndStartsAgain() throws {
      let pty = try Pty("play", "--plain", "--at", "0", "zip(a, b)", "-i", "a=1-|", "-i", "b=x-|", columns: 120)
      try pty.wait(for: "the first instant") { $0.lines.contains { $0.hasPrefix("At 0 seconds, out emits (1, x)") } }
      try expect("Row out is zip(a, b).", on: pty, after: "speed")
      try pty.wait(for: "the speed") { $0.lines.contains("Speed 1.") }
      try expect("out: zip(a, b); 1 value, the newest (1, x).", on: pty, after: "pause\nrows")
      try expect("error: `next` takes no argument; found `x`", on: pty, after: "next x")
      try expect("There is no next scene.", on: pty, after: "next")
      pty.type("where\n")
      try pty.wait(for: "the place") {
        $0.lines.contains { $0.hasPrefix("At ") && $0.hasSuffix(" of 2 seconds, paused. Speed 1. Scene: zip(a, b).") }
      }
      try expect("From the beginning.", on: pty, after: "restart")
      try pty.wait(for: "the first instant again") {
        $0.lines.count { $0.hasPrefix("At 0 seconds, out emits (1, x)") } == 2
      }
      pty.type("quit\n")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test func oneSceneFollowsAnother() throws {
      let pty = try Pty("play", "--plain", "--speed", "100", "zip", "merge", columns: 160, rows: 60)
      try pty.wait(for: "the end") { $0.lines.contains(Self.end) }
      let lines = pty.screen.lines
      let titles = lines.indices.filter { lines[$0].hasPrefix("Scene ") }
      #expect(titles.count == 2)
      #expect(lines[titles[0]].hasPrefix("Scene 1 of 2: zip") && lines[titles[1]].hasPrefix("Scene 2 of 2: merge"))
      #expect(lines[titles[1] - 1] == "This scene ends.")
      // Ctrl-D: the end of input.
      pty.type("\u{4}")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test func atTheEndOfTheInputItGoesOn() throws {
      let pty = try slowSample()
      pty.type("pause\nspeed 1000\n")
      try pty.wait(for: "the speed") { $0.lines.contains("Speed 1000.") }
      pty.type("\u{4}")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(
        pty.screen.lines.contains("At 8 seconds, zip emits (5, e): e from strings waited 0.5 seconds for 5 from ints."))
    }

    /// What is typed is for the terminal; standard output is the narration and nothing else.
    @Test func withoutATerminalNothingIsRead() throws {
      let outcome = try shell("printf 'quit\\n' | marbled play --plain --speed 100")
      let note = "note: nothing reads standard input; `-i NAME=-` makes a row of its lines\n"
      #expect(outcome.output == Sample.sentences && outcome.error == note)
    }
  }
}
