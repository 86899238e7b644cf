import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// What is wrong with a scene file is said with its line, its column and a caret, and what to do about it.
@Suite struct SceneFileErrorTests {
  @Test func itIsRenderedForPeople() {
    let text = "title: t\nrows:\n  größe:\n    marbles: \"1-[-2]\"\n"
    #expect(
      error(in: text) == """
        x.yaml:4:18: error: found `-` inside `[…]`, expected a value or `]`
              marbles: "1-[-2]"
                           ^
        """)
  }

  @Test(arguments: WrongScene.all) func whatIsWrongIsSaidAtItsPlace(wrong: WrongScene) {
    let error = error(in: wrong.text)
    #expect(error.hasPrefix("x.yaml:" + wrong.message), "\(error)")
  }

  @Test func swiftThatYAMLCantReadIsToBeQuoted() {
    #expect(
      error(in: "rows:\n  a: { marbles: '1|' }\n  b:\n    apply: a.debounce(for: .seconds(1))\n") == """
        x.yaml:4:26: error: invalid YAML: mapping values are not allowed in this context
              apply: a.debounce(for: .seconds(1))
                                   ^
          help: put the value in quotes: apply: "a.debounce(for: .seconds(1))"
        """)
  }

  @Test func quotesInsideOfQuotesAreExplained() {
    #expect(
      error(in: "rows:\n  a:\n    marbles: 'a'-'b'|\n").hasSuffix(
        "\n  help: put the whole value in one pair of quotes; inside, write '' for ', or quote the value with \""))
  }

  /// Where libyaml notices a mistake is not where it was made.
  @Test(arguments: [
    ("rows:\n  a:\n    marbles: \"1|\n  b:\n    marbles: \"2|\"\n", "is a quote missing in line 3?"),
    ("rows:\n  a: { marbles: '1|' }\n   b: { marbles: '1|' }\n", "indent the line like the other keys of its mapping"),
    ("rows:\n\ta: { marbles: '1|' }\n", "indent with spaces, not with tabs"),
    (
      "rows:\n  a: { marbles: '1|' }\n  b: { apply: a.map { $0 * 2 }, expect: '2|' }\n",
      "put the value of `apply` in quotes, as in apply: \"a.map { $0 * 2 }\""
    ),
    (
      "rows:\n  a: { marbles: '1|' }\n  b: { apply: zip(a, a), expect: '2|' }\n",
      "put the value of `apply` in quotes, as in apply: \"a.map { $0 * 2 }\""
    ),
    ("rows:\n  - a: { marbles: '1|' }\n", "remove the `- `"),
    ("rows:\n  a:\n  marbles: '1|'\n", "indent the lines that belong to it"),
    ("rows:\n  a: { marbles: [ab] }\n", "to use it as text, put it in quotes"),
    ("rows:\n  a: { events: { time: 1, value: 2 } }\n", "write one per line, each after `- `"),
  ])
  func helpIsGiven(text: String, help: String) {
    let error = error(in: text)
    #expect(error.hasSuffix("\n  help: \(help)"), "\(error)")
  }

  @Test("the keys of a row are listed once each") func keysOfARow() throws {
    let error = error(in: "rows:\n  a: { marbles: '1|', qqqqqq: 1 }\n")
    let keys = try #require(error.split(separator: "help: the keys are ").last).split(separator: ", ")
    #expect(keys.contains("apply") && keys.contains("color") && Set(keys).count == keys.count, "\(error)")
  }

  @Test func aKeyThatStandsTwiceIsShownTheSecondTime() {
    #expect(
      error(in: "rows:\n  a: { marbles: '1|' }\n  b: { apply: a }\n  a: { marbles: '2|' }\n").hasPrefix("x.yaml:4:3: "))
  }

  /// However a diagram is written, the column is that of the file: here, of the `-` behind `[`.
  @Test(arguments: [
    "1-[-", "'1[-'", "'''a''[-'", "\"\\u00e9\\x41\\n[-\"", "\"é漢🙂[-\"", "|\n      1-2-\n      3[-",
    ">-\n      1-2-\n      3[-", "\"1-2-\n      3[-\"", "\"1-2-\\\n      3[-\"", "1-2-\n      3[-",
    "1-2-\n\n      3 4[-", "&x 1[-", "&x \n      '1[-'",
  ])
  func theColumnIsThatOfTheFile(written: String) throws {
    let text = "rows:\n  a:\n    marbles: \(written)\n"
    let before = text[..<(try #require(text.firstRange(of: "[-")).lowerBound)]
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let place = "x.yaml:\(lines.count):\(lines[lines.count - 1].count + 2): error: found `-`"
    let error = error(in: text)
    #expect(error.hasPrefix(place), "\(error), expected \(place)")
  }

  // MARK: Limits

  @Test("A file that is too large is refused before anything else is done with it") func hugeFilesAreRefused() {
    #expect(
      error(in: "# " + String(repeating: "x", count: 1 << 26)).hasPrefix(
        "x.yaml:1:1: error: the file has 67108866 bytes"))
  }

  @Test func deepFilesAreRefused() {
    let deep = "rows: " + String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    #expect(error(in: deep).hasPrefix("x.yaml:1:71: error: nested too deeply; expected at most 64 levels"))
    #expect(
      error(in: "rows: " + String(repeating: "[", count: 100_000)).contains(
        "nested too deeply; expected at most 64 levels"))
    #expect(
      error(in: String(repeating: "- ", count: 100_000)).contains("nested too deeply; expected at most 64 levels"))
  }

  @Test func bombsAreRefused() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<10 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(error(in: bomb).contains("error: the file has more than 20 aliases"))
    // Keys are compared, so these would be expanded before anything else is looked at.
    #expect(error(in: bomb + "? *a9\n: 1\n? *a9\n: 2\n").contains("error: the file has more than 20 aliases"))
    let many = "rows: [" + String(repeating: "1,", count: 150_000) + "]"
    #expect(error(in: many).contains("the file has more than 100000 values"))
  }

  @Test func aFewAliasesAreFine() throws {
    let file = try SceneFile(parsing: "rows:\n  a: &a { marbles: '1|' }\n  b: *a\n", path: "x.yaml")
    #expect(file.scene.rows.map(\.name) == ["a", "b"])
  }

  @Test("the constants of all expressions share one budget, so that a small file is read soon")
  func constants() throws {
    let rows = (1...59).map { "  r\($0): { apply: 'a.startWith((0..<90000).map { $0 * 2 }.sum())' }" }
    let text = "rows:\n  a: { marbles: '1|' }\n" + rows.joined(separator: "\n") + "\n"
    let message = error(in: text)
    #expect(message.contains("the constants of this scene take more than 1000000 steps"), "\(message)")
    // Not the first row alone.
    #expect(
      !message.contains("test.yaml:3:")
        && (try? SceneFile(parsing: "rows:\n  a: { marbles: '1|' }\n" + rows[0], path: "x.yaml")) != nil)
  }
}
