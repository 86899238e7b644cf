import Marbles
import Narrations
import SceneFiles
import Scenes
import Testing

@Suite struct PlainCommandTests {
  @Test(arguments: [
    ("pause", PlainCommand.pause), ("resume", .resume), ("step", .step(1)), ("step 3", .step(3)), ("back", .back(1)),
    ("back 12", .back(12)), ("help", .help), ("?", .help), ("quit", .quit), ("  STEP \r", .step(1)),
    ("restart", .restart), ("next", .next), ("rows", .rows), ("where", .position), ("speed", .speed(nil)),
    ("speed 2", .speed(2)), ("speed  0.5 ", .speed(0.5)),
    ("why", .why(row: nil, event: nil)), ("why zip", .why(row: "zip", event: nil)),
    ("why zip 2", .why(row: "zip", event: "2")), ("why zip  (2, b) ", .why(row: "zip", event: "(2, b)")),
  ])
  func lines(text: String, command: PlainCommand) throws { #expect(try PlainCommand(parsing: text) == command) }

  @Test(arguments: ["", "   ", "\r"])
  func nothing(text: String) throws { #expect(try PlainCommand(parsing: text) == nil) }

  @Test(arguments: [
    (
      "paus",
      "unknown command `paus`; did you mean `pause`?; the commands are \(Self.commands)"
    ),
    ("xyzzy", "unknown command `xyzzy`; the commands are \(Self.commands)"),
    ("\u{1B}[A", "unknown command `\\u{1b}[A`; the commands are \(Self.commands)"),
    ("pause 3", "`pause` takes no argument; found `3`"),
    ("step 0", "`step` takes a number from 1 to 1000; found `0`"),
    ("back x", "`back` takes a number from 1 to 1000; found `x`"),
    ("speed -1", "`speed` takes a number from 0.000001 to 1000000, such as 2 or 0.5; found `-1`"),
    ("speed nan", "`speed` takes a number from 0.000001 to 1000000, such as 2 or 0.5; found `nan`"),
  ])
  func mistakes(text: String, message: String) {
    let failure = #expect(throws: PlainCommand.Failure.self) { try PlainCommand(parsing: text) }
    #expect(failure?.description == message)
  }

  private static let commands =
    "pause, resume, step, back, speed, restart, next, rows, where, why, undo, redo, save, help and quit"

  @Test func helpNamesEveryCommand() {
    let names = PlainCommand.helpText.split(separator: "\n").map { String($0.prefix { $0 != ":" && $0 != " " }) }
    #expect(names.prefix(14).joined(separator: ", ") + " and " + names[14] == Self.commands)
    // Those that edit have arguments.
    #expect(names.dropFirst(15).elementsEqual(EditCommand.usage.map(\.name)))
  }

  @Test(arguments: ["pause", "resume", "step 2", "back", "speed 2", "restart"])
  func timeOfALiveSceneIsWallTime(text: String) {
    let failure = #expect(throws: PlainCommand.Failure.self) { try PlainCommand(parsing: text, ofLiveScene: true) }
    let name = text.prefix { $0 != " " }
    #expect(
      failure?.description
        == "`\(name)` can't be used with live input; the commands are next, rows, where, why, help and quit")
  }

  // MARK: Why

  private func answer(row: String?, event: String?) throws -> String {
    try Narration(of: try Scene.sample.recorded(), .sample, style: .spoken).why(row: row, event: event)
  }

  @Test(
    arguments: [
      (
        "zip", "2",
        "This is value 2 of zip. At 2.5 seconds, zip emits (2, b): 2 from ints waited 1.5 seconds for b from strings; zip "
          + "now holds 3 from ints and waits for row strings. Its inputs: 2 from ints at 1 second and b from strings at "
          + "2.5 seconds."
      ),
      (
        "merge", "b",
        "This is the newest b of merge, value 5. At 2.5 seconds, merge emits b from strings. Its inputs: b from strings "
          + "at 2.5 seconds."
      ),
      ("ints", "5", "This is value 5 of ints. At 8 seconds, ints emits 5. It is an input."),
      (
        "strings", nil,
        "This is the newest value of strings, number 5. At 7.5 seconds, strings emits e. It is an input."
      ),
      (
        nil, nil,
        "This is the newest value, number 8. At 8 seconds, latest emits (5, e): 5 from ints with e, the latest from "
          + "strings since 7.5 seconds. Its inputs: 5 from ints at 8 seconds and e from strings at 7.5 seconds."
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
    let failure = #expect(throws: PlainCommand.Failure.self) { try answer(row: row, event: event) }
    #expect(failure?.description == message)
  }

  @Test func beforeAnythingHasHappened() {
    let narration = Narration(beginning: .sample)
    let nothing = #expect(throws: PlainCommand.Failure.self) { try narration.why(row: nil, event: nil) }
    #expect(nothing?.description == "nothing has happened yet")
    let none = #expect(throws: PlainCommand.Failure.self) { try narration.why(row: "zip", event: "1") }
    #expect(none?.description == "zip has emitted nothing so far")
  }
}
