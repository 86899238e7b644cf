import Foundation
import SceneFiles
import TestSupport
import Testing

extension EndToEnd {
  /// `marbled learn`: lessons on a terminal and as text, and the progress that is kept.
  @Suite struct LearnTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var state: String { folder.file("marbled/lessons") }

    private func learn(_ arguments: String..., typing lines: [String] = []) throws -> Outcome {
      try RunningCommand(
        shell:
          "printf '%s\\n' \(lines.map { "'\($0)'" }.joined(separator: " ")) | marbled learn \(arguments.joined(separator: " "))",
        environment: ["XDG_STATE_HOME": folder.path]
      ).ended()
    }

    @Test("a lesson as text reads a line for each output, compares it, and is kept when all are right")
    func solving() throws {
      let outcome = try learn("1", typing: ["--1-2--3-|", "1-[2|]"])
      #expect(outcome.ending == .exited(0) && outcome.error.isEmpty, "\(outcome.error)")
      #expect(outcome.output.hasPrefix("Lesson 1 of 10: A timeline (2 min)\n\nA row is a stream."))
      for text in [
        "  late = a.delay(for: .seconds(2))\n", "late: all 4 are right.\n", "two: all 3 are right.\n",
        "  late  --1   -2--3-|\n",
        "To try, in `marbled play lesson-timeline` after H: Move 3", "\nNext: marbled learn 2\n",
      ] { #expect(outcome.output.contains(text), "\(text)\n\(outcome.output)") }
      #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(try String(contentsOfFile: state, encoding: .utf8) == "lesson-timeline\n")
      // Without any line, the task alone is told.
      let task = try RunningCommand(
        shell: "marbled learn 1 </dev/null", environment: ["XDG_STATE_HOME": folder.path]
      ).ended()
      #expect(task.ending == .exited(0) && task.output.hasSuffix("shows what comes out.\n"), "\(task.output)")
      // It goes on with the next one; to read it is no mistake.
      let next = try learn()
      #expect(next.output.hasPrefix("Lesson 2 of 10: Transform and drop") && next.ending == .exited(0))
    }

    @Test("what is wrong is said, in the words of the picture, and the lesson is not solved")
    func mistakes() throws {
      let outcome = try learn("lesson-timeline", typing: ["-1-2--3--|", ""])
      #expect(outcome.ending == .exited(1))
      #expect(outcome.output.contains("late: 1 of 4 is right; 1 came at 2 s, 1 s later than predicted;"))
      #expect(outcome.output.contains("two: nothing is predicted.\n"))
      #expect(!FileManager.default.fileExists(atPath: state))
      let malformed = try learn("timeline", typing: ["1-(2"])
      #expect(
        malformed.ending == .exited(65) && malformed.error.hasPrefix("error: row late, column 3: "),
        "\(malformed.error)")
    }

    @Test("the list says what is solved, and --reset forgets it")
    func progress() throws {
      try FileManager.default.createDirectory(atPath: folder.file("marbled"), withIntermediateDirectories: true)
      try "lesson-pair\nlesson-of-long-ago\n".write(toFile: state, atomically: true, encoding: .utf8)
      let list = try learn("--list").output.split(separator: "\n")
      #expect(list.count == 11 && list.first == " 1   A timeline             2 min  lesson-timeline")
      #expect(list[2] == " 3 ✓ Pair                   3 min  lesson-pair")
      #expect(list.last == "1 of 10 are solved. `marbled learn` goes on with \"A timeline\".")
      #expect(try learn("--reset").output == "Forgot that 1 lesson is solved: \"Pair\".\n")
      #expect(try learn("--reset").output == "No lesson is solved, so there is nothing to forget.\n")
    }

    @Test("a folder that can't be written is said once, and keeps no lesson from being done")
    func unwritable() throws {
      try "".write(toFile: folder.file("marbled"), atomically: true, encoding: .utf8)
      let outcome = try learn("1", typing: ["--1-2--3-|", "1-[2|]"])
      #expect(outcome.ending == .exited(0))
      #expect(outcome.error == "note: the progress is not kept: \(state) can't be written\n")
    }

    @Test(
      "lessons that do not exist are explained",
      arguments: [
        ("11", 64, "error: lesson 11 does not exist; expected a number from 1 to 10\n"),
        ("quite", 66, "error: no lesson is called `quite`; did you mean `quiet`?\n"),
        ("xyzxyzxyz", 66, "error: no lesson is called `xyzxyzxyz`; `marbled learn --list` lists them\n"),
      ])
    func unknown(lesson: String, status: Int32, message: String) throws {
      let outcome = try learn(lesson)
      #expect(outcome.ending == .exited(status) && outcome.error == message, "\(outcome.error)")
      #expect(try learn("--list", lesson).ending == .exited(64))
    }

    @Test("on a terminal, a lesson is drawn, compared and kept, and the next one follows")
    func terminal() throws {
      let pty = try Pty("learn", "10", environment: ["XDG_STATE_HOME": folder.path])
      func isShown(_ text: String) -> (ScreenEmulator) -> Bool { { $0.lines.contains { $0.contains(text) } } }
      try pty.wait(for: "the task", isShown("A test of your own (3 min)"))
      pty.type("\u{1B}")
      try pty.wait(for: "the picture") { !isShown("A test of your own (3 min)")($0) }
      // The marble at 3 s, and the end from there to 11 s.
      pty.type("nswift\r>>>" + String(repeating: "|", count: 9) + "c")
      try pty.wait(for: "what to try", isShown("To try after H: "))
      pty.type("N")
      try pty.wait(for: "the next lesson", isShown("A timeline (2 min)"))
      pty.type("qq")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(try String(contentsOfFile: state, encoding: .utf8) == "lesson-test\n")
    }
  }
}
