import Foundation
import Marbles
import Testing

@testable import Formats

/// Recordings as tests in Swift, with a stub where the operators go.
@Suite struct RecordedTestTests {
  private static func row(_ name: String, _ diagram: String) throws -> DiagramTable.Row {
    DiagramTable.Row(name: name, timeline: try Diagram.parse(diagram, row: name).timeline)
  }

  private func written(
    _ output: String, from inputs: [(String, String)], end: SceneTime = .seconds(2),
    rounding: SceneTime = .milliseconds(10)
  ) throws -> String {
    let test = RecordedTest(
      of: try Self.row("out", output), inputs: try inputs.map { try Self.row($0.0, $0.1) }, origin: "what shop did",
      end: end, rounding: rounding)
    return test.text
  }

  /// What someone typed, and what was searched for 300 ms later: timers are late.
  private static func queries() throws -> RecordedTest {
    RecordedTest(
      of: try row("queries", "'swift'@1.403127"),
      inputs: [try row("keystrokes", "s@0.3604 sw@0.520111 swi@0.7102 swif@0.9 swift@1.101273")],
      origin: "what shop did on 2026-03-01T08:00:00Z", end: .seconds(1.5041), rounding: .milliseconds(10))
  }

  /// Orders as objects, and those that are large.
  private static func large() throws -> RecordedTest {
    let (first, second, third) = (
      #"'{"id":1,"total":5}'"#, #"'{"id":2,"note":"it\u0027s","total":90.5}'"#, #"'{"id":3,"total":12}'"#
    )
    return RecordedTest(
      of: try row("large", "\(second)@0.5 \(third)@2.000001 |@2.3"),
      inputs: [try row("orders", "\(first)@0.1 \(second)@0.5 \(third)@2 |@2.3")], origin: "what shop did",
      end: .seconds(2.3), rounding: .milliseconds(100))
  }

  /// Inputs of several types.
  private static func pairs() throws -> RecordedTest {
    RecordedTest(
      of: try row("pairs", "'1a'@0.0004 '2b'@2.003 |@3"),
      inputs: [try row("numbers", "12-|"), try row("letters", "a-b|")],
      origin: "what shop did", end: .seconds(3), rounding: .milliseconds(500))
  }

  @Test func aTestHasTheRecordedRowsAndAStub() throws {
    #expect(
      try Self.queries().text == """
        // swift-format-ignore-file
        // Written by `marbled convert --test queries`: what shop did on 2026-03-01T08:00:00Z.
        // Times are rounded to 10ms.
        // 1. Replace `stub` by the operators of your program, and import their module. Then delete `stub`.
        // 2. Change the diagram after `gives:` to what should have happened.
        import MarblesTesting
        import Testing

        @Suite("queries") struct QueriesTests {
          @Test("queries") func queries() throws {
            try expectMarbles(
              "s@0.36 'sw'@0.52 'swi'@0.71 'swif'@0.9 'swift'@1.1",
              gives: "'swift'@1.4",
              duration: .milliseconds(1500)
            ) { keystrokes, clock in
              // Pass `clock` to what waits, as in `debounce(for: .milliseconds(300), clock: clock)`.
              try stub(keystrokes)
            }
          }
        }

        /// Stands where the operators go, and fails.
        private func stub<Input>(_ input: Input) throws -> Input { throw Stub() }

        private struct Stub: Error, CustomStringConvertible {
          let description = "replace `stub` by the operators that make `queries`"
        }

        """)
  }

  @Test("diagrams are in steps while they are short, and then have times, on several lines")
  func forms() throws {
    let short = try written("--a|", from: [("a", "a-b|")])
    #expect(short.contains(#"      "a-b|","#) && short.contains(#"gives: "--a|"\#n    )"#) && !short.contains("step:"))
    let fine = try written("a@0.1 b@0.5 |@2", from: [("a", "x@1 |@2")])
    #expect(fine.contains(#"gives: "-a---b--------------|","#) && fine.contains("step: .milliseconds(100)\n    )"))
    let sparse = try written("a@0.1 b@0.5 |@3", from: [("a", "x@1 |@2")])
    #expect(sparse.contains(#"gives: "a@0.1 b@0.5 |@3"\#n    )"#) && !sparse.contains("step:"))
    let many = (1...20).map { "'v\($0)'@\($0).03" }
    let long = try written("|@30", from: [("a", many.joined(separator: " "))])
    #expect(
      long.contains(
        """
              \"""
              'v1'@1.03 'v2'@2.03 'v3'@3.03 'v4'@4.03 'v5'@5.03 'v6'@6.03 'v7'@7.03 'v8'@8.03 'v9'@9.03
              'v10'@10.03 'v11'@11.03 'v12'@12.03 'v13'@13.03 'v14'@14.03 'v15'@15.03 'v16'@16.03 'v17'@17.03
              'v18'@18.03 'v19'@19.03 'v20'@20.03
              \""",

        """), "\(long)")
    #expect(long.contains(#"gives: "|@30"\#n    )"#) && !long.contains("duration:"))
    #expect(long.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test("a test of a row that was open ends with the recording, and has no end in its diagram")
  func open() throws {
    let text = try written("a@1.999", from: [("a", "a|")], end: .seconds(1.999))
    #expect(text.contains(#"gives: "--a","#) && text.contains("duration: .seconds(2)\n    )"), "\(text)")
    #expect(try written("|", from: [("a", "|")], end: .zero).contains(#"gives: "|"\#n    )"#))
  }

  @Test(
    "inputs have the types of their values",
    arguments: [
      (["1-2|"], ["values: .ints"]), (["'1.5'-2|"], ["values: .doubles"]), (["'true'|"], ["values: .bools"]),
      (["1-a|"], ["values: .any", "import Marbles\n"]), (["'[1]'-'[2,3]'|"], ["values: MarbleValues<[Int]>.decoded"]),
      (["'null'-1|"], ["values: MarbleValues<Int?>.decoded"]), (["'[]'|"], ["values: .any"]),
      (["1|", "a|"], [#""1|", values: .ints,"#, #""a|", values: .strings,"#, "{ a, b, clock in"]),
      (["1|", "|"], ["values: .ints"]), (["a|", "b|"], [#""a|",\#n      "b|",\#n      gives"#]),
      (["1|", "2|", "3|", "4|"], [#"["1|","#, "values: .ints", "The inputs are a, b, c, d.", "try stub(inputs[0])"]),
      (["1|", "2|", "3|", "x|"], [#"["1|","#, "values: .any"]),
    ])
  func types(diagrams: [String], parts: [String]) throws {
    let text = try written("x|", from: Array(zip(["a", "b", "c", "d"], diagrams)))
    for part in parts { #expect(text.contains(part), "\(text)") }
  }

  @Test("objects get structures with the members of all of them; where none can be written, values are of any type")
  func structures() throws {
    let known = try written(
      "|",
      from: [("orders", #"'{"id":1,"in":{"city":"X"},"to":[{"n":1}]}'-'{"id":2.5,"in":{},"to":[],"tags":["a"]}'|"#)])
    #expect(
      known.contains(
        """
          struct In: Decodable, Hashable {
            let city: String?
          }
          struct To: Decodable, Hashable {
            let n: Int
          }
          struct Order: Decodable, Hashable {
            let id: Double
            let `in`: In
            let tags: [String]?
            let to: [To]
          }
        """), "\(known)")
    #expect(known.contains("values: MarbleValues<Order>.decoded"))
    for object in [#"{"a-b":1}"#, "{}", #"{"a":[]}"#, #"{"_":1}"#, #"{"a":null}"#, #"{"a":[1,"x"]}"#] {
      #expect(try written("|", from: [("orders", "'\(object)'|")]).contains("values: .any"), "\(object)")
    }
    #expect(try written("|", from: [("strings", #"'{"a":"x"}'|"#)]).contains("struct StringValue: Decodable"))
  }

  @Test("names and values can't leave their place")
  func hostile() throws {
    var test = try Self.queries()
    test.inputs[0].name = "stub"
    test.output.name = "class"
    test.origin = "what a\n}\u{202E} did"
    #expect(test.text.contains("{ stub2, clock in") && test.text.contains("func classRow()"), "\(test.text)")
    #expect(test.text.contains("what a\n// }\\u{202e} did"))
    let many = (1...9).map { #"'"\u0022\u0022\u0022#\u0028 \#($0)"'@\#($0).03"# }.joined(separator: " ")
    let text = try written("|@30", from: [("a", many)])
    #expect(text.contains(##"      ##"""##) || text.contains(##"      #"""##), "\(text)")
  }

  @Test("a program that writes some doubles without a point emits doubles")
  func doubles() throws {
    #expect(try written("'1.5'-2|", from: [("a", "|")]).contains("gives: \"'1.5'-'2.0'|\"\n    )"))
  }

  /// Compiled and run by MarblesTestingTests; `UPDATE_SNAPSHOTS=1 swift test` writes them.
  @Test("written tests are up to date, with their stub and with operators in its place") func generated() throws {
    func solved(_ test: RecordedTest, _ stub: String, by operators: String) -> String {
      test.text.replacing("try \(stub)", with: operators)
        .replacing("import MarblesTesting\n", with: "import AsyncAlgorithms\nimport MarblesTesting\n")
    }
    let queries = try Self.queries()
    try compare(
      solved(queries, "stub(keystrokes)", by: "keystrokes.debounce(for: .milliseconds(300), clock: clock)"),
      named: "incident-queries")
    try compare(
      solved(try Self.large(), "stub(orders)", by: "orders.filter { $0.total > 10 }"), named: "incident-objects")
    try compare(
      solved(try Self.pairs(), "stub(numbers)", by: #"zip(numbers, letters).map { "\($0)\($1)" }"#),
      named: "incident-pairs")
    // Without attributes: IncidentTests calls it, and expects that it fails.
    let stub = queries.text.replacing(#"@Suite("queries") struct QueriesTests"#, with: "struct QueriesStub")
      .replacing(#"@Test("queries") func"#, with: "func")
    try compare(stub, named: "incident-stub")
  }

  private func compare(_ text: String, named name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../MarblesTestingTests/Generated/\(name).swift")
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
