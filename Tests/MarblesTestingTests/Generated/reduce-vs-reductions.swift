// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// reduce emits one result at the end; reductions emits one for each value.
@Suite("reduce vs reductions") struct ReduceVsReductionsTests {
  @Test("sum") func sum() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      gives: "---------------['77'|]",
      step: .milliseconds(500)
    ) { a, _ in
      [try await a.reduce(0, +)].async
    }
  }

  @Test("sums") func sums() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      gives: "'25'----'65'----'77'----|",
      step: .milliseconds(500)
    ) { a, _ in
      a.reductions(0, +)
    }
  }

  @Test("min") func min() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      gives: "---------------['12'|]",
      step: .milliseconds(500)
    ) { a, _ in
      [try await a.min()].async.compacted()
    }
  }

  @Test("lowest") func lowest() throws {
    try expectMarbles(
      "'25'----'40'----'12'----|",
      values: .ints,
      gives: "'25'----'25'----'12'----|",
      step: .milliseconds(500)
    ) { a, _ in
      a.reductions { ($0 < $1) ? $0 : $1 }
    }
  }
}
