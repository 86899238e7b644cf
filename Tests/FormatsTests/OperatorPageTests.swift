import Operators
import Scenes
import Testing

@testable import Formats

@Suite struct OperatorPageTests {
  @Test func theListNamesEveryOperator() {
    let lines = Listing.operators(.standard).text.split(separator: "\n")
    for called in Catalogue.standard.operators {
      let line = lines.first { $0.hasPrefix("  \(called.name) ") }
      #expect(line?.contains(called.summary) == true, "\(called.name)")
      #expect(line?.hasSuffix(" (marbled's own)") == (called.origin == .marbled), "\(called.name)")
    }
    let categories = lines.filter { !$0.hasPrefix(" ") }.map(String.init)
    #expect(categories == Operator.Category.allCases.map(\.rawValue))
    #expect(lines.count == Catalogue.standard.operators.count + categories.count)
  }

  @Test(
    "A search finds operators by their names here and elsewhere, by plain words, and by what they do",
    arguments: [
      ("switchMap", "flatMapLatest"), ("rate limit", "throttle"), ("unique", "distinct"),
      ("combineLatest", "combineLatest"), ("pairs the first values", "zip"), ("RxJS bufferCount", "chunks"),
    ])
  func search(text: String, name: String) throws {
    let page = try #require(OperatorPage.list(.standard, matching: text)).operators.text
    #expect(page.contains("\n  \(name) ") || page.hasPrefix("  \(name) "), "\(page)")
  }

  @Test("A search lists the best category first, and the best operator first in it") func rankedSearch() throws {
    let page = try #require(OperatorPage.list(.standard, matching: "make pairs")).operators.text
    #expect(page.hasPrefix("transforming\n  adjacentPairs "), "\(page)")
  }

  @Test("A search for a name without an operator says what to write instead, and one for nothing finds nothing")
  func searchWithoutOperators() throws {
    #expect(
      OperatorPage.list(.standard, matching: "shareReplay")?
        .clauses.contains("`shareReplay` of RxJS") == true)
    #expect(OperatorPage.list(.standard, matching: "xyzzy") == nil)
  }

  @Test(
    "a page says first what other libraries mean by the same name",
    arguments: [
      ("flatMap", "`flatMap` of RxJS has no operator here: "), ("buffer", "`buffer` of RxJS is nearly `chunked` here"),
      ("throttle", "`Throttle` of Rx.NET is `debounce` here"),
    ]) func otherMeanings(name: String, clause: String) throws
  {
    let page = try OperatorPage.explain(try #require(Catalogue.standard[name]))
    #expect(page.contains("\nThe same name elsewhere\n") && page.contains("\n  \(clause)"), "\(page)")
  }

  @Test func zip() throws {
    let called = try #require(Catalogue.standard["zip"])
    #expect(
      try OperatorPage.explain(called) == """
        zip  ·  combining  ·  AsyncAlgorithms  ·  RxJS: zip, zipWith

          zip(_ base1, _ base2, …)

        Pairs the first values, the second values, and so on. Finishes when a stream has no value left for a pair.
        \(called.guidance)
        AsyncAlgorithms takes two or three streams: `zip(zip(a, b), c)` is for more.

          reads       its streams: a value each time its consumer asks
          holds       one value of each stream, until each of the others has one, too
          emits       values made of several, when each stream has a value
          at the end  drops what it holds
          ends        perhaps before its streams do

        Arguments
          _  2 to 64 rows, or expressions over rows

        Elsewhere
          the same: RxJS `zip`, `zipWith`; Combine `zip`; Kotlin Flow `zip`; Rx.NET `Zip`
          in plain words: pair, two streams in pairs

          zip(a, b)

          step 1s
          a    1-2       -3-       --|
          b    --x       --y       --z          |
          zip  --'(1, x)'--'(2, y)'--['(3, z)'|]

        Marks
          -    a step of time
          |    the row finishes
          [ ]  what is inside comes at one instant
          ' '  one value, whose text is longer than one character

        Marks in the picture of `marbled play zip`
          ━  an operator holds a value, and waits
          ┃  a stream finishes
          ┊  a dotted line leads from inputs to the newest output

        Beside ReactiveX for Python (reactivex 6.1.0), with hot observables of the same inputs

          `rx.zip(a, b)` for `zip(a, b)`: both do the same with these inputs.

          step 1s
          a          1-2       -3-       --|
          b          --x       --y       --z          |
          zip        --'(1, x)'--'(2, y)'--['(3, z)'|]
          ReactiveX  --'(1, x)'--'(2, y)'--['(3, z)'|]

        `marbled play zip` plays it; `marbled serve` has its page at /operators/zip.

        """)
  }

  @Test("A page says what is dropped and why, form by form, and how near the names elsewhere are")
  func clauses() throws {
    let debounce = try OperatorPage.explain(#require(Catalogue.standard["debounce"]))
    let drops = "\n  drops       a value that a newer one replaces; the time begins again\n"
    #expect(debounce.contains(drops), "\(debounce)")
    let buffer = try OperatorPage.explain(#require(Catalogue.standard["buffer"]))
    #expect(buffer.contains("  policy:  `.bounded(2)`, `.unbounded`"), "\(buffer)")
    let prefix = try OperatorPage.explain(#require(Catalogue.standard["prefix"]))
    #expect(prefix.contains("\n  .prefix(until: AsyncSequence)\n  reads"), "\(prefix)")
    for known in NameIndex.standard.names where known.operatorName != nil && !known.isExact {
      guard case .near(let name, _, let difference) = known.answer, known.library != .words else { continue }
      let page = try OperatorPage.explain(#require(Catalogue.standard[name]))
      #expect(page.contains("`\(known.name)` of \(known.library.rawValue)") && page.contains(difference), "\(known)")
    }
  }

  @Test(arguments: Catalogue.standard.operators.map(\.name))
  func everyPageShowsItsSample(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let page = try OperatorPage.explain(called)
    #expect(page.contains("\n  \(called.sample.expression)\n"))
    for form in called.forms { #expect(page.contains(form.signature)) }
    #expect(page.split(separator: "\n").contains { $0.hasPrefix("  \(name)  ") })
  }

  @Test("A page says which consumers its sample has") func consumers() throws {
    let buffer = try OperatorPage.explain(#require(Catalogue.standard["buffer"]))
    #expect(buffer.contains("\n  buffer  1----3----5----6----|\n"))
    #expect(buffer.contains("its consumer takes 2.5 seconds for each value.\n"))
    let share = try OperatorPage.explain(#require(Catalogue.standard["share"]))
    #expect(share.contains("\n  second  '10'-'20'-'30'--'40'|\n"))
    #expect(share.contains("\n  Row second is share.map { $0 * 10 }.\n"))
    let operators = try ["share", "buffer"].map { try #require(Catalogue.standard[$0]) }
    #expect(try OperatorPage.compare(operators).contains("\nThe consumer of each takes 2.5 s for a value.\n"))
  }

  @Test func severalOverOneInput() throws {
    let operators = try ["debounce", "throttle"].map { try #require(Catalogue.standard[$0]) }
    let page = try OperatorPage.compare(operators)
    #expect(
      page == """
          debounce  a.debounce(for: .seconds(1.5))
          throttle  a.throttle(for: .seconds(1.5))

          step 500ms
          a         1---2-3-------4---|
          debounce  ---1-----3-------4|
          throttle  1---2---------4---|

        results
          throttle emitted `2` at 2 s; debounce dropped it at 3 s: `3` from a replaced it.
          debounce emitted `3` at 4.5 s; throttle dropped it at 7 s: `4` from a replaced it.
          debounce emitted `1` at 1.5 s and `4` at 8.5 s, 1.5 s after they came; throttle emitted `1` at 0 s and `4` at 7 s, as they came.

          debounce  Emits a value once no other has followed it for the given time.
          throttle  \(operators[1].summary)

        reads
          debounce  one value before its consumer asks
          throttle  a value each time its consumer asks

        emits
          debounce  the values themselves, when the time has passed
          throttle  the values themselves, when a value comes after its time has passed

        drops
          debounce  a value that a newer one replaces; the time begins again
          throttle  a value that a newer one replaces

        """)
  }
}

@Suite struct NotationPageTests {
  @Test func thePage() {
    #expect(
      NotationPage.print() == """
        One character is one time step, 1 s unless --step says otherwise.

          a-b|                        a value takes one step, and so does `-`; `|` finishes
                                      = a@0 b@2 |@3
          12-x|                       digits are ints, other characters strings
                                      = 1@0 2@1 x@3 |@4
          '12'-'long'|                quoted: JSON where it is JSON, else a string
                                      = '12'@0 'long'@2 |@3
          '"12"'|                     a string that looks like something else
                                      = '"12"'@0 |@1
          a[bc]d|                     several at one instant, in one step
                                      = a@0 b@1 c@1 d@2 |@3
          a(bc)d|                     several at one instant; time then passes by the width of the text
                                      = a@0 b@1 c@1 d@5 |@6
          a-^                         `^` or `#` fails
                                      = a@0 ^@2
          a 2s b|                     a time span; spaces around it
                                      = a@0 b@3 |@4
          a - - b |                   a space is nothing
                                      = a@0 b@3 |@4
          a-b                         without an end mark the row stays open
                                      = a@0 b@2
          a@0 b@1.5 'long'@250ms |@8  the absolute form: every time written
                                      = a@0 'long'@0.25 b@1.5 |@8

        """)
  }
}
