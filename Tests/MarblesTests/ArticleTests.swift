import Marbles
import Testing

/// The Swift code of the articles of Marbles, word for word: `CodeBlockTests` compares it with them.
@Suite struct ArticleTests {
  @Test func bothForms() throws {
    let grid = try Diagram.parse("-a-b|", row: "letters", step: .milliseconds(500)).timeline
    let absolute = try Diagram.parse("a@0.5 b@1.5 |@2", row: "letters").timeline
    #expect(grid == absolute)
  }

  @Test func dialects() throws {
    let hot = try Diagram.parse("--a-^-b-c|", row: "letters", dialect: .rx).timeline
    #expect(hot.events.map(\.value) == ["b", "c"].map(Value.string))
    #expect(hot.events.map(\.time) == [.seconds(2), .seconds(4)])
  }

  @Test func differences() throws {
    let expected = try Diagram.parse("a-b-|", row: "letters").timeline
    let actual = try Diagram.parse("a--b|", row: "letters").timeline
    let difference = try #require(Difference(row: "letters", expected: expected, actual: actual))
    #expect(difference.sentence == "at 2 s expected b, got nothing, which came at 3 s")
    let picture = DiagramComparison(expected, actual, step: .seconds(1))
      .picture(labels: (upper: "expected", lower: "actual"), caret: difference.place)
    #expect(
      picture == """
        expected  a-b-|
        actual    a--b|
                    ^
        """)
    #expect(actual.diagram(step: .seconds(1)) == "a--b|")
    #expect(actual.diagram(step: .seconds(2)) == "a@0 b@3 |@4")
  }

  @Test func randomTimelines() {
    let random = RandomTimeline(seed: 7, values: .range(1...6), count: 100)
    #expect(random.timeline(color: .green) == random.timeline(color: .green))
    #expect(random.timeline(color: .green).events.count == 100)
  }
}
