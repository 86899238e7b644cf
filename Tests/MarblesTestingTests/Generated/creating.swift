// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Streams without an input, and streams that start again.
@Suite("creating") struct CreatingTests {
  @Test("timer") func timer() throws {
    try expectMarbles(
      [],
      gives: "----2---4---6---[8|]",
      step: .milliseconds(500),
      duration: .seconds(9)
    ) { _, clock in
      AsyncTimerSequence(interval: .seconds(2), clock: clock).prefix(4)
    }
  }

  @Test("array") func array() throws {
    try expectMarbles(
      [],
      gives: "['do''re''mi'|]",
      step: .milliseconds(500),
      duration: .seconds(9)
    ) { _, _ in
      ["do", "re", "mi"].async
    }
  }

  // No test of `again`: `repeated` is an operator of marbled, at column 8.
  // again = jingle.repeated(3)
  //                ^

  // No test of `startWith`: `startWith` is an operator of marbled, at column 8.
  // startWith = jingle.startWith("hush")
  //                    ^
}
