import Expressions
import Marbles
import Narrations
import SceneFiles
import Scenes
import Testing

extension Narration {
  /// The sentences of all entries in canonical order: by time, then row, then sequence.
  var sentences: [Sentence] { recording.entries.map { sentence(for: $0) } }
}

/// The sentences about a row of a scene, one per line.
func told(_ row: String, of scene: Scene, style: Narration.Style = .written) throws -> String {
  let position = try #require(scene.position(of: row))
  return Narration(of: try scene.recorded(), scene, style: style).sentences.filter { $0.row == position }
    .map(\.text).joined(separator: "\n")
}

/// The sentences about an expression over diagrams.
func told(_ expression: String, _ rows: (String, String)..., style: Narration.Style = .written) throws -> String {
  try told("out", of: try scene(expression, rows), style: style)
}

@Suite struct NarrationTests {
  @Test func theSample() throws {
    #expect(
      try told("zip", of: .sample) == """
        1.5 s: zip emits (1, a): `1` from ints waited 1.5 s for `a` from strings; zip now holds `2` from ints and waits \
        for row strings.
        2.5 s: zip emits (2, b): `2` from ints waited 1.5 s for `b` from strings; zip now holds `3` from ints and waits \
        for row strings.
        4.5 s: zip emits (3, c): `3` from ints waited 2.5 s for `c` from strings; zip now holds nothing.
        6.5 s: zip emits (4, d): `4` from ints waited 1.5 s for `d` from strings; zip now holds nothing.
        8 s: zip emits (5, e): `e` from strings waited 0.5 s for `5` from ints.
        8 s: zip finishes: row strings finished (7.5 s) and row ints finished.
        """)
    #expect(
      try told("latest", of: .sample).split(separator: "\n").prefix(3).joined(separator: "\n") == """
        1.5 s: latest emits (2, a): `a` from strings with `2`, the latest from ints (since 1 s); `1` \
        from ints (0 s) came before every input had its first value.
        2 s: latest emits (3, a): `3` from ints with `a`, the latest from strings (since 1.5 s).
        2.5 s: latest emits (3, b): `b` from strings with `3`, the latest from ints (since 2 s).
        """)
    #expect(
      try told("merge", of: .sample).split(separator: "\n").prefix(3).joined(separator: "\n") == """
        0 s: merge emits 1 from ints.
        1 s: merge emits 2 from ints.
        1.5 s: merge emits a from strings.
        """)
    #expect(
      try told("ints", of: .sample)
        == "0 s: ints emits 1.\n1 s: ints emits 2.\n2 s: ints emits 3.\n5 s: ints emits 4.\n"
        + "8 s: ints emits 5.\n8 s: ints finishes.")
  }

  @Test func spokenOfTheSample() throws {
    #expect(
      try told("zip", of: .sample, style: .spoken).split(separator: "\n")[1]
        == "At 2.5 seconds, zip emits (2, b): 2 from ints waited 1.5 seconds for b from strings; zip now holds 3 from ints "
        + "and waits for row strings.")
    #expect(try told("ints", of: .sample, style: .spoken).split(separator: "\n")[1] == "At 1 second, ints emits 2.")
  }

  @Test func aSentenceNamesItsSources() throws {
    let narration = Narration(of: try Scene.sample.recorded(), .sample)
    let sources = narration.sentence(about: EventKey(row: 3, index: 1))?.sources
    #expect(sources == Lineage([EventKey(row: 0, index: 1), EventKey(row: 1, index: 1)]))
    #expect(narration.sentence(about: EventKey(row: 3, index: 7)) == nil)
  }

  @Test func aRowThatIsUsedTwiceFinishesOnce() throws {
    #expect(try told("merge(a, a)", ("a", "-|")) == "1 s: out finishes: row a finished.")
  }

  // MARK: One stream of several

  @Test func zipOfThreeWithValuesThatQueue() throws {
    #expect(
      try told("zip(a, b, c)", ("a", "123---|"), ("b", "-x---y|"), ("c", "---p--q|")) == """
        3 s: out emits (1, x, p): `1` from a waited 3 s and `x` from b waited 2 s for `p` from c; out now holds `2` from a, with 1 \
        more behind it, and waits for rows b and c.
        6 s: out emits (2, y, q): `2` from a waited 5 s and `y` from b waited 1 s for `q` from c.
        6 s: out finishes: row b finished.
        """)
  }

  @Test func chainWaitsForItsTurn() throws {
    #expect(
      try told("chain(a, b)", ("a", "1-2-|"), ("b", "-x-y-z|")) == """
        0 s: out emits 1 from a.
        2 s: out emits 2 from a.
        4 s: out emits x from b: `x` from b waited 3 s until row a finished.
        4 s: out emits y from b: `y` from b waited 1 s until row a finished.
        5 s: out emits z from b.
        6 s: out finishes: row a finished (4 s) and row b finished.
        """)
  }

  @Test func race() throws {
    #expect(
      try told("race(a, b, c)", ("a", "--1-2|"), ("b", "-x-y|"), ("c", "----p|")) == """
        1 s: out emits x from b: row b was first, and rows a and c are ignored from now on.
        3 s: out emits y from b.
        4 s: out finishes: row b finished.
        """)
  }

  @Test func withLatestFrom() throws {
    #expect(
      try told("a.withLatestFrom(b)", ("a", "1-2-3|"), ("b", "-x--y-|")) == """
        2 s: out emits (2, x): `2` from a with `x`, the latest from b (since 1 s); `1` from a (0 s) came before row b had \
        its first value.
        4 s: out emits (3, x): `3` from a with `x`, the latest from b (since 1 s).
        5 s: out finishes: row a finished.
        """)
  }

  @Test func interspersedAndStartWith() throws {
    #expect(
      try told("a.interspersed(with: 0)", ("a", "1-2|")) == """
        0 s: out emits 1 from a.
        2 s: out emits 0 between `1` from a (0 s) and `2` from a.
        2 s: out emits 2 from a.
        3 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.startWith(0)", ("a", "-1|")) == """
        0 s: out emits 0, its initial value.
        1 s: out emits 1 from a.
        2 s: out finishes: row a finished.
        """)
  }

  // MARK: Changed and gathered

  @Test func mapAndCompactMap() throws {
    #expect(
      try told("a.map { $0 * 10 }", ("a", "1-2|")) == """
        0 s: out emits 10 for `1` from a.
        2 s: out emits 20 for `2` from a.
        3 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.compactMap { $0 > 1 ? $0 * 10 : nil }", ("a", "1-2|")) == """
        2 s: out emits 20 for `2` from a; `1` from a (0 s) became nil.
        3 s: out finishes: row a finished.
        """)
  }

  @Test func chunkedAndChunks() throws {
    #expect(
      try told("a.chunked(by: { $0 <= $1 })", ("a", "1-2-1-3|")) == """
        4 s: out emits [1,2]: it gathered `1` (0 s) and `2` (2 s) from a until `1` from a came.
        7 s: out emits [1,3]: it gathered `1` (4 s) and `3` (6 s) from a until row a finished.
        7 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.chunked(by: b)", ("a", "123456----|"), ("b", "-------x---|")) == """
        7 s: out emits [1,2,3,4,5,6]: it gathered `1` (0 s), 4 more and `6` (5 s) from a until `x` from b came.
        10 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.chunks(ofCount: 2)", ("a", "1-2-3|")) == """
        2 s: out emits [1,2]: it gathered `1` (0 s) and `2` from a.
        5 s: out emits [3]: it gathered `3` from a (4 s) until row a finished.
        5 s: out finishes: row a finished.
        """)
  }

  @Test func reductions() throws {
    #expect(
      try told("a.reductions(0, +)", ("a", "1-2-3|")) == """
        0 s: out emits 1: `1` from a is the first.
        2 s: out emits 3: `2` from a is added to 1.
        4 s: out emits 6: `3` from a is added to 3.
        5 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.reductions { $0 * $1 }", ("a", "2-3|")) == """
        0 s: out emits 2: `2` from a is the first.
        2 s: out emits 6: `3` from a is combined with 2.
        3 s: out finishes: row a finished.
        """)
  }

  @Test func flatMapLatest() throws {
    #expect(
      try told("a.flatMapLatest { _ in \"x-y-z|\" }", ("a", "1--2----|")) == """
        0 s: out emits x in the stream for `1` from a.
        2 s: out emits y in the stream for `1` from a (0 s).
        3 s: out emits x in the stream for `2` from a; it replaces the stream for `1` from a (0 s).
        5 s: out emits y in the stream for `2` from a (3 s).
        7 s: out emits z in the stream for `2` from a (3 s).
        8 s: out finishes; row a finished.
        """)
  }

  @Test func flatMapOverAnotherRow() throws {
    #expect(
      try told("a.flatMap { _ in b }", ("a", "-1|"), ("b", "x-y|")) == """
        1 s: out emits x, made from `x` from b (0 s), in the stream for `1` from a.
        2 s: out emits y, made from `y` from b, in the stream for `1` from a (1 s).
        3 s: out finishes; row a finished (2 s).
        """)
  }

  // MARK: Chosen

  @Test func filtersSayWhatTheyLeftOut() throws {
    #expect(
      try told("a.filter { $0 > 3 }", ("a", "12345|")) == """
        3 s: out emits 4 from a; `1` (0 s), `2` (1 s) and `3` (2 s) from a were left out.
        4 s: out emits 5 from a.
        5 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.removeDuplicates()", ("a", "1-1-2|")) == """
        0 s: out emits 1 from a.
        4 s: out emits 2 from a; `1` from a (2 s) was left out.
        5 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.first(where: { $0 > 5 })", ("a", "1234567|")) == """
        5 s: out emits 6 from a; `1` (0 s), 3 more and `5` (4 s) from a were left out.
        5 s: out finishes: it found a match.
        """)
  }

  @Test func prefixes() throws {
    #expect(
      try told("a.prefix(1)", ("a", "-1-2|")) == """
        1 s: out emits 1 from a.
        1 s: out finishes: it has its one value.
        """)
    #expect(
      try told("a.prefix(while: { $0 < 2 })", ("a", "1-2-1|")) == """
        0 s: out emits 1 from a.
        2 s: out finishes: `2` from a does not pass.
        """)
    #expect(
      try told("a.prefix(until: b)", ("a", "1-2-3|"), ("b", "---x|")) == """
        0 s: out emits 1 from a.
        2 s: out emits 2 from a.
        3 s: out finishes: `x` from b came.
        """)
  }

  // MARK: Many into one

  @Test func answers() throws {
    #expect(
      try told("a.allSatisfy { $0 < 3 }", ("a", "12|")) == """
        2 s: out emits true: row a finished, and all of its 2 values passed.
        2 s: out finishes: its result is known.
        """)
    #expect(
      try told("a.contains(3)", ("a", "1-3-|")) == """
        2 s: out emits true: `3` from a matches.
        2 s: out finishes: its result is known.
        """)
    #expect(
      try told("a.max()", ("a", "3-1-2|")) == """
        5 s: out emits 3: `3` from a (0 s) is the greatest of 3 values; row a finished.
        5 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.reduce(0, +)", ("a", "1-2|")) == """
        3 s: out emits 3: the result of `1` (0 s) and `2` (2 s) from a; row a finished.
        3 s: out finishes: row a finished.
        """)
  }

  // MARK: When

  @Test func debounce() throws {
    #expect(
      try told("strings.debounce(for: .seconds(1.5))", ("strings", "abc---d|")) == """
        3.5 s: out emits c: `c` from strings waited for 1.5 s of quiet; `a` (0 s) and `b` (1 s) from strings \
        were replaced.
        7 s: out emits d: `d` from strings waited 1 s until row strings finished.
        7 s: out finishes: row strings finished.
        """)
  }

  @Test func delayThrottleAndSample() throws {
    #expect(
      try told("a.delay(for: .seconds(1.5))", ("a", "1-2|")) == """
        1.5 s: out emits 1: `1` from a waited 1.5 s.
        3.5 s: out emits 2: `2` from a waited 1.5 s.
        4.5 s: out finishes: row a finished (3 s).
        """)
    #expect(
      try told("a.delay(for: .steps(2))", ("a", "1"))
        == "2 s: out emits 1: `1` from a waited 2 s.\n2 s: out is still open.")
    #expect(
      try told("a.throttle(for: .seconds(3))", ("a", "12345-|")) == """
        0 s: out emits 1 from a.
        3 s: out emits 4 from a; `2` (1 s) and `3` (2 s) from a were left out.
        6 s: out emits 5: `5` from a waited 2 s until row a finished.
        6 s: out finishes: row a finished.
        """)
    #expect(
      try told("a.sample(by: b)", ("a", "12-3-4-|"), ("b", "---x--x|")) == """
        3 s: out emits 3: `3` from a came with `x` from b; `1` (0 s) and `2` (1 s) from a were replaced.
        6 s: out emits 4: `4` from a waited 1 s for `x` from b.
        7 s: out finishes: row a finished.
        """)
  }

  // MARK: Failing

  @Test func failures() throws {
    #expect(
      try told("a.timeout(after: .seconds(2.5))", ("a", "1-2----3|")) == """
        0 s: out emits 1 from a.
        2 s: out emits 2 from a.
        4.5 s: out fails: nothing came for 2.5 s after `2` from a (2 s).
        """)
    // In the time that is seen, whatever its clock makes of it.
    #expect(
      try told("a.timeout(after: .seconds(5), clock: clock.scaled(by: 2))", ("a", "1-2----3|")) == """
        0 s: out emits 1 from a.
        2 s: out emits 2 from a.
        4.5 s: out fails: nothing came for 2.5 s after `2` from a (2 s).
        """)
    #expect(try told("merge(a, b)", ("a", "--^"), ("b", "-----|")) == "2 s: out fails: row a failed with error.")
    #expect(
      try told("a.mapError { \"lost: \\($0)\" }", ("a", "1-^")) == """
        0 s: out emits 1 from a.
        2 s: out fails: lost: error; row a failed with error.
        """)
    #expect(
      try told("a.catchError { _ in \"x-y|\" }", ("a", "1^")) == """
        0 s: out emits 1 from a.
        1 s: out emits x in place of row a, which failed.
        3 s: out emits y in place of row a, which failed (1 s).
        4 s: out finishes: row a failed (1 s), and its replacement finished.
        """)
    #expect(
      try told("a.flatMap { _ in \"x^\" }.retry(1)", ("a", "1|")) == """
        0 s: out emits x, made from `1` from a.
        1 s: out emits x, made from `1` from a (0 s), again.
        2 s: out fails: error.
        """)
  }

  // MARK: Compositions

  @Test func compositionsSayWhatProvenanceShows() throws {
    #expect(
      try told("zip(a.map { $0 * 10 }, b).prefix(1)", ("a", "1-2|"), ("b", "--x|")) == """
        2 s: out emits (10, x): `1` from a waited 2 s for `x` from b.
        2 s: out finishes: it has its one value.
        """)
    // What zip gets of a comes later than a itself: how long it waited for b can't be told.
    #expect(
      try told("zip(a.debounce(for: .seconds(1)), b)", ("a", "1--|"), ("b", "--x|")) == """
        2 s: out emits (1, x), made from `1` from a (0 s) and `x` from b.
        3 s: out finishes.
        """)
    #expect(
      try told("AsyncTimerSequence(interval: .seconds(1)).prefix(2)") == """
        1 s: out emits 1.
        2 s: out emits 2.
        2 s: out finishes: it has its 2 values.
        """)
    #expect(
      try told("[1].async.map { $0 }") == """
        0 s: out emits 1, from its list.
        0 s: out finishes.
        """)
  }

  /// Where values wait for the consumer's question, nothing is said about what the operator had them wait for.
  @Test func aConsumerThatAsksLateIsNotTakenForTheOperator() throws {
    var scene = try scene("a.map { $0 }", [("a", "1-2-|")])
    scene.dialect = .asv
    scene.rows[1].expectation = try Scene.Expectation(parsing: "1---2-|", row: "out", dialect: .asv)
    let told = try told("out", of: scene)
    #expect(told.hasPrefix("0 s: out emits 1 from a.\n"), "\(told)")
    #expect(!told.contains("waited"))
  }

}

/// A scene of diagrams and an expression over them, called `out`.
func scene(_ expression: String, _ rows: [(String, String)]) throws -> Scene {
  var all = try rows.enumerated().map { position, row in
    Scene.Row(
      name: row.0,
      content: .input(try Diagram.parse(row.1, row: row.0, color: .forInput(position)).timeline))
  }
  all.append(Scene.Row(name: "out", content: .output(try Expression.parse(expression))))
  return Scene(name: "test", rows: all)
}
