// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// One pair of streams, combined in four ways: what triggers each value?
@Suite("combining") struct CombiningTests {
  @Test("merge") func mergeRow() throws {
    try expectMarbles(
      "'tea'---'milk'---'cola'-----|",
      "--S--------L--|",
      gives: "'tea'-S-'milk'---'cola'--L--|",
      step: .milliseconds(500)
    ) { a, b, _ in
      merge(a, b)
    }
  }

  @Test("zip") func zipRow() throws {
    try expectMarbles(
      "'tea'---'milk'---'cola'-----|",
      "--S--------L--|",
      gives: "--'(tea, S)'--------'(milk, L)'--|",
      step: .milliseconds(500)
    ) { a, b, _ in
      zip(a, b)
    }
  }

  @Test("latest") func latest() throws {
    try expectMarbles(
      "'tea'---'milk'---'cola'-----|",
      "--S--------L--|",
      gives: "--'(tea, S)'-'(milk, S)'---'(cola, S)'--'(cola, L)'--|",
      step: .milliseconds(500)
    ) { a, b, _ in
      combineLatest(a, b)
    }
  }

  // No test of `withLatest`: `withLatestFrom` is an operator of marbled, at column 3.
  // withLatest = a.withLatestFrom(b)
  //                ^
}
