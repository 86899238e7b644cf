import Marbles
import Testing

@testable import Expressions

@Suite struct CombineLatestTests {
  @Test func theNewestOfEachWheneverOneChanges() throws {
    try expect(
      ["a": "1-2-3|", "b": "-x-y|"], "combineLatest(a, b)", "-'(1, x)''(2, x)''(2, y)''(3, y)'|")
  }

  @Test func moreThanThreeInputsAreOneFlatTuple() throws {
    try expect(["a": "1-2|", "b": "-x-|", "c": "y--|"], "combineLatest(a, b, c)", "-'(1, x, y)''(2, x, y)'|")
    try expect(
      ["a": "1-2|", "b": "-x-|", "c": "y--|", "d": "z--|"], "combineLatest(a, b, c, d)",
      "-'(1, x, y, z)''(2, x, y, z)'|")
    try expect(
      ["a": "1-2|", "b": "-x-|", "c": "y--|", "d": "z--|", "e": "w--v|"], "combineLatest(a, b, c, d, e)",
      "-'(1, x, y, z, w)''(2, x, y, z, w)''(2, x, y, z, v)'|")
  }

  @Test func simultaneousChangesComeInRowOrder() throws {
    try expect(["a": "1-2|", "b": "x-y|"], "combineLatest(a, b)", "'(1, x)'-['(2, x)''(2, y)']|")
    try expect(
      ["a": "12|", "b": "x-|", "c": "y-|", "d": "zw|"], "combineLatest(a, b, c, d)",
      "'(1, x, y, z)'['(2, x, y, z)''(2, x, y, w)']|")
  }

  @Test func itFinishesWithTheLastOfItsInputs() throws {
    try expect(["a": "1|", "b": "-x-y|"], "combineLatest(a, b)", "-'(1, x)'-'(1, y)'|")
    try expect(["a": "1-", "b": "-x|"], "combineLatest(a, b)", "-'(1, x)'")
    try expect(["a": "1-", "b": "-x|", "c": "y|", "d": "z|"], "combineLatest(a, b, c, d)", "-'(1, x, y, z)'")
  }

  @Test func anInputThatFinishesWithoutAValueEndsIt() throws {
    try expect(["a": "-|", "b": "x-y|"], "combineLatest(a, b)", "-|")
    try expect(["a": "1-2-|", "b": "x|", "c": "y|", "d": "-|"], "combineLatest(a, b, c, d)", "-|")
  }

  @Test func theFirstErrorEndsIt() throws {
    try expect(["a": "1-2-3|", "b": "x--^"], "combineLatest(a, b)", "'(1, x)'-'(2, x)'^")
    try expect(["a": "^", "b": "x|"], "combineLatest(a, b)", "^")
    try expect(["a": "1-2-|", "b": "x---|", "c": "y---|", "d": "z^"], "combineLatest(a, b, c, d)", "'(1, x, y, z)'^")
  }

  @Test func itsTuplesArePurple() throws {
    for expression in ["combineLatest(a, b)", "combineLatest(a, b, c)", "combineLatest(a, b, c, d)"] {
      let played = try play(["a": "1|", "b": "2|", "c": "3|", "d": "4|"], expression)
      #expect(played.timeline.events.map(\.color) == [.purple])
    }
  }

  @Test func aTupleComesFromTheNewestOfEach() throws {
    let played = try play(["a": "1-2|", "b": "-x-y|"], "combineLatest(a, b)")
    #expect(played.sources == [["a0", "b0"], ["a1", "b0"], ["a1", "b1"]])
  }

  @Test func itNestsInTheOthers() throws {
    try expect(["a": "1-|", "b": "x-|", "c": "-y|"], "merge(combineLatest(a, b), c)", "'(1, x)'y|")
    try expect(
      ["a": "12|", "b": "x-|", "c": "yz|"], "zip(combineLatest(a, b), c)", "'((1, x), y)''((2, x), z)'|")
  }
}
