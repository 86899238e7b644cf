import Expressions
import Fuzzing
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

/// The pictures of the shipped scenes hide nothing that has room, and nothing that happened; those of random scenes are in
/// ``FuzzingTests``.
@Suite struct PictureAuditTests {
  @Test(arguments: SceneLibrary.shipped.names) func shipped(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    #expect(PictureAudit(of: scene, try scene.plan()).problems == [])
  }

  /// Scenes in whose pictures the fuzzer found something.
  private static let found = [
    "a dot whose mark its marble would cover": """
    step: 1s
    rows:
      a: { marbles: "['a sentence of several words' '日本語'] 42 |" }
      b: { marbles: " ok ['日本語' '日本語']-- null [1 1] 42 ------ null ----- '日本語'  ok -[loading 42]" }
      out0: { apply: "a.removeDuplicates()" }
      out1: { apply: "combineLatest(a, b)" }
      out2: { apply: "a.flatMapLatest { v in b.map { [v, $0] } }" }
      out3: { apply: "a.adjacentPairs()" }
      out4: { apply: "b.throttle(for: .seconds(1.5), latest: true)" }
    """,
    "values of a stream that share a marble": """
    step: 100ms
    rows:
      a: { marbles: "[1 1999.99] null -----|" }
      b:
        marbles: "[null 42] 7  success  'a sentence of several words'  success -----[42 success]-- 7  1999.99 \
          [true a]-----[ok 1]--|"
      out0: { apply: "a.chunks(ofCount: 3)" }
      out1: { apply: "a.flatMapLatest { v in b.map { [v, $0] } }" }
      out2: { apply: "a.chunks(ofCount: 3)" }
      out3:
        apply: >-
          AsyncTimerSequence(interval: .seconds(1.5), clock: ContinuousClock().scaled(by: 2).scaled(by: 0.3)
          .animation(.slide)).animation(.slide, delay: .milliseconds(200))
    """,
    "a value that waited for less than a column": """
    step: 100ms
    rows:
      a: { marbles: " x  x  1 - 7 [7 42]--|" }
      b: { marbles: "|" }
      out0: { apply: "a.adjacentPairs()" }
      out1:
        apply: >-
          AsyncTimerSequence(interval: .steps(2))
          .compactMap({ [$0.reduce([$0, $0]) { x, _ in true } ? -$0.joined() : (($0)), $0] }).chunked { $0 }
    """,
  ]

  @Test(arguments: found) func foundByTheFuzzer(name: String, source: String) {
    #expect(PictureSubject().verdict(on: source) == .accepted)
  }

  @Test("a row that is a curve, as it has too many values for marbles, has its marks") func curves() throws {
    let numbers = (0..<300).map { index in
      Event(name: "\(index)", time: .milliseconds(Int64(index) * 50), value: .int(index * 7 % 50))
    }
    let scene = Scene(
      name: "curve",
      rows: [
        Scene.Row(name: "a", content: .input(Timeline(events: numbers, end: .finish(.seconds(16))))),
        Scene.Row(name: "out", content: .output(try Expression.parse("a.filter { $0 % 7 > 2 }"))),
      ])
    let recording = try scene.plan()
    #expect(recording.rows[1].notes.count > 100)
    #expect(PictureAudit(of: scene, recording).problems == [])
  }
}
