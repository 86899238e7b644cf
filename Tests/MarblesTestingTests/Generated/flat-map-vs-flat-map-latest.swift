// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

// flatMap queues behind the stream that is running; flatMapLatest ends it.
@Suite("flatMap vs flatMapLatest") struct FlatMapVsFlatMapLatestTests {
  @Test("queued") func queued() throws {
    try expectMarbles(
      "1--2-------3----|",
      "x-y-z|",
      values: .any,
      gives: "'1x'-'1y'-'1z''2x'-'2y'-'2z'-'3x'-'3y'-'3z'|",
      step: .milliseconds(500)
    ) { a, letters, _ in
      a.flatMap { n in letters.cold.map { "\(n)\($0)" } }
    }
  }

  @Test("latest") func latest() throws {
    try expectMarbles(
      "1--2-------3----|",
      "x-y-z|",
      values: .any,
      gives: "'1x'-'1y''2x'-'2y'-'2z'---'3x'-'3y'-'3z'|",
      step: .milliseconds(500)
    ) { a, letters, _ in
      a.flatMapLatest { n in letters.cold.map { "\(n)\($0)" } }
    }
  }
}
