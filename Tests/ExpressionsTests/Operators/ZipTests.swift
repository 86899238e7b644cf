import Marbles
import Testing

@testable import Expressions

@Suite struct ZipTests {
  @Test func theNthValuesOfAllInputs() throws {
    try expect(["a": "1-2-3|", "b": "-x-y|"], "zip(a, b)", "-'(1, x)'-'(2, y)'|")
  }

  @Test func moreThanThreeInputsAreOneFlatTuple() throws {
    // The first row has finished when the tuple is complete.
    try expect(["a": "1|", "b": "-2|", "c": "3|"], "zip(a, b, c)", "-['(1, 2, 3)'|]")
    try expect(["a": "1|", "b": "-2|", "c": "3|", "d": "4|"], "zip(a, b, c, d)", "-['(1, 2, 3, 4)'|]")
    try expect(["a": "1|", "b": "-2|", "c": "3|", "d": "4|", "e": "5|"], "zip(a, b, c, d, e)", "-['(1, 2, 3, 4, 5)'|]")
    #expect(
      try play(["a": "1|", "b": "2|", "c": "3|", "d": "4|"], "zip(a, b, c, d)").timeline.events.map(\.value)
        == [.tuple([1, 2, 3, 4])])
  }

  @Test func valuesThatArriveTogetherArePairedInOrder() throws {
    try expect(["a": "[12]|", "b": "[xy]|"], "zip(a, b)", "['(1, x)''(2, y)']|")
    // A row that is ahead waits without losing anything.
    try expect(["a": "[123]|", "b": "--x-y-z|"], "zip(a, b)", "--'(1, x)'-'(2, y)'-['(3, z)'|]")
  }

  @Test func theFirstInputToFinishEndsIt() throws {
    try expect(["a": "1-|", "b": "x----y|"], "zip(a, b)", "'(1, x)'-|")
    try expect(["a": "|", "b": "x-"], "zip(a, b)", "|")
    try expect(
      ["a": "1--|", "b": "x--|", "c": "y--|", "d": "z-|", "e": "w--|"], "zip(a, b, c, d, e)", "'(1, x, y, z, w)'-|")
  }

  @Test func zipWithARowWithoutAnEndNeverEnds() throws {
    try expect(["a": "1", "b": "xy"], "zip(a, b)", "'(1, x)'")
    try expect(["a": "1-", "b": "-"], "zip(a, b)", "")
  }

  @Test func anErrorIsSeenWhenTheNextPairIsAskedFor() throws {
    try expect(["a": "1-^", "b": "-x-y|"], "zip(a, b)", "-'(1, x)'^")
    // The error is there at 1 s, but the pair that zip still owes is complete only at 2 s.
    try expect(["a": "1^", "b": "--x|"], "zip(a, b)", "--['(1, x)'^]")
    try expect(["a": "1-|", "b": "x-|", "c": "y-|", "d": "z^"], "zip(a, b, c, d)", "'(1, x, y, z)'^")
  }

  @Test func pairsAreBlue() throws {
    for expression in ["zip(a, b)", "zip(a, b, c)", "zip(a, b, c, d)"] {
      let played = try play(["a": "1|", "b": "2|", "c": "3|", "d": "4|"], expression)
      #expect(played.timeline.events.map(\.color) == [.blue])
    }
  }

  @Test func aTupleComesFromAllItsParts() throws {
    let played = try play(["a": "1-2|", "b": "-x-y|", "c": "z--w|"], "zip(c, a, b)")
    // In scene order, whatever the order of the arguments.
    #expect(played.sources == [["a0", "b0", "c0"], ["a1", "b1", "c1"]])
    let self2 = try play(["a": "1|"], "zip(a, a)")
    #expect(self2.sources == [["a0"]])
  }

  @Test func nestedTuplesStayNested() throws {
    let rows: Rows = ["a": "1|", "b": "2|", "c": "3|", "d": "4|", "e": "5|"]
    try expect(rows, "zip(zip(a, b), c)", "'((1, 2), 3)'|")
    try expect(rows, "zip(a, zip(b, c))", "'(1, (2, 3))'|")
    try expect(rows, "zip(zip(a, b), c, d, e)", "'((1, 2), 3, 4, 5)'|")
    try expect(rows, "zip(a, b, c, zip(d, e))", "'(1, 2, 3, (4, 5))'|")
    try expect(["a": "1-|", "b": "-2|", "c": "xy|"], "zip(merge(a, b), c)", "'(1, x)''(2, y)'|")
    #expect(try play(rows, "zip(zip(a, b), c, d, e)").sources == [["a0", "b0", "c0", "d0", "e0"]])
  }
}
