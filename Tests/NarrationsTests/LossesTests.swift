import Expressions
import Marbles
import Narrations
import Operators
import Scenes
import Testing

/// At the end, a row says what it lost, in which operator, and why.
@Suite struct LossesTests {
  private func losses(_ expression: String, _ diagram: String, name: String = "out") throws -> [String] {
    let rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse(diagram, row: "a").timeline)),
      Scene.Row(name: name, content: .output(try Expression.parse(expression))),
    ]
    let scene = Scene(name: "test", rows: rows)
    return Narration(of: try BoundedRun(scene).perform().get(), scene).losses(ofRow: 1)
  }

  @Test("a sentence for each operator and reason, in the order of the first loss") func chains() throws {
    #expect(
      try losses("a.removeDuplicates().filter { $0 > 2 }", "1123|") == [
        "`.filter` of out drops `1` and `2`: they do not pass.",
        "`.removeDuplicates` of out drops `1`: it equals the value before it.",
      ])
  }

  @Test("a row of one operator names it, unless it is called so") func single() throws {
    #expect(
      try losses("a.debounce(for: .seconds(1.5))", "12---|") == [
        "debounce of out drops `1`: a newer value replaced it."
      ])
    #expect(
      try losses("a.filter { $0 > 5 }", "1|", name: "filter") == ["filter drops `1`: it does not pass."])
  }

  @Test("a value that a closure compares is not called equal")
  func compared() throws {
    #expect(
      try losses("a.removeDuplicates(by: { $0 / 10 == $1 / 10 })", "1--2---3-|") == [
        "removeDuplicates of out drops `2` and `3`: its closure is true for each of them and the last value that it emitted."
      ])
    // `3` is compared with `1`, the last one that was emitted.
    #expect(
      try losses("a.removeDuplicates(by: { $1 - $0 < 2 })", "123|") == [
        "removeDuplicates of out drops `2`: its closure is true for `1` and `2`."
      ])
    #expect(
      try losses("a.distinct(by: { $0 % 2 })", "123|") == [
        "distinct of out drops `3`: one with its key came before."
      ])
    #expect(
      try losses("a.distinct(by: { $0 % 2 })", "1234|") == [
        "distinct of out drops `3` and `4`: values with their keys came before."
      ])
    #expect(try losses("a.distinct()", "121|") == ["distinct of out drops `1`: one like it came before."])
  }

  @Test("of many values the first ones, and how many more") func many() throws {
    #expect(
      try losses("a.dropFirst(12)", "123456789abcd|") == [
        "dropFirst of out drops `1`, `2`, `3` and 9 more: they are the first."
      ])
  }

  @Test("a stream that is cancelled is no dropped value") func cancelled() throws {
    #expect(
      try losses("a.flatMapLatest { _ in \"x-y-z|\" }", "1--2----|") == [
        "flatMapLatest of out cancels the stream for `1`: a newer value took its place."
      ])
  }

  @Test("nothing lost, nothing said") func none() throws { #expect(try losses("a.map { $0 }", "12|").isEmpty) }
}
