// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own after `through:`.
import AsyncAlgorithms
import MarblesTesting
import Testing

// reduce emits one result at the end; reductions emits one for each value.
@Suite("reduce vs reductions") struct ReduceVsReductionsTests {
  @Test("sum") func sum() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      through: { a, _ in
        [try await a.reduce(0, +)].async
      },
      gives: "---------------['77'|]",
      step: .milliseconds(500))
  }

  @Test("sums") func sums() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      through: { a, _ in
        a.reductions(0, +)
      },
      gives: "'25'----'65'----'77'----|",
      step: .milliseconds(500))
  }

  @Test("min") func min() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      through: { a, _ in
        [try await a.min()].async.compacted()
      },
      gives: "---------------['12'|]",
      step: .milliseconds(500))
  }

  @Test("lowest") func lowest() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      through: { a, _ in
        a.reductions { ($0 < $1) ? $0 : $1 }
      },
      gives: "'25'----'25'----'12'----|",
      step: .milliseconds(500))
  }
}
