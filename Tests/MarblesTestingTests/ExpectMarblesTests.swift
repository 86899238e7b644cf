import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

/// Diagrams in, an operator, a diagram out.
@Suite struct ExpectMarblesTests {
  @Test func oneInput() throws {
    try expectMarbles(
      "a-b----|", through: { input, clock in input.debounce(for: .seconds(2), clock: clock) }, gives: "----b--|")
    try expectMarbles("a-b|", through: { $0.debounce(for: .seconds(2), clock: $1) }, gives: "---[b|]")
    try expectMarbles("123456--|", through: { $0._throttle(for: .seconds(2), clock: $1) }, gives: "1-3-5---[6|]")
    try expectMarbles("a-b-c|", through: { input, _ in input.map { $0.uppercased() } }, gives: "A-B-C|")
    try expectMarbles("a-b-c|", through: { input, _ in input.dropFirst().prefix(1) }, gives: "--[b|]")
    try expectMarbles("", through: { input, _ in input }, gives: "")
  }

  @Test("what an operator emits only because a run is cut is no result")
  func cuts() throws {
    try expectMarbles("12345", through: { $0._throttle(for: .seconds(3), clock: $1) }, gives: "1--4")
    try expectMarbles("12345", through: { input, _ in input.chunks(ofCount: 3).map { $0.joined() } }, gives: "--'123'")
    try expectMarbles(
      "12345|", through: { $0._throttle(for: .seconds(3), clock: $1) }, gives: "1--4", duration: .seconds(4))
  }

  @Test func severalInputs() throws {
    try expectMarbles("1-2-|", "-a-b|", through: { a, b, _ in merge(a, b) }, gives: "1a2b|")
    try expectMarbles("1-2-|", "-a-b|", through: { a, b, _ in zip(a, b) }, gives: "-'(1, a)'-'(2, b)'|")
    try expectMarbles(
      "1-2-|", "-a-b|", through: { a, b, _ in combineLatest(a, b).map { $0 + $1 } }, gives: "-'1a''2a''2b'|")
    try expectMarbles("a|", "-b|", "--c|", through: { a, b, c, _ in chain(a, b, c) }, gives: "abc|")
    try expectMarbles(
      ["a|", "-b|", "--c|", "---d|"],
      through: { inputs, _ in merge(merge(inputs[0], inputs[1]), inputs[2], inputs[3]) }, gives: "abcd|")
  }

  @Test("at one instant, values come in the order of the inputs, and before timers")
  func order() throws {
    try expectMarbles("-a|", "-b|", "-c|", through: { a, b, c, _ in merge(a, b, c) }, gives: "-[abc]|")
    try expectMarbles("-a|", "-b|", "-c|", through: { a, b, c, _ in merge(c, b, a) }, gives: "-[abc]|")
    try expectMarbles("a-b-|", through: { $0.debounce(for: .seconds(2), clock: $1) }, gives: "----[b|]")
  }

  @Test func aStepHasAnyLength() throws {
    try expectMarbles(
      "a-b----|", through: { $0.debounce(for: .milliseconds(200), clock: $1) }, gives: "----b--|",
      step: .milliseconds(100))
  }

  @Test("the notation of marbled: spans, groups, quotes, absolute times")
  func notation() throws {
    try expectMarbles("a 2m b|", through: { input, _ in input }, gives: "a@0 b@121 |@122")
    try expectMarbles("(ab)|", through: { input, _ in input }, gives: "[ab]---|")
    try expectMarbles(
      "'long name'@0.5 |@1", through: { input, _ in input }, gives: "-'long name'|", step: .milliseconds(500))
  }

  @Test func errorsAndOpenEnds() throws {
    try expectMarbles("a-^", through: { input, _ in input }, gives: "a-^")
    try expectMarbles("a--", through: { input, _ in input }, gives: "a")
    try expectMarbles("a-b|", through: { input, _ in input.map { try require($0 == "a", $0) } }, gives: "a-^")
    try expectMarbles("a|", through: { _, _ throws -> MarbleInput<String> in throw Refusal() }, gives: "^")
    try expectMarbles(
      "a-^", through: { input, _ in input.throwing(Refusal()).mapError { $0 is Refusal ? TimelineError() : $0 } },
      gives: "a-^")
  }

  @Test func theOperatorMayBeMadeAsynchronously() throws {
    try expectMarbles(
      "a-b|",
      through: { input, clock in
        try await clock.sleep(for: .seconds(1))
        return input
      }, gives: "-ab|")
  }

  @Test(
    "an input is hot, and past values come at once; a cold one starts at its first use; an unbuffered one has no past")
  func cold() throws {
    try expectMarbles("-a-|", "b-c|", through: { a, b, _ in chain(a, b) }, gives: "-a-[bc|]")
    try expectMarbles("-a-|", "b-c|", through: { a, b, _ in chain(a, b.cold) }, gives: "-a-b-c|")
    try expectMarbles("-a-|", "b-c-d|", through: { a, b, _ in chain(a, b.unbuffered) }, gives: "-a--d|")
  }

  @Test func anEndlessStreamHasADuration() throws {
    try expectMarbles(
      [], through: { _, clock in AsyncTimerSequence(interval: .seconds(2), clock: clock).map { _ in "t" } },
      gives: "--t-t", duration: .seconds(5))
  }

  @Test func itIsTheSameEachTime() throws {
    for _ in 0..<200 {
      try expectMarbles(
        "a-b-c-d-|", "-1-2-3-4|",
        through: { letters, digits, clock in
          merge(letters.debounce(for: .seconds(1), clock: clock), digits._throttle(for: .seconds(3), clock: clock))
        }, gives: "-[1a]-b-[3c]-d[4|]")
    }
  }

  @Test("nested merges, whose tasks lock each other")
  func nesting() throws {
    let count = 60
    let inputs = (0..<count).map { String(repeating: "-", count: $0) + "x--|" }
    try expectMarbles(
      inputs, through: { inputs, _ in inputs.dropFirst().reduce(Erased(inputs[0])) { Erased(merge($0, $1)) } },
      gives: String(repeating: "x", count: count) + "--|")
    try expectMarbles(
      inputs.map { _ in "x|" }, through: { inputs, _ in balanced(inputs[...]) },
      gives: "[" + String(repeating: "x", count: count) + "]|")
  }
}

private struct Refusal: Error {}
private struct TimelineError: Error {}

private func require<Value>(_ condition: Bool, _ value: Value) throws -> Value {
  if condition { value } else { throw Refusal() }
}

private func balanced(_ inputs: ArraySlice<MarbleInput<String>>) -> Erased {
  if inputs.count == 1 { return Erased(inputs[inputs.startIndex]) }
  let middle = inputs.startIndex + inputs.count / 2
  return Erased(merge(balanced(inputs[..<middle]), balanced(inputs[middle...])))
}

private struct Erased: AsyncSequence, Sendable {
  private let begin: @Sendable () -> () async throws -> String?

  init<Base: AsyncSequence & Sendable & SendableMetatype>(_ base: Base)
  where Base.Element == String, Base.AsyncIterator: SendableMetatype {
    begin = {
      var iterator = base.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    let following: () async throws -> String?
    func next() async throws -> String? { try await following() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(following: begin()) }
}
