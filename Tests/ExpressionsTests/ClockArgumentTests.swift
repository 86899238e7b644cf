import Marbles
import Operators
import Testing

@testable import Expressions

/// Operators on the clock that an expression gives them.
@Suite("On another clock") struct ClockArgumentTests {
  private static let rows: Rows = ["a": "12--3----4---|"]

  @Test(
    "an operator waits as long as that clock takes",
    arguments: [
      ("a.delay(for: .seconds(2), clock: clock)", "--12--3----4---|"),
      ("a.delay(for: .seconds(2), clock: clock.scaled(by: 2))", "-12--3----4---|"),
      ("a.delay(for: .seconds(2), clock: clock.scaled(by: 0.5))", "----12--3----4---|"),
      ("a.delay(for: .steps(2), clock: clock.scaled(by: 4).scaled(by: 0.25))", "--12--3----4---|"),
      ("a.debounce(for: .seconds(3), clock: clock)", "-------3----4|"),
      ("a.debounce(for: .seconds(3), clock: clock.scaled(by: 2))", "2@2.5 3@5.5 4@10.5 |@13"),
      ("a.throttle(for: .seconds(6), clock: clock.scaled(by: 2), latest: false)", "1---2----4---|"),
      ("a.throttle(for: .seconds(6), latest: false, clock: clock.scaled(by: 2))", "1---2----4---|"),
      ("a.timeout(after: .seconds(9), clock: clock.scaled(by: 2))", "1@0 2@1 3@4 ^@8.5"),
      ("AsyncTimerSequence(interval: .seconds(2), clock: clock.scaled(by: 2)).prefix(3)", "-24[6|]"),
      ("a.chunked(by: .repeating(every: .seconds(4), clock: clock.scaled(by: 2)))", "--'[1,2]'-'[3]'-----'[4]'--|"),
      (
        "a.chunks(ofCount: 9, or: .repeating(every: .seconds(12), clock: clock.scaled(by: 2)))",
        "------'[1,2,3]'-----'[4]'|"
      ),
      ("a.map { $0 * 2 }.flatMap { [$0].async.delay(for: .seconds(2), clock: clock.scaled(by: 2)) }", "-24--6----8--|"),
      ("a.receive(on: clock)", "12--3----4---|"),
      ("a.receive(on: clock.scaled(by: 3))", "12--3----4---|"),
    ])
  func waits(expression: String, diagram: String) throws {
    try expect(Self.rows, expression, diagram)
  }

  @Test(
    "waiting twice as long on a clock twice as fast is the same",
    arguments: [
      "a.delay(for: %)", "a.debounce(for: %)", "a.throttle(for: %)", "a.throttle(for: % reducing: { $0 ?? $1 })",
      "a.timeout(after: %)", "a.chunked(by: .repeating(every: %))", "a.chunks(ofCount: 2, or: .repeating(every: %))",
    ])
  func scaling(template: String) throws {
    let comma = template.contains("% ") ? "," : ""
    func run(_ wait: String) throws -> [String] {
      spelled(try play(Self.rows, template.replacing("%", with: wait + comma)).timeline)
    }
    let plain = try run(".milliseconds(1500)")
    #expect(try run(".seconds(3), clock: clock.scaled(by: 2)") == plain)
    #expect(try run(".milliseconds(750), clock: clock.scaled(by: 0.5)") == plain)
    #expect(try run(".seconds(6)") != plain)
  }

  @Test(
    "any other clock of Swift is the scene's",
    arguments: [
      ".continuous", ".suspending", "ContinuousClock()", "SuspendingClock()", "clock", "testClock", "self.clock",
    ]
  )
  func anyOther(clock: String) throws {
    try expect(Self.rows, "a.delay(for: .seconds(2), clock: \(clock))", "--12--3----4---|")
    try expect(Self.rows, "a.delay(for: .seconds(2), clock: \(clock).scaled(by: 2))", "-12--3----4---|")
  }

  @Test("things are late in order, by no more than was said, and by as much each time", arguments: 0..<20)
  func jitter(seed: Int) throws {
    let expression = "a.receive(on: clock.jittered(by: .seconds(2), seed: \(seed)))"
    let late = try play(Self.rows, expression).timeline
    let original = try Diagram.parse(Self.rows[0].value, row: "a").timeline
    #expect(late.events.map(\.value) == original.events.map(\.value))
    let lateness = zip(late.events, original.events).map { $0.time - $1.time }
    #expect(lateness.allSatisfy { $0 >= .zero && $0 < .seconds(2) })
    #expect(lateness.contains { $0 > .zero })
    #expect(try play(Self.rows, expression).timeline == late)
  }

  @Test("another seed is another network")
  func seeds() throws {
    let runs = try (0..<20).map { seed in
      spelled(try play(Self.rows, "a.receive(on: clock.jittered(by: .seconds(2), seed: \(seed)))").timeline)
    }
    #expect(Set(runs).count == 20)
  }

  @Test(
    "values carry its animation",
    arguments: [
      ("a.receive(on: clock.animation(.slide))", Animation(.slide)),
      ("a.delay(for: .seconds(1), clock: clock.animation(.drop).scaled(by: 2))", Animation(.drop)),
      (
        "a.receive(on: clock.scaled(by: 2).animation(.pop, duration: .steps(2), curve: .spring))",
        Animation(.pop, duration: .seconds(2), curve: .spring)
      ),
      ("a.animation(.slide).receive(on: clock.animation(nil))", .immediate),
      ("a.animation(.slide).receive(on: clock)", Animation(.slide)),
      ("a.animation(.slide).receive(on: clock.scaled(by: 2))", Animation(.slide)),
      ("a.receive(on: clock.animation(.fade).animation(.pop))", Animation(.pop)),
      ("a.chunked(by: .repeating(every: .seconds(3), clock: clock.animation(.fade)))", Animation(.fade)),
      ("a.receive(on: clock)", nil),
    ] as [(String, Animation?)])
  func animation(expression: String, expected: Animation?) throws {
    let events = try play(Self.rows, expression).timeline.events
    #expect(!events.isEmpty && events.allSatisfy { $0.animation == expected })
  }

  @Test("what does not come over it appears at once")
  func composes() throws {
    let events = try play(["a": "1-2|", "b": "-x|"], "merge(a.receive(on: clock.animation(.slide)), b)").timeline.events
    #expect(events.map(\.animation) == [Animation(.slide), nil, Animation(.slide)])
  }

  @Test(
    "or it is none, with a place and a reason",
    arguments: [
      (
        "a.delay(for: .seconds(1), clock: clock.scale(by: 2))", 40,
        "clocks have no method `scale`; did you mean"
      ),
      (
        "a.delay(for: .seconds(1), clock: clock.xyz(2))", 40,
        "clocks have no method `xyz`; expected one of `animation`,"
      ),
      (
        "a.delay(for: .seconds(1), clock: clock.scaled(2))", 47,
        "invalid arguments for `scaled`; expected them as in"
      ),
      ("a.delay(for: .seconds(1), clock: clock.scaled(by: 0))", 51, "expected a number from 0.000001 to 1000000"),
      ("a.delay(for: .seconds(1), clock: clock.scaled(by: -1))", 51, "expected a number from 0.000001 to 1000000"),
      (
        "a.delay(for: .seconds(1), clock: clock.scaled(by: 900000).scaled(by: 2))", 59,
        "the product of the clock's speed factors"
      ),
      ("a.delay(for: .seconds(1), clock: clock.jittered(by: .seconds(1)))", 53, "invalid arguments for `jittered`"),
      ("a.delay(for: .seconds(1), clock: clock.animation(.slid))", 50, "no transition is called `.slid`; did you mean"),
      ("a.delay(for: .seconds(1), clock: clock.scaled)", 40, "`scaled` needs arguments, as in `clock.scaled(by: 2)`"),
      ("a.delay(for: .seconds(1), clock: .scaled(by: 2))", 34, "`scaled` must be called on a clock, as in"),
      ("a.delay(for: .seconds(1), clock: 5)", 34, "expected `clock`, or a clock made from it"),
      ("a.map(clock: clock) { $0 }", 7, "`map` has no argument `clock:`"),
    ])
  func errors(expression: String, column: Int, message: String) {
    let error = #expect(throws: ExpressionError.self) { try Expression.parse(expression) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.column == column, "\(error?.column ?? 0)")
  }
}
