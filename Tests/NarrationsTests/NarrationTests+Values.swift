import Expressions
import Marbles
import Narrations
import SceneFiles
import Scenes
import Testing

extension NarrationTests {
  // MARK: Very many

  /// A sum of thousands names only its newest source; another value made from thousands, only their number.
  @Test func sumsOfThousandsAreSummedUp() throws {
    let events = (0..<3000).map { Event(time: .milliseconds(Int64($0)), value: .int($0 % 10), color: .red) }
    var scene = try scene("a.reductions(0, +)", [("a", "|")])
    scene.rows[0].content = .input(Timeline(events: events, end: .finish(.seconds(3))))
    scene.rows.append(Scene.Row(name: "sum", content: .output(try Expression.parse("a.reduce(0, +)"))))
    scene.rows.append(
      Scene.Row(name: "max", content: .output(try Expression.parse("out.map { $0 }.chunks(ofCount: 2000)"))))
    let narration = Narration(of: try scene.recorded(), scene)
    let text = { (row: Int, index: Int) in narration.sentence(about: EventKey(row: row, index: index))?.text }
    #expect(text(1, 2899) == "2.899 s: out emits 13050: `9` from a is added to 13041.")
    #expect(
      text(2, 0) == "3 s: sum emits 13500: the result of `0` (0 s), 2998 more and `9` (2.999 s) from a; row a finished."
    )
    #expect(try #require(text(3, 0)).hasSuffix(", made from more than 500 values."))
    let why = try narration.why(row: "sum", event: nil)
    #expect(why.contains(" Its inputs: 2900 more, `0` from a at 2.9 s, "))
    #expect(why.hasSuffix("`8` from a at 2.998 s and `9` from a at 2.999 s."))
  }

  // MARK: Values

  @Test func valuesAreSafeAndShort() throws {
    let long = String(repeating: "x", count: 60)
    let values: [Value] = ["two words", "", "\u{1B}[2J\n", .string(long), .array([1, .null])]
    let events = values.enumerated().map { index, value in
      Event(time: .seconds(Int64(index)), value: value, color: .cyan)
    }
    let timeline = Timeline(events: events, end: .error(.seconds(5), message: "gone\r\nfor good."))
    let scene = Scene(name: "test", rows: [Scene.Row(name: "a", content: .input(timeline))])
    #expect(
      try told("a", of: scene) == """
        0 s: a emits "two words".
        1 s: a emits "".
        2 s: a emits "\\u{1b}[2J ".
        3 s: a emits \(String(repeating: "x", count: 40))….
        4 s: a emits [1,null].
        5 s: a fails: gone for good.
        """)
    #expect(
      try told("a", of: scene, style: .spoken).contains("a emits \(String(repeating: "x", count: 40)) and so on."))
  }
}
