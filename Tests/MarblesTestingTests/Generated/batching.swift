// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Collect values into arrays: by count, by time, or by a condition.
@Suite("batching") struct BatchingTests {
  @Test("count") func count() throws {
    try expectMarbles(
      "1-3-5---2---4---7--|",
      values: .ints,
      gives: "----'[1,3,5]'-----------'[2,4,7]'--|",
      step: .milliseconds(500)
    ) { a, _ in
      a.chunks(ofCount: 3)
    }
  }

  @Test("time") func time() throws {
    try expectMarbles(
      "1-3-5---2---4---7--|",
      values: .ints,
      gives: "'[1,3,5]'@2.4 '[2]'@4.8 '[4]'@7.2 '[7]'@9.5 |@9.5",
      step: .milliseconds(500)
    ) { a, clock in
      a.chunked(by: .repeating(every: .milliseconds(2400), clock: clock))
    }
  }

  @Test("either") func either() throws {
    try expectMarbles(
      "1-3-5---2---4---7--|",
      values: .ints,
      gives: "'[1,3,5]'@2 '[2]'@4.8 '[4]'@7.2 '[7]'@9.5 |@9.5",
      step: .milliseconds(500)
    ) { a, clock in
      a.chunks(ofCount: 3, or: .repeating(every: .milliseconds(2400), clock: clock))
    }
  }

  @Test("rising") func rising() throws {
    try expectMarbles(
      "1-3-5---2---4---7--|",
      values: .ints,
      gives: "--------'[1,3,5]'----------['[2,4,7]'|]",
      step: .milliseconds(500)
    ) { a, _ in
      a.chunked(by: { $0 < $1 })
    }
  }

  @Test("parity") func parity() throws {
    try expectMarbles(
      "1-3-5---2---4---7--|",
      values: .ints,
      gives: "--------'[1,3,5]'-------'[2,4]'--['[7]'|]",
      step: .milliseconds(500)
    ) { a, _ in
      a.chunked(on: { ($0 % 2) == 0 }).map { $0.1 }
    }
  }
}
