// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Effects in order and side by side: which waits for which?
@Suite("start-up") struct StartUpTests {
  // No test of `inOrder`: `ignoreElements` is an operator of marbled, at column 21.
  // inOrder = chain(saved, signIn.ignoreElements(), merge(daily, matches))
  //                               ^

  @Test("atOnce") func atOnce() throws {
    try expectMarbles(
      ["-'game'|", "---'key'|", "-------'quiz'|", "-----'Ann'---'Bob'---|"],
      gives: "-'game'-'key'-'Ann'-'quiz'-'Bob'---|",
      step: .milliseconds(500)
    ) { inputs, _ in
      let saved = inputs[0]
      let signIn = inputs[1]
      let daily = inputs[2]
      let matches = inputs[3]
      return merge(merge(saved.cold, signIn.cold, daily.cold), matches.cold)
    }
  }
}
