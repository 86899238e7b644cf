import Playback
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
}
