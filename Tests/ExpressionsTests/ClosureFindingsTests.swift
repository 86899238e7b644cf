import Marbles
import Testing

@testable import Expressions

/// What closures do to every value without an error, and surely not on purpose.
@Suite struct ClosureFindingsTests {
  /// What is found when a closure is called with each of these values.
  private func findings(_ closure: String, _ values: [Value]) throws -> [ClosureFinding] {
    var parser = SyntaxParser(text: closure, tokens: Lexer.tokens(of: closure))
    let (syntax, findings) = (try parser.parse(), ClosureFindings())
    for value in values { _ = try? Evaluator(scope: .empty, findings: findings).call(syntax, [value]) }
    return findings.all
  }

  private let hit = Value.object(["status": .int(500), "path": .string("/a")])

  @Test("A member that no value has is found, with those that they have") func members() throws {
    let found = try findings("{ $0.stauts == 500 }", [hit, hit, hit])
    #expect(
      found == [
        ClosureFinding(
          column: 6, count: 3,
          message: "no value has `stauts`; they have `path`, `status`; did you mean `status`?")
      ])
  }

  @Test("A member that one value has is no finding, even if it is nil") func someMembers() throws {
    #expect(try findings("{ $0.user }", [hit, .object(["user": .string("ann")]), hit]) == [])
    #expect(try findings("{ $0.user }", [.object(["user": .null]), hit]) == [])
  }

  @Test("A number is never equal to a text") func comparisons() throws {
    let found = try findings(#"{ $0.status == "500" }"#, [hit, hit])
    #expect(
      found.map(\.message) == [
        "`==` compares an Int with a String, which are never equal; write the number without quotes, or make one of the "
          + "text: `Int($0)`"
      ])
    #expect(found.map(\.count) == [2])
  }

  @Test("Comparisons that may be true, and those with nil, are no finding") func fairComparisons() throws {
    #expect(try findings("{ $0.status == 404 }", [hit]) == [])
    #expect(try findings("{ $0.status == 404.0 }", [hit]) == [])
    #expect(try findings("{ $0.path != nil }", [hit]) == [])
    #expect(try findings(#"{ $0 == "x" }"#, [.int(1), .string("y")]) == [])
  }

  @Test("What is not computed is not found") func notComputed() throws {
    #expect(try findings("{ $0.status == 404 && $0.user == 1 }", [hit]) == [])
  }

  @Test("Long lists of members are cut") func longLists() throws {
    let wide = Value.object(Dictionary(uniqueKeysWithValues: (0..<20).map { ("m\($0 + 10)", .int($0)) }))
    let found = try findings("{ $0.zzz }", [wide])
    #expect(
      found.map(\.message) == [
        "no value has `zzz`; they have `m10`, `m11`, `m12`, `m13`, `m14`, `m15`, `m16`, `m17`, …"
      ])
  }
}
