import Marbles
import Narrations
import SceneFiles
import Scenes
import Testing

@Suite struct LineCommandTests {
  @Test(arguments: [
    ("pause", LineCommand.pause), ("resume", .resume), ("step", .step), ("back", .back), ("help", .help),
    ("quit", .quit), ("  STEP \r", .step), ("speed 2", .speed(2)), ("speed  0.5 ", .speed(0.5)),
    ("why", .why(row: nil, event: nil)), ("why zip", .why(row: "zip", event: nil)),
    ("why zip 2", .why(row: "zip", event: "2")), ("why zip  (2, b) ", .why(row: "zip", event: "(2, b)")),
  ])
  func lines(text: String, command: LineCommand) throws { #expect(try LineCommand(parsing: text) == command) }

  @Test(arguments: ["", "   ", "\r"])
  func nothing(text: String) throws { #expect(try LineCommand(parsing: text) == nil) }

  @Test(arguments: [
    (
      "paus",
      "there is no command `paus`; did you mean `pause`?; there are pause, resume, step, back, speed, why, help and quit"
    ),
    ("xyzzy", "there is no command `xyzzy`; there are pause, resume, step, back, speed, why, help and quit"),
    ("\u{1B}[A", "there is no command `\\u{1b}[A`; there are pause, resume, step, back, speed, why, help and quit"),
    ("step 3", "`step` takes nothing; found `3`"),
    ("speed", "`speed` takes a number from 0.000001 to 1000000, such as 2 or 0.5; found nothing"),
    ("speed -1", "`speed` takes a number from 0.000001 to 1000000, such as 2 or 0.5; found `-1`"),
    ("speed nan", "`speed` takes a number from 0.000001 to 1000000, such as 2 or 0.5; found `nan`"),
  ])
  func mistakes(text: String, message: String) {
    let failure = #expect(throws: LineCommand.Failure.self) { try LineCommand(parsing: text) }
    #expect(failure?.description == message)
  }

  @Test func helpNamesEveryCommand() {
    #expect(
      LineCommand.helpText.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        == ["pause", "resume", "step", "back", "speed", "why", "help", "quit"])
  }

  // MARK: Why

  private func answer(row: String?, event: String?) throws -> String {
    try Narration(of: try Scene.sample.recorded(), .sample, style: .spoken).why(row: row, event: event)
  }

  @Test(
    arguments: [
      (
        "zip", "2",
        "This is number 2 of zip, zip#1. At 2.5 seconds, zip emits (2, b): ints 2 waited 1.5 seconds for strings b; zip now "
          + "holds ints 3 and waits for strings. Behind it: ints 2 at 1 second and strings b at 2.5 seconds."
      ),
      (
        "merge", "b",
        "This is the newest b of merge, number 5, merge#4. At 2.5 seconds, merge passes b on from strings. Behind it: "
          + "strings b at 2.5 seconds."
      ),
      ("ints", "5", "This is number 5 of ints, 4. At 8 seconds, ints emits 5. It was given."),
      (
        "strings", nil,
        "This is the newest value of strings, number 5, 1004. At 7.5 seconds, strings emits e. It was given."
      ),
      (
        nil, nil,
        "This is the newest value, number 8, latest#7. At 8 seconds, latest emits (5, e): ints 5 with the latest of strings, "
          + "e from 7.5 seconds. Behind it: ints 5 at 8 seconds and strings e at 7.5 seconds."
      ),
    ] as [(String?, String?, String)])
  func why(row: String?, event: String?, answer: String) throws {
    #expect(try self.answer(row: row, event: event) == answer)
  }

  @Test(
    arguments: [
      ("zop", nil, "no row is called `zop`; did you mean `zip`?; there are ints, strings, merge, zip and latest"),
      ("zip", "9", "zip has 5 values so far, and none is `9`"),
      ("zip", "x", "zip has 5 values so far, and none is `x`"),
    ] as [(String, String?, String)])
  func whyNot(row: String, event: String?, message: String) {
    let failure = #expect(throws: LineCommand.Failure.self) { try answer(row: row, event: event) }
    #expect(failure?.description == message)
  }

  @Test func beforeAnythingHasHappened() {
    let narration = Narration(beginning: .sample)
    let nothing = #expect(throws: LineCommand.Failure.self) { try narration.why(row: nil, event: nil) }
    #expect(nothing?.description == "nothing has happened yet")
    let none = #expect(throws: LineCommand.Failure.self) { try narration.why(row: "zip", event: "1") }
    #expect(none?.description == "zip has emitted nothing so far")
  }
}
