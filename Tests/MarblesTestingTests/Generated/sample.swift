// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

// Two streams, three ways to combine them.
@Suite("sample") struct SampleTests {
  @Test("merge") func mergeRow() throws {
    try expectMarbles(
      "1-2-3-----4-----[5|]",
      "---a-b---c---d-[e|]",
      values: .any,
      gives: "1-2a3b---c4--d-e[5|]",
      step: .milliseconds(500)
    ) { ints, strings, _ in
      merge(ints, strings)
    }
  }

  @Test("zip") func zipRow() throws {
    try expectMarbles(
      "1-2-3-----4-----[5|]",
      "---a-b---c---d-[e|]",
      values: .any,
      gives: "---'(1, a)'-'(2, b)'---'(3, c)'---'(4, d)'--['(5, e)'|]",
      step: .milliseconds(500)
    ) { ints, strings, _ in
      zip(ints, strings)
    }
  }

  @Test("latest") func latest() throws {
    try expectMarbles(
      "1-2-3-----4-----[5|]",
      "---a-b---c---d-[e|]",
      values: .any,
      gives: "---'(2, a)''(3, a)''(3, b)'---'(3, c)''(4, c)'--'(4, d)'-'(4, e)'['(5, e)'|]",
      step: .milliseconds(500)
    ) { ints, strings, _ in
      combineLatest(ints, strings)
    }
  }
}
