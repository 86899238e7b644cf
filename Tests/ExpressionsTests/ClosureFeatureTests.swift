import Marbles
import Testing

@testable import Expressions

/// What Swift programmers write in closures beside operators and members.
@Suite struct ClosureFeatureTests {
  private static let hit = Value.object(["status": 503, "path": "/a/b", "tags": .array(["x", "y"]), "odd name": 1])

  @Test(
    "Subscripts: nil outside",
    arguments: [
      ("{ $0[1] }", [.array([1, 2])], "2"), ("{ $0[2] }", [.array([1, 2])], "null"),
      ("{ $0[-1] }", [.array([1, 2])], "null"), ("{ $0[0..<2] }", [.array([1, 2, 3])], "[1,2]"),
      ("{ $0[1...2] }", [.array([1, 2])], "null"), ("{ $0[\"odd name\"] }", [hit], "1"),
      ("{ $0[\"none\"] }", [hit], "null"), ("{ $0[\"none\", default: 7] }", [hit], "7"),
      ("{ $0[\"status\", default: 7] }", [hit], "503"), ("{ $0.tags[1] }", [hit], "y"),
      ("{ $0.tags?[0] }", [hit], "x"), ("{ $0.none[0].x[\"y\"] }", [hit], "null"), ("{ $0[1] }", ["añb"], "ñ"),
      ("{ $0[0..<2] }", ["añb"], "añ"), ("{ $0[3] }", ["añb"], "null"), ("{ [[1, 2], [3]][1][0] }", [], "3"),
      ("{ $0[$1] ?? 0 }", [.array([5]), .null], "0"),
      ("{ $0[\"a\"] }", [.array([1])], "column 5: an array has no part at a String"),
    ] as [(String, [Value], String)])
  func subscripts(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }

  @Test(
    "Objects, key paths, constants and conditions",
    arguments: [
      ("{ [\"p\": $0.path, \"s\": $0.status] }", [hit], #"{"p":"/a/b","s":503}"#), ("{ [:] }", [], "{}"),
      ("{ [\"a\": [\"b\": 1]].a.b }", [], "1"), ("{ [\"a\": 1,] }", [], #"{"a":1}"#),
      ("{ [1: 2] }", [], "column 4: the name of a member is no text"), ("\\.path", [hit], "/a/b"),
      ("\\.tags[0]", [hit], "x"), ("\\.self", [3], "3"), ("{ $0.map(\\.n) }", [.array([.object(["n": 4])])], "[4]"),
      ("{ let y = $0 * 2; return y + 1 }", [3], "7"), ("{ let a = 1 let b = a + 1 return [a, b] }", [], "[1,2]"),
      ("{ x in let y = x; let x = 5; return x + y }", [1], "6"),
      ("{ let y = $0\n  let z = y + 1\n  return z }", [1], "2"),
      ("{ if $0 > 1 { \"many\" } else { \"one\" } }", [2], "many"),
      ("{ if $0 > 9 { 3 } else if $0 > 1 { 2 } else { let x = 1; return x } }", [0], "1"),
      ("{ if $0.isEmpty { 0 } else { $0.map { $0 + 1 }.sum() } }", [.array([1, 2])], "5"),
      ("{ if ($0.filter { $0 > 1 }.isEmpty) { 0 } else { 1 } }", [.array([1, 2])], "1"),
    ] as [(String, [Value], String)])
  func constructs(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }

  @Test(
    "Text is taken apart",
    arguments: [
      ("{ $0.split(separator: \",\") }", ["a,,b"], #"["a","b"]"#), ("{ $0.split(\" \")[1] }", ["a b"], "b"),
      ("{ $0.split(separator: /[ ,]+/) }", ["a, b c"], #"["a","b","c"]"#),
      ("{ $0.replacing(\"a\", with: \"o\") }", ["banana"], "bonono"),
      ("{ $0.replacing(/[0-9]+/, with: \"#\") }", ["a1b22"], "a#b#"), ("{ $0.trimmed() }", [" a \n"], "a"),
      ("{ $0.contains(#/ 50[03] /#) }", ["GET 503 1"], "true"), ("{ $0.firstMatch(of: /[0-9]+/) }", ["a12b3"], "12"),
      ("{ $0.firstMatch(of: /(?<k>\\w+)=(?<v>\\d+)/).v }", ["a=12"], "12"),
      ("{ $0.firstMatch(of: /(\\w)=(\\d)/).2 }", ["a=1"], "1"), ("{ $0.firstMatch(of: /x/)?.k }", ["a"], "null"),
      ("{ $0.wholeMatch(of: /\\d+/) != nil }", ["12a"], "false"), ("{ $0.matches(of: /\\d/) }", ["1a2"], #"["1","2"]"#),
      ("{ $0.contains(#/a/b/#) }", ["a/b"], "true"), ("{ $0.contains(/a\\/b/) }", ["a/b"], "true"),
      ("{ $0 / 2 / 3 }", [12], "2"), ("{ ($0) / 2 }", [12], "6"),
      ("{ Date($0, strategy: .iso8601) }", ["2026-01-31T12:00:00Z"], "1769860800.0"),
      ("{ Date($0, strategy: .iso8601) }", ["no"], "null"),
    ] as [(String, [Value], String)])
  func text(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }

  @Test(
    "Numbers and arrays",
    arguments: [
      ("{ round($0) }", [2.5], "3.0"), ("{ sqrt(9) }", [], "3.0"), ("{ pow(2, 10) }", [], "1024.0"),
      ("{ log(1) }", [], "0.0"),
      ("{ log10(1000) }", [], "3.0"), ("{ floor($0) + ceil($0) }", [1.5], "3.0"),
      ("{ sqrt(0 - 1) }", [], "column 3: `sqrt` is not a finite number here"),
      ("{ $0.average() }", [.array([1, 2])], "1.5"),
      ("{ $0.average() }", [.array([])], "null"),
      ("{ $0.percentile(0.95) }", [.array((1...100).map { .int($0) })], "95"),
      ("{ $0.percentile(0.5) }", [.array([3, 1, 2])], "2"),
      ("{ $0.contains(where: { $0 > 2 }) }", [.array([1, 3])], "true"),
      ("{ $0.first(where: { $0 > 1 }) }", [.array([1, 2, 3])], "2"), ("{ $0.first { $0 > 5 } }", [.array([1])], "null"),
      ("{ $0.allSatisfy { $0 > 0 } }", [.array([1, 3])], "true"),
      ("{ $0.compactMap { $0.n } }", [.array([.object([:]), .object(["n": 1])])], "[1]"),
      ("{ $0.keys }", [.object(["b": 1, "a": 2])], #"["a","b"]"#),
      ("{ $0.values }", [.object(["b": 1, "a": 2])], "[2,1]"),
      ("{ $0.merging([\"a\": 3, \"b\": 1]) { $0 + $1 } }", [.object(["a": 2])], #"{"a":5,"b":1}"#),
      ("{ $0.merging([\"a\": 3], uniquingKeysWith: +) }", [.object(["a": 2])], #"{"a":5}"#),
      (
        "{ $0.merging([\"a\": 3]) }", [.object([:])],
        #"column 6: `merging` takes an object and a closure, as in merging(["a": 1]) { $0 + $1 }"#
      ),
    ] as [(String, [Value], String)])
  func arrays(closure: String, values: [Value], expected: String) {
    #expect(result(of: closure, values) == expected)
  }

  @Test(
    "What can't be read says where, and what to write",
    arguments: [
      ("a.map { if $0 > 1 { 2 } }", 25, "`else`"), ("a.map { $0.contains(/ a/) }", 21, "#/ …/#"),
      ("a.map { if let x = $0 { x } else { 0 } }", 12, "`??`"),
      ("a.map { var x = 1; return x }", 9, "write `let`"), ("a.map { $0.firstMatch(of: /(a)\\1/) }", 27, "column 4"),
      ("a.map { $0[] }", 12, "an index"), ("a.map { $0.contains(/a }", 21, "found `/`"),
      ("a.map(\\name)", 8, "a key path"),
      ("a.map { let x = 1 }", 19, "an expression for the result"), ("a.map { Date($0) }", 9, "strategy: .iso8601"),
      ("a.map { [\"a\": 1, 2] }", 19, "`:`"),
    ])
  func problems(text: String, column: Int, part: String) throws {
    let error = try #require(throws: ExpressionError.self) { try Expression.parse(text) }
    #expect(error.column == column && error.message.contains(part), "\(error)")
  }

  @Test("A pattern that explodes elsewhere takes few steps") func patterns() {
    let text = Value.string(String(repeating: "a", count: 20_000))
    #expect(result(of: "{ $0.contains(/(a|aa|aaa|aaaa)*b/) }", [text]) == "false")
    #expect(result(of: "{ $0.contains(/(a+)+$/) }", [.string(String(repeating: "a", count: 20_000) + "b")]) == "false")
  }
}
