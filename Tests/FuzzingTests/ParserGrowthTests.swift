import Fuzzing
import SceneTestSupport
import Testing

/// A text that is eight times as long takes about eight times as long to read, whoever reads it and whatever it repeats.
@Suite struct ParserGrowthTests {
  /// What nests, quotes, refers, escapes, ends nowhere, or belongs together over any distance.
  private static let repeated = [
    "*a ", "&a *b ", "[", "(", "{", "- ", "'a", "\"", "a: ", "a,", "1-", "|", "# ", "\n", "\u{301}", ".map", "$0 + ",
    "!", "\\",
    "a.b", "1", " ", "{\"a\":",
  ]
  /// What a text begins with, so that its reader comes further than to the first character.
  private static let beginnings = [
    "diagrams": ["", "1-("], "expressions": ["", "a.map { "], "scenes": ["# ", "rows: { a: { marbles: '"],
    "lines": [""],
    "taps": ["{\"tap\":"], "edits": [""],
  ]

  @Test(arguments: FuzzSubjects.all.map(\.name).filter { $0 != "hub" })
  func noTextTakesQuadraticTime(name: String) throws {
    let subject = try #require(FuzzSubjects.all.first { $0.name == name })
    for beginning in try #require(Self.beginnings[name], "a new subject needs beginnings") {
      for part in Self.repeated {
        let ratio = growth(from: 300 / part.utf8.count, limit: 28) { count in
          _ = subject.verdict(on: beginning + String(repeating: part, count: count))
        }
        #expect(ratio < 28, "\(beginning.debugDescription) and \(part.debugDescription) again and again")
      }
    }
  }
}
