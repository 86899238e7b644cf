// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Drop values by a test, by the values before them, or by count.
@Suite("filtering") struct FilteringTests {
  @Test("filter") func filter() throws {
    try expectMarbles(
      "'info'-'info'-'warn'---'error'-'warn'-'info'-'trace'--|",
      gives: "----'warn'---'error'-'warn'---'trace'--|",
      step: .milliseconds(500)
    ) { a, _ in
      a.filter { $0 != "info" }
    }
  }

  @Test("changes") func changes() throws {
    try expectMarbles(
      "'info'-'info'-'warn'---'error'-'warn'-'info'-'trace'--|",
      gives: "'info'---'warn'---'error'-'warn'-'info'-'trace'--|",
      step: .milliseconds(500)
    ) { a, _ in
      a.removeDuplicates()
    }
  }

  // No test of `distinct`: `distinct` is an operator of marbled, at column 3.
  // distinct = a.distinct()
  //              ^

  @Test("dropWhile") func dropWhile() throws {
    try expectMarbles(
      "'info'-'info'-'warn'---'error'-'warn'-'info'-'trace'--|",
      gives: "--------'error'-'warn'-'info'-'trace'--|",
      step: .milliseconds(500)
    ) { a, _ in
      a.drop(while: { $0 != "error" })
    }
  }

  @Test("prefix") func prefix() throws {
    try expectMarbles(
      "'info'-'info'-'warn'---'error'-'warn'-'info'-'trace'--|",
      gives: "'info'-'info'-['warn'|]",
      step: .milliseconds(500)
    ) { a, _ in
      a.prefix(3)
    }
  }
}
