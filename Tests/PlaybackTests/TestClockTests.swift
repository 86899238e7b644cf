import AsyncAlgorithms
import Marbles
import Testing

@testable import Playback

/// The clock that users test their own code with.
@Suite struct TestClockTests {
  /// The example of its documentation.
  @Test func aDebounceUnderTest() throws {
    let clock = TestClock()
    let (keystrokes, keyboard) = AsyncStream.makeStream(of: String.self)
    let received = clock.collect(keystrokes.debounce(for: .seconds(1), clock: clock))
    clock.addTask {
      for text in ["s", "sw", "swi", "swif", "swift"] { keyboard.yield(text) }
    }

    try clock.advance(by: .milliseconds(999))
    #expect(received.values == [])
    try clock.advance(by: .milliseconds(1))
    #expect(received.values == ["swift"])

    clock.addTask { keyboard.finish() }
    try clock.run()
    try clock.checkSuspension()
    #expect(received.isFinished)
    #expect(received.error == nil)
  }

  @Test func advanceLetsEverythingDueHappenInOrder() throws {
    let (clock, log) = (TestClock(), Log())
    for wait in [3, 1, 2] {
      clock.addTask {
        try? await clock.sleep(for: .seconds(wait))
        log.write("\(wait)@\(clock.now)")
      }
    }
    #expect(log.lines == [])
    try clock.advance()
    #expect(clock.now == .zero)
    try clock.advance(by: .milliseconds(2500))
    #expect(log.lines == ["1@1", "2@2"])
    #expect(clock.now == .milliseconds(2500))
    try clock.advance(by: .milliseconds(500))
    #expect(log.lines == ["1@1", "2@2", "3@3"])
  }

  @Test func whatIsStartedByAnAdvanceCountsFromThen() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      for _ in 0..<3 {
        try? await clock.sleep(for: .seconds(2))
        log.write("\(clock.now)")
      }
    }
    try clock.advance(by: .seconds(5))
    #expect(log.lines == ["2", "4"])
    try clock.run()
    #expect(log.lines == ["2", "4", "6"])
    #expect(clock.now == .seconds(6))
  }

  @Test func runGoesOnUntilNothingIsLeft() throws {
    let clock = TestClock()
    let received = clock.collect(AsyncTimerSequence(interval: .seconds(1), clock: clock).prefix(5))
    try clock.run()
    #expect(received.values == (1...5).map { .seconds($0) })
    #expect(received.isFinished)
  }

  @Test func runStopsAtATimerThatNeverStops() throws {
    let clock = TestClock(instantsPerRun: 100)
    let received = clock.collect(AsyncTimerSequence(interval: .seconds(1), clock: clock))
    #expect(throws: PlaybackError.endless(at: .seconds(100), instants: 100)) { try clock.run() }
    #expect(received.values.count == 100)
    try clock.advance(by: .seconds(1))
    #expect(received.values.count == 101)
    try clock.end()
  }

  @Test func whoIsStillAsleepIsNamedByTime() throws {
    let clock = TestClock()
    for wait in [30, 1.5] { clock.addTask { try? await clock.sleep(for: .seconds(wait)) } }
    clock.addTask { try? await clock.sleep(until: .distantFuture) }
    try clock.advance()
    let error = try #require(throws: TestClock.SuspensionError.self) { try clock.checkSuspension() }
    #expect(error == TestClock.SuspensionError(until: [.milliseconds(1500), .seconds(30), .distantFuture]))
    #expect("\(error)" == "3 still asleep on the test clock: until 1.5 s, until 30 s, forever")
    try clock.end()
    try clock.checkSuspension()
  }

  @Test func collectReportsErrors() throws {
    let clock = TestClock()
    let failing = timeline("row", [(1, 1)], end: .error(.seconds(2), message: "gone"))
    let received = clock.collect(failing.replay(on: clock.executor.clock))
    try clock.advance(by: .seconds(1))
    #expect(received.values.map(\.value) == [1])
    #expect(!received.isFinished)
    try clock.advance(by: .seconds(1))
    #expect(received.isFinished)
    #expect(received.error as? TimelineFailure == TimelineFailure(message: "gone"))
  }

  @Test func endCancelsWhatHasNotEnded() throws {
    let clock = TestClock()
    let received = clock.collect(timeline("row", [(1, 1)], end: .open).replay(on: clock.executor.clock))
    try clock.run()
    #expect(!received.isFinished)
    try clock.end()
    #expect(received.isFinished)
    #expect(clock.executor.liveTasks == 0)
  }

  @Test func endSaysWhatDoesNotEnd() throws {
    let clock = TestClock()
    clock.addTask { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    try clock.run()
    #expect(throws: PlaybackError.unfinished(tasks: 1, asleep: 0)) { try clock.end() }
    #expect(clock.executor.liveTasks == 0)
  }
}
