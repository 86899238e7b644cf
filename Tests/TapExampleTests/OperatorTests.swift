import AsyncAlgorithms
import Foundation
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

  // As in the article "See your streams" of MarbleTap.
  @Test func anOrderSurvivesAFailure() throws {
    try expectMarbles([], gives: "-['order 5'|]") { _, clock in
      retrying(attempts: Attempts.normal.count, delay: .seconds(1), clock: clock) { attempt in
        if attempt == 1 { throw Unavailable(order: 5, attempt: attempt) }
        return "order 5"
      }
    }
  }

  @Test("with one attempt, the failure is that of the article")
  func anOrderDoesNotSurviveWithoutAttempts() async throws {
    // Detached from this test, so that the failure is thrown, and no issue of this test.
    let failure = try await #require(throws: MarbleTestFailure.self) {
      try await Task.detached {
        try expectMarbles(
          [],
          through: { _, clock in
            retrying(attempts: Attempts.few.count, delay: .seconds(1), clock: clock) { attempt in
              if attempt == 1 { throw Unavailable(order: 5, attempt: attempt) }
              return "order 5"
            }
          }, gives: "-['order 5'|]")
      }.value
    }
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Sources/MarbleTap/Documentation.docc/SeeYourStreams.md"), encoding: .utf8)
    #expect(article.contains("```\n\(failure.sentence)\n"), "\(failure)")
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
