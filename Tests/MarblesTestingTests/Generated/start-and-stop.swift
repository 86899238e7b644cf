// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// The same values, selected by signal, count or value: compare the ends.
@Suite("start and stop") struct StartAndStopTests {
  // No test of `signal`: `drop(until:)` is an operator of marbled, at column 3.
  // signal = a.drop(until: start).prefix(until: stop)
  //            ^

  @Test("count") func count() throws {
    try expectMarbles(
      "1-2-3-4-5-6-7-8-9-|",
      values: .ints,
      gives: "------4-5-6-[7|]",
      step: .milliseconds(500)
    ) { a, _ in
      a.dropFirst(3).prefix(4)
    }
  }

  @Test("value") func value() throws {
    try expectMarbles(
      "1-2-3-4-5-6-7-8-9-|",
      values: .ints,
      gives: "------4-5-6-7-|",
      step: .milliseconds(500)
    ) { a, _ in
      try a.drop(while: { $0 < 4 }).prefix(while: { $0 < 8 })
    }
  }
}
