// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Some results are known early; others need the end of the stream.
@Suite("reducing") struct ReducingTests {
  @Test("contains") func contains() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      gives: "----['true'|]",
      step: .milliseconds(500)
    ) { a, _ in
      [try await a.contains(60)].async
    }
  }

  @Test("first") func first() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      gives: "------------['100'|]",
      step: .milliseconds(500)
    ) { a, _ in
      [try await a.first(where: { $0 > 90 })].async.compacted()
    }
  }

  @Test("allEven") func allEven() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      gives: "--------['false'|]",
      step: .milliseconds(500)
    ) { a, _ in
      [try await a.allSatisfy { $0.isMultiple(of: 2) }].async
    }
  }

  @Test("max") func max() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      gives: "----------------['100'|]",
      step: .milliseconds(500)
    ) { a, _ in
      [try await a.max()].async.compacted()
    }
  }

  @Test("sum") func sum() throws {
    try expectMarbles(
      "'26'---'60'---'45'---'100'---|",
      values: .ints,
      gives: "----------------['231'|]",
      step: .milliseconds(500)
    ) { a, _ in
      [try await a.reduce(0, +)].async
    }
  }
}
