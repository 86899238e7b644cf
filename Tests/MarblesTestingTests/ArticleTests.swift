import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing
import XCTest

private struct User: Equatable, Sendable {
  var age: Int
}

private struct Order: Decodable {
  var id: Int
  var total: Double
}

func expectCapitals(
  _ input: String, gives expected: String,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  try expectMarbles(input, gives: expected, fileID: fileID, filePath: filePath, line: line, column: column) {
    input, _ in
    input.map { $0.uppercased() }
  }
}

/// The Swift code of the articles of MarblesTesting, word for word: `CodeBlockTests` compares it with them.
@Suite struct ArticleTests {
  @Test func emitsAfterTwoSecondsOfSilence() throws {
    try expectMarbles("ab-----|", gives: "---b---|") { input, clock in
      input.debounce(for: .seconds(2), clock: clock)
    }
  }

  @Test func mergesInTheOrderOfTime() throws {
    try expectMarbles("1-2-|", "-a-b|", gives: "1a2b|") { a, b, _ in merge(a, b) }
  }

  @Test func chainsStreams() throws {
    try expectMarbles("-a-|", "b-c|", gives: "-a-[bc|]") { a, b, _ in chain(a, b) }
    try expectMarbles("-a-|", "b-c|", gives: "-a-b-c|") { a, b, _ in chain(a, b.cold) }
  }

  @Test func addsUp() throws {
    try expectMarbles("1-2-3|", values: .ints, gives: "1-3-6|") { numbers, _ in numbers.reductions(0, +) }
  }

  @Test func keepsAdults() throws {
    try expectMarbles("a-b|", values: ["a": User(age: 17), "b": User(age: 18)], gives: "--b|") { users, _ in
      users.filter { $0.age >= 18 }
    }
  }

  @Test func keepsLargeOrders() throws {
    try expectMarbles(
      #"'{"id":1,"total":5}'-'{"id":2,"total":90}'|"#, values: MarbleValues<Order>.decoded,
      gives: #"--'{"id":2,"total":90}'|"#
    ) { orders, _ in orders.filter { $0.total > 10 } }
  }

  @Test func makesUsers() throws {
    try expectMarbles("1-2|", values: .ints, gives: "x-y|", results: ["x": User(age: 1), "y": User(age: 2)]) {
      ages, _ in
      ages.map { User(age: $0) }
    }
  }

  @Test func emitsNothingAfterAnError() throws {
    try expectMarbles("a-^", gives: "A-^") { input, _ in input.throwing(CancellationError()).map { $0.uppercased() } }
  }

  @Test func writesCapitals() throws {
    try expectCapitals("a-b|", gives: "A-B|")
    try expectCapitals("a-^", gives: "A-^")
  }

  @Test func capitalsAreExpected() throws {
    let failures = try marbleFailures { try expectCapitals("a|", gives: "a|") }
    #expect(failures.map(\.sentence) == ["at 0 s expected a, got A"])
  }

  @Test func ticksEveryTwoSeconds() throws {
    try expectMarbles([], gives: "--t-t", duration: .seconds(5)) { _, clock in
      AsyncTimerSequence(interval: .seconds(2), clock: clock).map { _ in "t" }
    }
  }

  @Test func keepsTheNewestValue() throws {
    try expectMarbles("a-bcd|", gives: "a,,,,[d|]", dialect: .asv) { input, _ in
      input.buffer(policy: .bufferingLatest(1))
    }
  }

  @Test(arguments: InstantOrder.all) func debouncesInEachOrder(order: InstantOrder) throws {
    try expectMarbles("ab-----|", gives: "---b---|", order: order) { input, clock in
      input.debounce(for: .seconds(2), clock: clock)
    }
  }

  /// An article of the program has it.
  @Test func debounceLosesAValue() throws {
    try expectMarbles("ab--cd-e-f---gh|", gives: "----b,,,,,,,---[h|]", dialect: .asv, order: .together) {
      $0.debounce(for: .seconds(3), clock: $1)
    }
  }
}

final class DebounceTests: XCTestCase {
  func testEmitsAfterTwoSecondsOfSilence() throws {
    try expectMarbles("ab-----|", gives: "---b---|") { $0.debounce(for: .seconds(2), clock: $1) }
  }
}
