import Marbles
import MarblesTesting
import Playback
import Synchronization
import Testing

/// A clock that must not be used.
@Suite struct UnimplementedClockTests {
  @Test("Each use fails the test at the line where the clock was made")
  func uses() async throws {
    let issues = Mutex<[Issue]>([])
    let line = #line + 2
    await withKnownIssue {
      let clock = UnimplementedClock()
      #expect(clock.now == .zero)
      await #expect(throws: UnimplementedClock.Use.self) { try await clock.sleep(until: .zero) }
      #expect(clock.minimumResolution == .nanoseconds(1))
    } matching: { issue in
      issues.withLock { $0.append(issue) }
      return true
    }
    let found = issues.withLock { $0 }
    #expect(found.map { $0.sourceLocation?.line } == [line, line, line])
    #expect(
      found.compactMap { ($0.error as? UnimplementedClock.Use)?.member } == [
        "now", "sleep(until:tolerance:)", "minimumResolution",
      ])
    #expect(
      found.first?.error.map { "\($0)" }
        == "`now` of an UnimplementedClock was used; if the code under test needs a clock here, give it a TestClock")
  }

  @Test func aClockThatIsNotUsedFailsNothing() { _ = UnimplementedClock() }
}
