import Testing
import Wire

@testable import Client

@Suite struct ControlWordsTests {
  @Test(
    "words that are no command are refused with what is expected instead",
    arguments: [
      ("speed", "`speed` needs a value; expected `speed X` or `speed scene`"),
      ("scene", "`scene` needs a value; expected `scene NAME`"), ("seek", "`seek` needs a value; expected `seek T`"),
      ("pause now", "`pause` takes no `now`; expected `pause`"),
      ("speed 1 2", "`speed` takes no `2`; expected `speed X` or `speed scene`"),
      ("paus", "unknown command `paus`; did you mean `pause`?"),
    ])
  func refusals(line: String, message: String) {
    #expect(throws: ControlRequest.Invalid(message)) {
      try ControlRequest(words: line.split(separator: " ").map(String.init))
    }
  }

  @Test("`control` without a command lists all commands")
  func nothing() throws {
    let error = try #require(throws: ControlRequest.Invalid.self) { try ControlRequest(words: []) }
    #expect(error.description.hasPrefix("a command is missing; expected one of: speed X, speed scene, pause, "))
    #expect(error.description.hasSuffix(", reload, quit"))
  }
}
