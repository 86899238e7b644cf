import Marbles
import Scenes
import Testing

@testable import Formats
@testable import Operators

/// What ReactiveX does, beside what the operators here do.
@Suite struct ReactiveXComparisonTests {
  @Test(
    "How an operator differs, by hand from both rows",
    arguments: [
      (
        "debounce",
        [
          "Both do the same with these inputs.", "Both do the same with these inputs.",
          "Both do the same with these inputs.",
        ]
      ),
      ("throttle", ["`7` at 9 s comes only here."]),
      ("zip", ["Both do the same with these inputs."]),
      ("flatMapLatest", ["Both do the same with these inputs."]),
      ("chain", ["`x` at 4 s and `y` at 4 s come only here."]),
      ("delay", ["Both do the same with these inputs.", "The error at 5.5 s comes 1.5 s earlier in ReactiveX."]),
      ("retry", ["`x` at 2 s comes only here; the error at 3 s comes 1 s earlier in ReactiveX."]),
      (
        "first",
        [
          "Both do the same with these inputs.",
          "The end at 8 s comes only here; the error at 8 s comes only in ReactiveX.",
        ]
      ),
    ])
  func sentences(name: String, expected: [String]) throws {
    let called = try #require(Catalogue.standard[name])
    #expect(try ReactiveXComparison.all(of: called).map(\.difference) == expected)
  }

  @Test func theRowsAreBelowEachOther() throws {
    let called = try #require(Catalogue.standard["throttle"])
    let comparison = try #require(try ReactiveXComparison.all(of: called).first)
    #expect(
      comparison.rows == """
        step 1s
        a          12345-6-7|
        throttle   1--4--6--[7|]
        ReactiveX  1--4--6--|
        """)
    let sentences = comparison.sentences()
    #expect(
      sentences == [
        "`a.pipe(ops.throttle_first(3))` for `a.throttle(for: .seconds(3))`: `7` at 9 s comes only here.",
        try #require(NameIndex.standard["throttleTime of RxJS"].first).sentence,
      ])
    #expect(comparison.sentences(after: sentences[1]) == [sentences[0]])
  }

  /// Names for which the index and the results say different things, with the reason.
  private static let otherThanTheIndex = [
    "concat": "the index speaks of streams that begin when they are read; the input `b` is hot, and here it waits",
    "concatAll": "the form differs, which no result shows",
    "groupBy": "the form differs, which no result shows",
    "observeOn": "the form differs, which no result shows",
    "share": "the result is that of one consumer, which waits for no other",
  ]

  @Test("The index says that two operators differ if, and only if, one of their results differs")
  func theIndexIsRight() throws {
    var others: Set<String> = []
    for called in Catalogue.standard.operators {
      let results = ReactiveXResult.results(of: called)
      let comparisons = try ReactiveXComparison.all(of: called)
      for (known, pairs) in Dictionary(grouping: zip(results, comparisons), by: { $0.0.known }) {
        let known = try #require(known)
        let isSame = pairs.allSatisfy { $0.1.difference == "Both do the same with these inputs." }
        if isSame != known.isExact { others.insert(known.name) }
      }
    }
    #expect(others == Set(Self.otherThanTheIndex.keys))
  }

  @Test(
    "The sentence of a difference",
    arguments: [
      ("1-2|", "1-2|", "Both do the same with these inputs."),
      ("-", "-", "Both do the same with these inputs."),
      ("1-2|", "1--2|", "`2` at 2 s and the end at 3 s come 1 s later in ReactiveX."),
      ("-1-2|", "1--2|", "`1` at 1 s comes 1 s earlier in ReactiveX."),
      ("1-2|", "1-3|", "`2` at 2 s comes only here; `3` at 2 s comes only in ReactiveX."),
      ("1|", "1", "The end at 1 s comes only here."),
      ("1^", "1|", "The error at 1 s comes only here; the end at 1 s comes only in ReactiveX."),
      ("-", "123456", "`1` at 0 s, `2` at 1 s, `3` at 2 s, `4` at 3 s and 2 more come only in ReactiveX."),
      ("-[12]|", "-[21]|", "Both emit the same at the same times, in another order at 1 s."),
    ])
  func difference(here: String, there: String, sentence: String) throws {
    let rows = try [here, there].map { try Diagram.parse($0, row: "a").timeline }
    let difference = LibraryDifference(here: rows[0], there: rows[1], library: "ReactiveX")
    #expect(difference.description == sentence)
  }
}
