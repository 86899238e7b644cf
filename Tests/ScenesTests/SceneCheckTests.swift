import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Testing

@testable import Scenes

@Suite struct SceneCheckTests {
  private func message(_ inputs: KeyValuePairs<String, String>, _ outputs: [String]) -> String? {
    failure { _ = try scene(inputs, outputs).recorded() }?.description
  }

  @Test func rowsHaveDifferentNames() {
    #expect(message(["a": "1|", "a": "2|"], []) == "two rows are called `a`; names of rows must be unique")
    #expect(
      message(["a": "1|", "b": "2|"], ["a = merge(a, b)"]) == "two rows are called `a`; names of rows must be unique")
  }

  @Test func eventsHaveDifferentIDs() {
    var twice = Scene.sample
    twice.rows[1] = twice.rows[0]
    twice.rows[1].name = "strings"
    #expect(
      failure { _ = try twice.recorded() }?.description == "two events have the id `0`; ids must be unique in a scene")
  }

  @Test func nothingHappensBeforeZero() {
    let early = Timeline(events: [Event(name: "x", time: .seconds(-1), value: 1)], end: .open)
    let scene = Scene(name: "early", rows: [Scene.Row(name: "a", content: .input(early))])
    #expect(failure { _ = try scene.recorded() }?.description == "event `x` has a negative time; expected 0 or more")
  }

  @Test func anUnknownRowIsPointedAt() {
    #expect(
      message(["ints": "1|", "strings": "a|"], ["m = merge(ints, srings)"]) == """
        row m: expression, column 17: no row is called `srings`; did you mean `strings`?
          m = merge(ints, srings)
                          ^
        """)
    #expect(
      message(["a": "1|", "b": "2|"], ["merge(a, xyz)"]) == """
        row out: expression, column 10: no row is called `xyz`; known rows: a, b
          merge(a, xyz)
                   ^
        """)
    #expect(
      message(["a": "1|", "b": "2|"], ["let x = text.map { $0 }"]) == """
        row x: expression, column 9: no row is called `text`; known rows: a, b; use `a`, an input of this scene
          let x = text.map { $0 }
                  ^
        """)
    #expect(
      message([:], ["merge(a, b)"]) == """
        row out: expression, column 7: no row is called `a`; give it with -i a='…'
          merge(a, b)
                ^
        """)
    #expect(
      message(["a": "1|"], ["merge(a, zip)"]) == """
        row out: expression, column 10: no row is called `zip`; \
        the operator `zip` needs its streams in parentheses, as in `zip(a, b)`
          merge(a, zip)
                   ^
        """)
  }

  @Test func rowsMayNotTurnInCircles() {
    #expect(
      message(["a": "1|"], ["x = merge(a, y)", "y = merge(a, x)"]) == "rows refer to each other in a cycle: x → y → x")
    #expect(message(["a": "1|"], ["x = merge(a, x)"]) == "rows refer to each other in a cycle: x → x")
    #expect(
      message(["a": "1|"], ["w = merge(a, x)", "x = merge(a, y)", "y = merge(a, z)", "z = zip(a, x)"])
        == "rows refer to each other in a cycle: x → y → z → x")
  }

  @Test func aRowMayReferToOneBelowIt() throws {
    let recording = try scene(["a": "1-2|", "b": "-x|"], ["z = zip(m, a)", "m = merge(a, b)"]).recorded()
    #expect(spelled(recording["z"]) == "(1, 1)@0 (x, 2)@2 |@3")
  }
}
