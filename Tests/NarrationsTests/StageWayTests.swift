import Expressions
import Marbles
import Narrations
import Scenes
import Testing

/// `why` through the stages of expressions.
@Suite struct StageWayTests {
  private func answer(_ expression: String, _ event: String, at time: SceneTime = .distantFuture) throws -> String {
    let rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse("1123|", row: "a").timeline)),
      Scene.Row(name: "out", content: .output(try Expression.parse(expression))),
    ]
    let scene = Scene(name: "test", rows: rows)
    let recording = try BoundedRun(scene, stages: .all).perform().get()
    let narration = Narration(of: recording, scene, style: .spoken)
    let answer = try narration.why(row: "a", event: event, at: time, stages: recording)
    return answer.firstRange(of: "Inside ").map { String(answer[$0.lowerBound...]) } ?? ""
  }

  @Test(
    "of each stream, combineLatest keeps the newest value until all have one",
    arguments: [
      ("1", .distantFuture, "combineLatest(a, b) drops it at 1 second: 2 replaced it before every stream had a value."),
      ("1", .seconds(2), "combineLatest(a, b) drops it at 1 second: 2 replaced it before every stream had a value."),
      ("1", .seconds(0.5), "combineLatest(a, b) holds it."),
      ("2", .distantFuture, "combineLatest(a, b) makes it (2, x) at 3 seconds"),
    ] as [(String, SceneTime, String)])
  func replaced(event: String, time: SceneTime, sentence: String) throws {
    let rows = [
      Scene.Row(name: "a", content: .input(try Diagram.parse("12----3|", row: "a").timeline)),
      Scene.Row(name: "b", content: .input(try Diagram.parse("---x-|", row: "b").timeline)),
      Scene.Row(name: "out", content: .output(try Expression.parse("combineLatest(a, b)"))),
    ]
    let scene = Scene(name: "test", rows: rows)
    let recording = try BoundedRun(scene, stages: .all).perform().get()
    let narration = Narration(of: recording, scene, style: .spoken)
    let answer = try narration.why(row: "a", event: event, at: time, stages: recording)
    #expect(answer.contains(sentence), "\(answer)")
  }

  private static let chain = "a.removeDuplicates().filter { $0 > 1 }.debounce(for: .seconds(2))"

  @Test(arguments: [
    (
      "1",
      "Inside out: .removeDuplicates() lets it through; but .filter { $0 > 1 } drops it at 0 seconds: it does not pass filter."
    ),
    ("2", "Inside out: .removeDuplicates() drops it at 1 second: it equals the value before it."),
    (
      "3",
      "Inside out: .removeDuplicates() and .filter { $0 > 1 } let it through; but .debounce(for: .seconds(2)) drops it at 3 seconds: "
        + "3 from a replaced it."
    ),
    (
      "4",
      "Inside out: .removeDuplicates() and .filter { $0 > 1 } let it through; .debounce(for: .seconds(2)) emits it at 4 seconds; "
        + "it is value 1 of out."
    ),
  ])
  func ends(event: String, sentence: String) throws {
    #expect(try answer(Self.chain, event) == sentence)
  }

  @Test(
    "a closure that compares a value with the last one is true for them",
    arguments: [
      (".removeDuplicates(by: { $0 / 10 == $1 / 10 })", "1 and 1"),
      (".map { $0 * 3 }.removeDuplicates(by: { $0 / 10 == $1 / 10 })", "3 and 3"),
    ])
  func compared(calls: String, values: String) throws {
    let answer = try answer("a" + calls, "2")
    #expect(answer.contains("drops it at 1 second: its closure is true for \(values)."), "\(answer)")
  }

  @Test("before it is settled, a stage holds it") func held() throws {
    #expect(
      try answer(Self.chain, "3", at: .seconds(2.5))
        == "Inside out: .removeDuplicates() and .filter { $0 > 1 } let it through; .debounce(for: .seconds(2)) holds it."
    )
  }

  @Test("a sentence for each reading") func readings() throws {
    let both = try answer("merge(a, a.map { $0 * 10 })", "1")
    #expect(
      both == "Inside out: merge(a, a.map { $0 * 10 }) lets it through; it is value 1 of out. "
        + "Inside out: .map { $0 * 10 } makes it 10; merge(a, a.map { $0 * 10 }) lets it through; it is value 2 of out."
    )
  }
}
