// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own after `through:`.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Each value becomes another value; some rows use the values before it.
@Suite("transforming") struct TransformingTests {
  @Test("map") func map() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      through: { a, _ in
        a.map { "$\($0)" }
      },
      gives: "'$12'---'$8'---'$25'---'$4'---'$19'---|",
      step: .milliseconds(500))
  }

  @Test("compactMap") func compactMap() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      through: { a, _ in
        a.compactMap { ($0 < 10) ? nil : "gift" }
      },
      gives: "'gift'-------'gift'-------'gift'---|",
      step: .milliseconds(500))
  }

  @Test("sums") func sums() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      through: { a, _ in
        a.reductions(0, +)
      },
      gives: "'12'---'20'---'45'---'49'---'68'---|",
      step: .milliseconds(500))
  }

  @Test("pairs") func pairs() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      through: { a, _ in
        a.adjacentPairs()
      },
      gives: "----'(12, 8)'---'(8, 25)'---'(25, 4)'---'(4, 19)'---|",
      step: .milliseconds(500))
  }

  @Test("zeros") func zeros() throws {
    try expectMarbles(
      "'12'---8---'25'---4---'19'---|",
      values: .ints,
      through: { a, _ in
        a.interspersed(with: 0)
      },
      gives: "'12'---[08]---[0'25']---[04]---[0'19']---|",
      step: .milliseconds(500))
  }
}
