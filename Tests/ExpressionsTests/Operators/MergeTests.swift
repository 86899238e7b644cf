import Marbles
import Testing

@testable import Expressions

@Suite struct MergeTests {
  @Test func everyValueAsItArrives() throws {
    try expect(["a": "1-2-3|", "b": "-x-y|"], "merge(a, b)", "1x2y3|")
  }

  @Test func moreThanThreeInputsAreOneFlatRow() throws {
    try expect(["a": "1---|", "b": "-2--|", "c": "--3-|"], "merge(a, b, c)", "123-|")
    try expect(["a": "1---|", "b": "-2--|", "c": "--3-|", "d": "---4|"], "merge(a, b, c, d)", "1234|")
    try expect(
      ["a": "1----|", "b": "-2---|", "c": "--3--|", "d": "---4-|", "e": "----5|"], "merge(a, b, c, d, e)", "12345|")
  }

  @Test func simultaneousEventsComeInRowOrder() throws {
    try expect(["a": "1|", "b": "2|"], "merge(a, b)", "[12]|")
    // Row order is the scene's, not the expression's.
    try expect(["a": "1|", "b": "2|"], "merge(b, a)", "[12]|")
    try expect(["a": "-1|", "b": "-2|", "c": "-3|", "d": "-4|", "e": "-5|"], "merge(a, b, c, d, e)", "-[12345]|")
    try expect(["a": "[12]-3|", "b": "[xy]-z|"], "merge(a, b)", "[12xy]-[3z]|")
  }

  @Test func itFinishesWithTheLastOfItsInputs() throws {
    try expect(["a": "1|", "b": "----x|"], "merge(a, b)", "1---x|")
    try expect(["a": "|", "b": "|"], "merge(a, b)", "|")
    try expect(["a": "1-", "b": "-x|"], "merge(a, b)", "1x")
    try expect(["a": "1-", "b": "-x|", "c": "|", "d": "|", "e": "|"], "merge(a, b, c, d, e)", "1x")
  }

  @Test func theFirstErrorEndsIt() throws {
    try expect(["a": "1-2-3|", "b": "-x^"], "merge(a, b)", "1x[2^]")
    try expect(["a": "1-2-3|", "b": "-x-y|", "c": "---^"], "merge(a, b, c)", "1x2[y^]")
    try expect(["a": "1--|", "b": "---|", "c": "---|", "d": "---|", "e": "-^"], "merge(a, b, c, d, e)", "1^")
    try expect(["a": "^", "b": "^"], "merge(a, b)", "^")
  }

  @Test func marblesKeepTheirColours() throws {
    let played = try play(["a": "1-|", "b": "-x|", "c": "-y|", "d": "-z|"], "merge(a, b, c, d)")
    #expect(played.timeline.events.map(\.color) == [.red, .green, .yellow, .cyan])
  }

  @Test func everyValueComesFromOneEvent() throws {
    let played = try play(["a": "1-2|", "b": "-x|"], "merge(a, b)")
    #expect(played.sources == [["a0"], ["b0"], ["a1"]])
    #expect(played.from == played.sources)
  }

  @Test func oneRowMayBeUsedTwice() throws {
    try expect(["a": "1-2|"], "merge(a, a)", "[11]-[22]|")
  }
}
