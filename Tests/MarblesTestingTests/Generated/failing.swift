// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Playback
import Testing

// An error ends every stream it passes through, unless it is caught.
@Suite("failing") struct FailingTests {
  @Test("merge") func mergeRow() throws {
    try expectMarbles(
      "'news'---'mail'---^",
      "--'ad'--------'tip'---|",
      gives: "'news'-'ad'-'mail'---^",
      step: .milliseconds(500)
    ) { a, b, _ in
      merge(a, b)
    }
  }

  @Test("mapError") func mapError() throws {
    try expectMarbles(
      "'news'---'mail'---^",
      gives: "'news'---'mail'---^",
      step: .milliseconds(500)
    ) { a, _ in
      a.mapError { TimelineFailure(message: "offline: \($0)") as any Error }
    }
  }

  // No test of `catch`: `catchError` is an operator of marbled, at column 3.
  // catch = a.catchError { _ in "--'cached'--|" }
  //           ^

  // No test of `retry`: `retry` is an operator of marbled, at column 3.
  // retry = a.retry(1)
  //           ^
}
