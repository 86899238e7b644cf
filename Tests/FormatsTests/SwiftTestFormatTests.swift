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
        // of your own after `through:`.
        import AsyncAlgorithms
        import MarblesTesting
        import Testing

        // Two rows: "a".
        @Suite("quick & slow") struct QuickSlowTests {
          @Test("slow") func slow() throws {
            try expectMarbles(
              "a-b|",
              through: { a, clock in
                a.debounce(for: .seconds(1), clock: clock)
              },
              gives: "---[b|]",
              step: .milliseconds(500))
          }

          @Test("quick") func quick() throws {
            try expectMarbles(
              "a-b|",
              through: { a, clock in
                let slow = a.debounce(for: .seconds(1), clock: clock)
                return slow.map { $0.uppercased() }
              },
              gives: "---[B|]",
              step: .milliseconds(500))
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
      ("(1...3).async", "(1...3).async"),
    ])
  func translations(expression: String, swift: String) throws {
    let text = try written(try scene(expression))
    #expect(text.contains("        \(swift)\n"), "\(text)")
  }

  @Test(
    "a row without a counterpart has no test, and a comment with the reason",
    arguments: [
      ("race(a, c)", "`race` is an operator of marbled"),
      ("a.map { $0 + 1 }.delay(for: .seconds(1))", "`delay` is an operator of marbled"),
      ("a.prefix(until: b)", "`prefix(until:)` is an operator of marbled"),
      ("a.flatMap { _ in \"x-y|\" }", "an inner diagram has no counterpart in Swift"),
      ("merge(a, b).map { $0.x }", "`.x` is a member of a JSON object"),
      ("merge(a.max(), c)", "`max` is a function in Swift, and no stream that can be combined"),
      ("zip(a, a, a, a)", "`zip` takes at most three streams"),
      ("zip(a, b).removeDuplicates()", "the values of `removeDuplicates` are not Equatable"),
      ("a.map { String($0) }", "a function in a closure has no counterpart in Swift"),
      ("b.map { $0.capitalized }", "`.capitalized` is a member that only marbled has"),
      ("a.map { class in class }", "`class` is no name for a parameter"),
    ])
  func reasons(expression: String, reason: String) throws {
    let text = try written(try scene(expression))
    #expect(text.contains("  // No test of `out`: \(reason).\n  // out = \(expression)\n"), "\(text)")
    #expect(!text.contains("@Test") && !text.contains("gives:"))
  }

  @Test(
    "values have the type of the diagrams",
    arguments: [
      ("1-2|", "values: .ints"), ("'1.5'|", "values: .doubles"), ("'true'|", "values: .flags"),
      ("1-a|", "values: .any"), ("'[1]'|", "values: .any"),
    ])
  func types(diagram: String, values: String) throws {
    #expect(try written(try scene("a.dropFirst()", a: diagram)).contains("      \(values),\n"))
    #expect(try !written(try scene("b.dropFirst()")).contains("values:"))
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
    #expect(SwiftText.literal("\"#") == "##\"\"#\"##")
    #expect(SwiftText.literal("a\\b") == ##"#"a\b"#"##)
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
      "batching", "cold-vs-hot", "combining", "controlled-time", "creating", "debounce-vs-throttle", "failing",
      "filtering",
      "flat-map-vs-flat-map-latest", "random", "reduce-vs-reductions", "reducing", "sample", "search-as-you-type",
      "start-and-stop", "start-up", "transforming",
    ])
  func generated(name: String) throws {
    let shipped = try #require(try SceneLibrary(folders: []).file(named: name))
    let text = try written(shipped.scene)
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../MarblesTestingTests/Generated/\(name).swift")
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
