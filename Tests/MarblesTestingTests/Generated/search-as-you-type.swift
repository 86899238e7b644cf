// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Ask rarely, never twice, and forget what is out of date.
@Suite("search as you type") struct SearchAsYouTypeTests {
  @Test("quiet") func quiet() throws {
    try expectMarbles(
      "'ro''rome'---'os''oslo'---'os''oslo'----|",
      gives: "'rome'@1.6 'oslo'@4.6 'oslo'@7.6 |@9.6",
      step: .milliseconds(600)
    ) { typing, clock in
      typing.debounce(for: .seconds(1), clock: clock)
    }
  }

  @Test("queries") func queries() throws {
    try expectMarbles(
      "'ro''rome'---'os''oslo'---'os''oslo'----|",
      gives: "'rome'@1.6 'oslo'@4.6 |@9.6",
      step: .milliseconds(600)
    ) { typing, clock in
      let quiet = typing.debounce(for: .seconds(1), clock: clock)
      return quiet.removeDuplicates()
    }
  }

  // No test of `answers`: `delay` is an operator of marbled, at column 49.
  // answers = queries.flatMapLatest { [$0.uppercased()].async.delay(for: .seconds(3.6)) }
  //                                                           ^

  // No test of `stale`: `delay` is an operator of marbled, at column 43.
  // stale = queries.flatMap { [$0.uppercased()].async.delay(for: .seconds(3.6)) }
  //                                                   ^
}
