import Playback
import Scenes
import Testing

@testable import SceneFiles

@Suite struct CheckTimeLimitTests {
  private static let impatient = TimeLimit(.milliseconds(100), watchdog: Watchdog { _, body in body() })
  private static let patient = TimeLimit(.seconds(1), watchdog: Watchdog { _, _ in })
  private static let text = "rows:\n  a: { marbles: \"1-2|\" }\n  b: { apply: a, expect: \"1-3|\" }\n"
  private static let document = "```marbled\n\(text)```\n\n```marbled\n\(text)```\n"

  private static func report(_ limit: TimeLimit) -> CheckReport {
    var checker = Checker()
    checker.timeLimit = limit
    return checker.check(["a.yaml", "b.md"]) { path in path == "a.yaml" ? text : document }
  }

  @Test("A file whose time is up has no results, and is counted")
  func outOfTime() {
    let report = Self.report(Self.impatient)
    #expect(report.files.map(\.problem?.kind) == [.outOfTime, .outOfTime])
    #expect(report.rows == 0 && report.problems == 2)
    #expect(
      report.files.last?.problem?.message == """
        b.md: error: the result was not ready within the time limit of 100ms
          help: use fewer values, or less work in closures; or choose a longer --time-limit
        """)
  }

  @Test("A file whose time is up has no new expectations")
  func noUpdates() {
    var report = Self.report(Self.patient)
    #expect(report.rows == 3 && report.failures == 3 && report.problems == 0)
    #expect(ExpectationUpdate.updates(of: &report, within: Self.impatient).isEmpty)
    #expect(report.files.compactMap(\.problem?.kind) == [.outOfTime, .outOfTime])
  }

  @Test("Within the limit, updates are those without one")
  func updates() {
    var report = Self.report(Self.patient)
    let (limited, free) = (
      ExpectationUpdate.updates(of: &report, within: Self.patient), ExpectationUpdate.updates(of: report)
    )
    #expect(limited.map(\.text) == free.map(\.text) && limited.map(\.changes) == free.map(\.changes))
    #expect(limited.count == 3 && report.problems == 0)
  }

  @Test("A scene over its budget has the same result with a limit as without, and so have the scenes after it")
  func overBudget() {
    let greedy = Self.text.replacing("apply: a,", with: "apply: \"(0..<200).async\",")
    let document = "```marbled\n\(greedy)```\n\n```marbled\n\(Self.text)```\n"
    let results = [Self.patient, nil].map { limit in
      var checker = Checker()
      checker.timeLimit = limit
      checker.budget.eventsPerRow = 100
      checker.checksOrders = true
      checker.checksLints = true
      let report = checker.check(["a.yaml", "b.md"]) { $0 == "a.yaml" ? greedy : document }
      return report.files.map { "\($0.path) \($0.outcome)" }
    }
    #expect(results[0] == results[1])
    #expect(results[0].count == 3 && results[0].prefix(2).allSatisfy { $0.contains("emits more than 100 events") })
    #expect(results[0].last?.contains("differs") == true)
  }
}
