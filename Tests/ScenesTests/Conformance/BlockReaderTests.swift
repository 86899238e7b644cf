import Marbles
import Operators
import Playback
import Testing

/// How blocks are found in Swift source, and translated; on test sources.
@Suite struct BlockReaderTests {
  private func blocks(_ body: String) throws -> [ValidateBlock] {
    try ValidateBlock.blocks(in: "final class Suite: XCTestCase {\n func test_it() {\n\(body)\n }\n}")
  }

  private func expression(_ operation: String, functions: String = "") throws -> String {
    try ValidateBlock.blocks(
      in: "\(functions)\nclass Suite { func test_it() { validate {\n \"a|\"\n \(operation)\n \"b|\"\n } } }")[0]
      .expression()
  }

  @Test func aBlockIsDiagramsThenOperatorsThenADiagram() throws {
    let blocks = try blocks(
      """
      validate(expectedFailures: ["one", "two, too"]) {
        "'}'a|"  // not the end: }
        "'say \\"hi\\"'|"
        merge(
          $0.inputs[0],
          $0.inputs[1]
        )
        .map { $0 }
        "x|"
      }
      """)
    #expect(blocks.map(\.name) == ["Suite.test_it"])
    #expect(blocks[0].inputs == ["'}'a|", "'say \"hi\"'|"])
    #expect(blocks[0].output == "x|")
    #expect(blocks[0].expectedFailures == ["one", "two, too"])
    #expect(try blocks[0].expression() == "merge( input0, input1 ) .map { $0 }")
  }

  @Test func aBlockIsNamedByTheTestAroundItAndCounted() throws {
    let body = """
      struct Theme { func token() -> Int { 1 } }
      validator.validate()
      validate { $0.inputs[0]
        "|" }
      /* validate { /* nested */ } */ let text = "validate { \\(f(")")) }"
      validate(theme: Theme()) { $0.inputs[0]
        "|" }
      """
    let blocks = try blocks(body)
    #expect(blocks.map(\.name) == ["Suite.test_it", "Suite.test_it#2"])
    #expect(blocks.map(\.hasTheme) == [false, true])
  }

  @Test(
    arguments: [
      "validate { \"a|\" }", "validate", "validate { $0.inputs[0] }", "validate(speed: 2) { $0.inputs[0]\n\"|\" }",
      "validate { merge(\n\"|\" }",
    ])
  func whatIsNoBlockIsAnError(body: String) {
    #expect(throws: Problem.self) { try blocks(body) }
  }

  @Test(
    arguments: [
      ("$0.inputs[0].map { $0.inputs }", "input0.map { $0.inputs }"),
      ("$0.inputs[0]._throttle(for: .steps(2), clock: $0.clock)", "input0.throttle(for: .steps(2))"),
      ("$0.inputs[0].map { a in await Task { a + a }.value }", "input0.map { a in a + a }"),
      ("$0.inputs[0].map(twice)", "input0.map({ x in x + x })"),
      ("$0.inputs[0].map { twice($0.1) }", "input0.map { ($0.1) + ($0.1) }"),
      ("$0.inputs[0].map(total)", #"input0.map({ xs in "\(xs.reduce(0) { $0 + $1 })" })"#),
    ])
  func operatorsAreSaidInOurWords(operation: String, expected: String) throws {
    let functions = #"""
      func twice(_ x: String) -> String { x + x }
      func total(_ xs: [Int]) -> String {
        return "\(xs.reduce(into: 0) { $0 = $0 + $1 })"
      }
      """#
    #expect(try expression(operation, functions: functions) == expected)
  }

  @Test func aBlockMayNameItsParameter() throws {
    let blocks = try blocks("validate { d in\n f(clock: d.clock).g(clock: d.clock, 1).map { d.inputs[0] }\n\"|\" }")
    #expect(try blocks[0].expression() == "f().g( 1).map { input0 }")
  }

  // MARK: Differences

  @Test(
    arguments: [
      ("ab|", "ab|", []),
      ("a|", "b|", ["expected \"a\" but got \"b\" at tick 0"]),
      (
        "-a|", "--a|",
        ["expected \"a\" at tick 1", "expected finish but got \"a\" at tick 2", "unexpected finish at tick 3"]
      ),
      ("[ab]", "[ba]", ["expected \"a\" but got \"b\" at tick 0", "expected \"b\" but got \"a\" at tick 0"]),
      ("a^", "a|", ["expected failure but got finish at tick 1"]),
      ("a", "a^", ["unexpected failure at tick 1"]),
      ("[a|]", "[a^]", ["expected finish but got failure at tick 0"]),
    ] as [(String, String, Set<String>)])
  func differencesAreFoundAtTheirTicks(expected: String, recorded: String, words: Set<String>) throws {
    let (expected, recorded) = (
      try Diagram.parse(expected, row: "r", dialect: .asv, isExpectation: true).timeline,
      try Diagram.parse(recorded, row: "r", dialect: .asv, isExpectation: true).timeline
    )
    #expect(UpstreamDifference.between(expected: expected, recorded: recorded) == words)
  }

  @Test func whatFollowsAnEndIsADifferenceOfItsOwn() throws {
    let expected = try Diagram.parse("a|", row: "r", dialect: .asv, isExpectation: true).timeline
    var recorded = Timeline(events: expected.events, end: .open)
    recorded.close(.error(.seconds(2), message: EndViolation.value("d").description))
    #expect(
      UpstreamDifference.between(expected: expected, recorded: recorded)
        == ["specification violation got \"d\" after iteration terminated at tick 1"])
  }

  @Test(
    arguments: [
      ("a[b-]", "step symbol in group"), ("a[[b]]", "nested grouping"), ("a[b", "unbalanced grouping"),
      ("a]b", "unbalanced grouping"),
    ])
  func errorsAreNamedByTheirPlace(diagram: String, words: String) {
    let error = #expect(throws: DiagramError.self) { try Diagram.parse(diagram, row: "r", dialect: .asv) }
    #expect(error.map(UpstreamDifference.inWords) == "validation diagram \(words)")
  }
}
