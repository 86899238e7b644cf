import Testing

@testable import Operators

/// The page has the same rules in a script; the browser's test of the search has some of these texts, too.
@Suite struct WordSearchTests {
  private static let operators = Catalogue.standard.operators
  private static let search = WordSearch(operators.map(WordSearch.Entry.init))

  private static func found(_ text: String) -> [String] { search.matches(for: text).map { operators[$0].name } }

  @Test(
    "words are found without their endings, and words that say little are left out",
    arguments: [
      ("pairs", ["zip", "adjacentPairs"]), ("make pairs", ["adjacentPairs", "zip"]),
      ("pairs of two streams", ["adjacentPairs", "zip"]), ("combine two streams", ["combineLatest"]),
      ("switch map", ["flatMapLatest"]), ("rate limit", ["throttle"]), ("limit the rate", ["throttle"]),
      ("moving averages", ["windowed"]), ("cancel old request", ["flatMapLatest"]), ("retrying", ["retry"]),
      ("latest", ["combineLatest"]), ("DebounceTime", ["debounce"]), ("rxjs bufferCount", ["chunks"]),
    ])
  func best(text: String, names: [String]) {
    #expect(Array(Self.found(text).prefix(names.count)) == names)
  }

  @Test("who looks for two streams sees what combines them") func severalStreams() {
    let combining: Set = ["zip", "combineLatest", "merge", "chain", "race"]
    #expect(combining.isSubset(of: Self.found("two streams")))
    #expect(combining.isSubset(of: Self.found("combine two streams")))
  }

  @Test("what has most of the words is found where nothing has all, if that is at least half of them") func most() {
    #expect(Self.found("merge xyzzy") == Self.found("merge") && Self.found("merge").first == "merge")
    #expect(Self.found("merge xyzzy plugh") == [])
    // A name without an operator has an answer, not a part of it.
    #expect(Self.found("mergeAll") == [] && Self.found("shareReplay") == [])
    #expect(Self.found("xyzzy") == [] && Self.found("swichmap") == [])
  }

  @Test func aTextWithoutWordsFindsEverything() {
    #expect(Self.found("") == Self.operators.map(\.name) && Self.found(" - ") == Self.operators.map(\.name))
  }

  @Test func endings() {
    let words = ["pairs", "pairing", "dropped", "combine", "combining", "retries", "class", "time", "use", "é"]
    #expect(
      words.map(WordSearch.stem)
        == ["pair", "pair", "drop", "combin", "combin", "retry", "class", "time", "use", "é"])
    #expect(
      WordSearch.words("flatMapLatest of drop(while:) Rx.NET") == [
        "flat", "map", "latest", "of", "drop", "while", "rx", "net",
      ])
  }
}
