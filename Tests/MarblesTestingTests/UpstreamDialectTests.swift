import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

/// Tests in the notation of AsyncSequenceValidation: cancellation, demand, and its order of time.
@Suite struct UpstreamDialectTests {
  @Test func portedTests() throws {
    try expectMarbles(
      "abcd----e---f-g-|", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: "------d----e----[g|]",
      dialect: .asv)
    try expectMarbles("a^", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: "-^", dialect: .asv)
    try expectMarbles(
      "a--b--c---|", through: { input, _ in input.map { item in await Task { item.uppercased() }.value } },
      gives: "A--B--C---|", dialect: .asv)
    try expectMarbles("[abc]def|", through: { input, _ in input }, gives: "[abc]def|", dialect: .asv)
  }

  @Test func cancellation() throws {
    try expectMarbles("a--b- -  c--|", through: { input, _ in input }, gives: "a--b-[;|]", dialect: .asv)
    try expectMarbles(
      "a------|", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: "--[;|]", dialect: .asv)
  }

  @Test func demand() throws {
    try expectMarbles(
      "a-bcd|", through: { input, _ in input.buffer(policy: .bufferingLatest(1)) }, gives: "a,,,,[d|]", dialect: .asv)
    try expectMarbles("abc|", through: { input, _ in input }, gives: ",,,[a,][b,][c,]|", dialect: .asv)
  }

  /// https://github.com/apple/swift-async-algorithms/issues/299: c comes at the deadline of b. When both wake before either does
  /// its work, b is emitted. The consumer of that test asks again at 13 s only, and f is lost.
  @Test("debounce loses a value after a tie of a deadline and a value, when its consumer does not ask at once")
  func debounceTie() throws {
    for (order, result) in [
      (InstantOrder.inTurn, "------------f--[h|]"), (.together, "----b,,,,,,,---[h|]"),
      (.together, "----b-------f--[h|]"),
    ] {
      try expectMarbles(
        "ab--cd-e-f---gh|", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: result, dialect: .asv,
        order: order)
    }
  }

  @Test("a failure says which order it needs")
  func orderOfAFailure() async throws {
    let failure = try await thrown(MarbleTestFailure.self) {
      try expectMarbles(
        "ab--cd-e-f---gh|", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: "----b-------f--[h|]",
        dialect: .asv, order: .inTurn)
    }
    #expect(failure.note == nil)
    let together = try await thrown(MarbleTestFailure.self) {
      try expectMarbles(
        "ab--cd-e-f---gh|", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: "------------f--[h|]",
        dialect: .asv, order: .together)
    }
    #expect(together.note == "what is due at one instant happens in the order together")
  }

  @Test func theMarksAreOfNoOtherDialect() async throws {
    let error = try await thrown(DiagramError.self) {
      try expectMarbles("a-b|", through: { input, _ in input }, gives: "a-;|")
    }
    #expect(error.row == "gives")
  }

  @Test func aStreamThatContinuesAfterItsEnd() throws {
    struct Restless: AsyncSequence, AsyncIteratorProtocol {
      var base: MarbleInput<String>.Iterator
      var count = 0
      mutating func next() async throws -> String? {
        count += 1
        return count == 2 ? nil : try await base.next()
      }
      func makeAsyncIterator() -> Restless { self }
    }
    let failures = try marbleFailures {
      try expectMarbles(
        "[ab]|", through: { input, _ in Restless(base: input.makeAsyncIterator()) }, gives: "[a|]", dialect: .asv)
    }
    #expect(failures.map(\.sentence) == ["at 1 s expected the end, it failed: after its end it gave b"])
  }
}
