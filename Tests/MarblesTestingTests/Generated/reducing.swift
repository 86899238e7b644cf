// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own after `through:`.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Some results are known early; others need the end of the stream.
@Suite("reducing") struct ReducingTests {
  @Test("contains") func contains() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      through: { a, _ in
        [try await a.contains(60)].async
      },
      gives: "----['true'|]",
      step: .milliseconds(500))
  }

  @Test("first") func first() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      through: { a, _ in
        [try await a.first(where: { $0 > 90 })].async.compacted()
      },
      gives: "------------['100'|]",
      step: .milliseconds(500))
  }

  @Test("allEven") func allEven() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      through: { a, _ in
        [try await a.allSatisfy { $0.isMultiple(of: 2) }].async
      },
      gives: "--------['false'|]",
      step: .milliseconds(500))
  }

  @Test("max") func max() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      through: { a, _ in
        [try await a.max()].async.compacted()
      },
      gives: "----------------['100'|]",
      step: .milliseconds(500))
  }

  @Test("sum") func sum() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      through: { a, _ in
        [try await a.reduce(0, +)].async
      },
      gives: "----------------['231'|]",
      step: .milliseconds(500))
  }
}
