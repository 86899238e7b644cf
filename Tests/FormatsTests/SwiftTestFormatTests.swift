import Foundation
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

@testable import Formats

/// Scenes as tests in Swift: expressions in, code out.
@Suite struct SwiftTestFormatTests {
  private func scene(_ expression: String, a: String = "1-2|", b: String = "-x-y|", c: String = "--5|") throws -> Scene
  {
    let quoted = expression.replacing("'", with: "''")
    let yaml = """
      rows:
        a: { marbles: "\(a)" }
        b: { marbles: "\(b)" }
        c: { marbles: "\(c)" }
        out: { apply: '\(quoted)' }
      """
    return try SceneFile(parsing: yaml, path: "test.yaml").scene
  }

  private func written(_ scene: Scene) throws -> String {
    SceneFormat.swift.write(SceneDocument(scene, try scene.recorded()))
  }

  @Test func aTestHasInputsAnExpressionAndWhatItEmits() throws {
    let yaml = """
      title: quick & slow
      about: "Two rows: \\"a\\"."
      step: 500ms
      rows:
        a: { marbles: "a-b|" }
        slow: { apply: "a.debounce(for: .steps(2))" }
        quick: { apply: "slow.map { $0.uppercased() }" }
      """
    let scene = try SceneFile(parsing: yaml, path: "test.yaml").scene
    #expect(
      try written(scene) == """
        // swift-format-ignore-file
        // Written by `marbled render --format swift`.
        // The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
        // of your own in the closure.
        import AsyncAlgorithms
        import MarblesTesting
        import Testing

        // Two rows: "a".
        @Suite("quick & slow") struct QuickSlowTests {
          @Test("slow") func slow() throws {
            try expectMarbles(
              "a-b|",
              gives: "---[b|]",
              step: .milliseconds(500)
            ) { a, clock in
              a.debounce(for: .seconds(1), clock: clock)
            }
          }

          @Test("quick") func quick() throws {
            try expectMarbles(
              "a-b|",
              gives: "---[B|]",
              step: .milliseconds(500)
            ) { a, clock in
              let slow = a.debounce(for: .seconds(1), clock: clock)
              return slow.map { $0.uppercased() }
            }
          }
        }

        """)
  }

  @Test(
    "an expression is Swift with clocks and with the names of AsyncAlgorithms",
    arguments: [
      ("merge(a, c)", "merge(a, c)"),
      ("merge(a, a, c, c)", "merge(merge(a, a, c), c)"),
      ("zip(a, b)", "zip(a, b)"),
      ("a.throttle(for: .seconds(1), latest: false)", "a._throttle(for: .seconds(1), clock: clock, latest: false)"),
      (
        "a.debounce(for: .seconds(0.5), clock: clock.scaled(by: 2))",
        "a.debounce(for: .milliseconds(500), clock: clock.scaled(by: 2))"
      ),
      (
        "a.chunks(ofCount: 2, or: .repeating(every: .seconds(3)))",
        "a.chunks(ofCount: 2, or: .repeating(every: .seconds(3), clock: clock))"
      ),
      ("a.map { $0 * 2 + 1 }", "a.map { ($0 * 2) + 1 }"),
      ("a.map { n in n == 1 ? nil : n }", "a.map { n in (n == 1) ? nil : n }"),
      ("b.map { \"say \\\"\\($0)\\\"\" }", #"b.map { "say \"\($0)\"" }"#),
      ("b.filter { _ in true }", "b.filter { _ in true }"),
      ("a.reductions(0, +)", "a.reductions(0, +)"),
      ("a.reduce(0, +)", "[try await a.reduce(0, +)].async"),
      ("a.max().map { $0 + 1 }", "[try await a.max()].async.compacted().map { $0 + 1 }"),
      ("a.prefix(while: { $0 < 2 })", "try a.prefix(while: { $0 < 2 })"),
      ("a.flatMap { _ in c }", "a.flatMap { _ in c }"),
      ("a.flatMap { [$0, 7].async }", "a.flatMap { [$0, 7].async }"),
      ("[a, c].async.joined()", "[a, c].async.joined()"),
      ("(1...3).async", "(1...3).async"), ("[1, \"a\"].async", "[Value.int(1), Value.string(\"a\")].async"),
      ("a.map { String($0) }", "a.map { String($0) }"),
      ("zip(a, a).map { x, y in x + y }", "zip(a, a).map { value1 in value1.0 + value1.1 }"),
      ("b.map { $0.capitalized }", "b.map { Value.string($0).member(\"capitalized\") }"),
      ("merge(a, b).map { $0.x }", "merge(a, b).map { $0.member(\"x\") }"),
      ("merge(a, b).filter { $0 > 1 }", "merge(a, b).filter { $0.compares(\">\", 1) }"),
      ("a.map { let y = $0 * 2; return y + 1 }", "a.map { let y: Int = $0 * 2; return y + 1 }"),
      (
        "a.flatMap { [$0].async.map { x in x + $0 } }", "a.flatMap { value1 in [value1].async.map { x in x + value1 } }"
      ),
    ])
  func translations(expression: String, swift: String) throws {
    let text = try written(try scene(expression))
    #expect(text.contains("      \(swift)\n"), "\(text)")
  }

  @Test(
    "a row without a counterpart has no test, and a comment with the reason",
    arguments: [
      ("race(a, c)", "`race` is an operator of marbled, at column 1"),
      ("a.map { $0 + 1 }.delay(for: .seconds(1))", "`delay` is an operator of marbled, at column 18"),
      ("a.prefix(until: b)", "`prefix(until:)` is an operator of marbled, at column 3"),
      ("a.flatMap { _ in \"x-y|\" }", "an inner diagram has no counterpart in Swift, at column 3"),
      ("merge(a.max(), c)", "`max` is a function in Swift, and no stream that can be combined, at column 9"),
      ("zip(a, a, a, a)", "`zip` takes at most three streams, at column 1"),
      ("zip(a, b).removeDuplicates()", "the values of `removeDuplicates` are not Equatable, at column 11"),
      ("a.grouped(by: { $0 % 2 }) { _, group in group }", "`grouped` is an operator of marbled, at column 3"),
      ("a.map { class in class }", "`class` is no name for a parameter, at column 7"),
      ("a.map { $0.x }", "an Int has no `x`, at column 12"),
      ("a.map { $0 + \"x\" }", "`+` can't be applied to an Int and a String, at column 12"),
      ("a.map { $0 / 0 }", "division by zero, at column 12"),
      ("a.map { let zero = 0; return 5 % zero }", "division by zero, at column 32"),
      ("a.map { 1 + 9223372036854775807 }", "1 + 9223372036854775807 doesn't fit in an Int, at column 11"),
      ("a.filter { $0 }", "expected true or false, not an Int, at column 12"),
      ("a.map { [1: $0] }", "the name of a member is no text, at column 10"),
      ("a.map { $0.hasPrefix(\"1\") }", "an Int has no method `hasPrefix`, at column 12"),
      ("zip(a, b).map { $0 < 1 }", "`<` can't be applied to a tuple and an Int, at column 20"),
      ("zip(a, b).map { x, y, z in x }", "the closure takes 3 values, but gets 1, at column 15"),
    ])
  func reasons(expression: String, reason: String) throws {
    let text = try written(try scene(expression))
    let column = try #require(reason.split(separator: " ").last.flatMap { Int($0) })
    let mark = String(repeating: " ", count: column - 1) + "^"
    #expect(
      text.contains("  // No test of `out`: \(reason).\n  // out = \(expression)\n  //       \(mark)\n"), "\(text)")
    #expect(!text.contains("@Test") && !text.contains("gives:"))
  }

  @Test(
    "values have the type of the diagrams",
    arguments: [
      ("1-2|", "values: .ints"), ("'1.5'|", "values: .doubles"), ("'true'|", "values: .bools"),
      ("1-a|", "values: .any"), ("'[1]'|", "values: .any"),
    ])
  func types(diagram: String, values: String) throws {
    #expect(try written(try scene("a.dropFirst()", a: diagram)).contains("      \(values),\n"))
    #expect(try !written(try scene("b.dropFirst()")).contains("values:"))
  }

  @Test("a file has the functions that its closures call, once, and no others") func helpers() throws {
    let text = try written(try scene("merge(a, b).filter { $0.n > 1 }.map { $0.m > 2 }"))
    #expect(text.components(separatedBy: "func compares(").count == 2)
    #expect(text.components(separatedBy: "func order(").count == 2)
    #expect(!text.contains("func applying(") && !text.contains("import Foundation"))
    #expect(text.contains("\nimport Marbles\n"))
    #expect(try written(try scene("a.map { pow($0, 2) }")).contains("import AsyncAlgorithms\nimport Foundation\n"))
    #expect(try !written(try scene("a.map { $0 + 1 }")).contains("extension Value"))
  }

  @Test("names, titles and values can't leave their place")
  func hostile() throws {
    var scene = try scene("b.map { \"\\\"\\n\" }", b: "-'\\u0022#'|")
    scene.title = "a\"\n\u{202E}#\\(x)"
    scene.about = "*/\n}\u{0}"
    scene.rows[1].name = "b"
    let text = try written(scene)
    #expect(text.contains(#"@Suite("a\"\n\u{202e}#\\(x)") struct AXTests {"#))
    #expect(text.contains("// */\n// }\\u{0}\n"))
    #expect(text.contains(##"map { _ in "\"\n" }"##))
    #expect(SwiftLiteral.string("\"#") == "##\"\"#\"##")
    #expect(SwiftLiteral.string("a\\b") == ##"#"a\b"#"##)
  }

  @Test func namesAreUsedOnceAndAreNoKeywords() {
    var names = SwiftNames()
    #expect(
      ["merge", "catch", "a", "a", "two words", "1", "été", "", "_"].map { names.name(for: $0, otherwise: "row") }
        == ["mergeRow", "catchRow", "a", "a2", "twoWords", "_1", "t", "row", "_Row"])
  }

  /// Compiled and run by MarblesTestingTests; `UPDATE_SNAPSHOTS=1 swift test` writes them.
  @Test(
    "the generated tests of shipped scenes are up to date",
    arguments: [
      "access-log", "batching", "cold-vs-hot", "combining", "controlled-time", "creating", "debounce-vs-throttle",
      "failing",
      "filtering",
      "flat-map-vs-flat-map-latest", "missing-values", "orders", "random", "reduce-vs-reductions", "reducing", "sample",
      "search-as-you-type",
      "start-and-stop", "start-up", "transforming",
    ])
  func generated(name: String) throws {
    let shipped = try #require(try SceneLibrary(folders: []).file(named: name))
    try compare(try written(shipped.scene), named: name)
  }

  @Test("the generated tests of closures are up to date") func generatedClosures() throws {
    let yaml = """
      title: closures
      rows:
        hits:
          marbles: >-
            -'{"ms":12,"path":"/a/b","user":{"name":"Ann"}}'-'{"ms":0.5,"path":"/c?n=7"}'-'{"tags":["x","y"]}'|
        numbers: { marbles: "1-2-3-4|" }
        words: { marbles: "'a=1'-'b'-'c=22'|" }
        value1: { marbles: "5|" }
        objects: { apply: 'hits.map { ["p": $0.path ?? "-", "n": ($0.ms ?? 0) * 2] }' }
        names: { apply: 'hits.compactMap(\\.user.name)' }
        constants: { apply: 'numbers.map { let y = $0 * 2; let z = y + 1; return y * z }' }
        branches: { apply: 'hits.map { if $0.ms > 1 { let ms = $0.ms; return "\\(ms) ms" } else { nil } }' }
        pairs: { apply: 'zip(numbers, words).map { n, word in word + "\\(n)" }' }
        sums: { apply: 'hits.map { $0.ms }.reductions(0) { $0 + ($1 ?? 1) }' }
        groups: { apply: 'words.map { $0.firstMatch(of: /(?<k>\\w)=(?<v>\\d+)/) }.compacted().map { [$0.k: Int($0.v)] }' }
        inner: { apply: 'numbers.flatMap { [$0].async.map { x in [x, $0] } }' }
        rows: { apply: 'numbers.flatMap { value1.map { y in y } }.map { sqrt($0) > 2 ? "big" : $0 }' }
        last: { apply: 'hits.first { $0.tags[1] == "y" }.map { $0.tags.map { "\\($0)!" }.joined(separator: ",") }' }
        least: { apply: 'hits.map { $0.ms ?? 99 }.min()' }
        searched: { apply: 'hits.map { $0.ms }.contains(12.0)' }
      """
    try compare(try written(try SceneFile(parsing: yaml, path: "closures.yaml").scene), named: "closures")
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
