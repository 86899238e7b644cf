import Marbles
import Testing

/// Suggestions for misspelled words.
@Suite struct SuggestionTests {
  @Test(
    "a suggestion is a similar word, and never the word itself",
    arguments: [
      ("cuont", ["count", "first"], "count" as String?), ("count", ["count", "first"], nil),
      ("count", ["count", "counts"], "counts"),
      ("Count", ["count"], "count"), ("xyz", ["count"], nil),
    ])
  func nearest(name: String, candidates: [String], expected: String?) {
    #expect(Suggestion.nearest(to: name, among: candidates) == expected)
  }
}
