import AsyncAlgorithms
import MarblesTesting
import Testing

@testable import TapExample

/// Marble tests of the operators of the example.
@Suite struct OperatorTests {
  @Test func aQueryIsATextThatStays() throws {
    try expectMarbles(
      "ab---b----c|", through: { queries($0, clock: $1) }, gives: "----b------[c|]", step: .milliseconds(100))
  }

  @Test func aMoveIsFarFromTheLastOne() throws {
    try expectMarbles(
      "1-2-3-8|", values: .doubles, through: { prices, _ in moves(prices, by: 2) }, gives: "'1.0'---'3.0'-'8.0'|")
  }

  @Test func aRequestIsSentAgainAfterLongerAndLongerTimes() throws {
    try expectMarbles(
      [],
      through: { _, clock in
        retrying(attempts: 3, delay: .seconds(1), clock: clock) { attempt in
          if attempt < 3 { throw Unavailable(order: 1, attempt: attempt) }
          return "a"
        }
      }, gives: "---[a|]")
  }

  @Test func theLastErrorEndsTheStream() throws {
    try expectMarbles(
      [],
      through: { _, clock in
        retrying(attempts: 2, delay: .seconds(1), clock: clock) { attempt -> String in
          throw Unavailable(order: 1, attempt: attempt)
        }
      }, gives: "-^")
  }
}
