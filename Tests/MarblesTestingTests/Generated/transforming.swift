// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Each value becomes another value; some rows use the values before it.
@Suite("transforming") struct TransformingTests {
  @Test("map") func map() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      gives: "'$12'---'$8'---'$25'---'$4'---'$19'---|",
      step: .milliseconds(500)
    ) { a, _ in
      a.map { "$\($0)" }
    }
  }

  @Test("compactMap") func compactMap() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      gives: "'gift'-------'gift'-------'gift'---|",
      step: .milliseconds(500)
    ) { a, _ in
      a.compactMap { ($0 < 10) ? nil : "gift" }
    }
  }

  @Test("sums") func sums() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      gives: "'12'---'20'---'45'---'49'---'68'---|",
      step: .milliseconds(500)
    ) { a, _ in
      a.reductions(0, +)
    }
  }

  @Test("pairs") func pairs() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      gives: "----'(12, 8)'---'(8, 25)'---'(25, 4)'---'(4, 19)'---|",
      step: .milliseconds(500)
    ) { a, _ in
      a.adjacentPairs()
    }
  }

  @Test("zeros") func zeros() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      gives: "'12'---[08]---[0'25']---[04]---[0'19']---|",
      step: .milliseconds(500)
    ) { a, _ in
      a.interspersed(with: 0)
    }
  }
}
