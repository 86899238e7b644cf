import Dispatch
import Playback
import Testing

@Suite struct TimeLimitTests {
  /// Fires at once.
  private static let impatient = Watchdog { _, body in body() }
  /// Never fires.
  private static let patient = Watchdog { _, _ in }

  @Test func workInTimeHasItsResult() throws {
    let limit = TimeLimit(.seconds(1), watchdog: Self.patient)
    #expect(try limit.perform { cancellation in cancellation.isSet ? "stopped" : "done" } == "done")
    #expect(try limit.perform(after: .milliseconds(999)) { _ in "done" } == "done")
  }

  @Test func workThatEndsTooLateHasNone() {
    let limit = TimeLimit(.seconds(1), watchdog: Self.impatient)
    let error = #expect(throws: OutOfTime.self) { try limit.perform { cancellation in cancellation.cause } }
    #expect(error?.limit == .seconds(1))
  }

  @Test("Nobody waits for work that can't be stopped")
  func workThatGoesOnIsLeftBehind() {
    let never = DispatchSemaphore(value: 0)
    defer { never.signal() }
    #expect(throws: OutOfTime.self) {
      try TimeLimit(.seconds(1), watchdog: Self.impatient).perform { _ in never.wait() }
    }
  }

  @Test func usedTimeCounts() {
    let limit = TimeLimit(.seconds(1), watchdog: Self.patient)
    let error = #expect(throws: OutOfTime.self) { try limit.perform(after: .seconds(1)) { _ in "done" } }
    #expect(error?.description == "the result was not ready within the time limit of 1s")
  }

  @Test func withoutALimitThereIsNoDeadline() throws {
    let limit: TimeLimit? = nil
    #expect(try limit.perform(after: .seconds(1_000_000)) { cancellation in cancellation.isSet } == false)
  }
}
