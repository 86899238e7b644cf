import AsyncAlgorithms
import Marbles
import Synchronization
import Testing

@testable import Playback

/// The clocks that are not made for a transform, and what a test clock does with time and tasks.
@Suite struct ClockTests {
  // MARK: Any clock

  @Test func anyClockKeepsTheTimeOfItsBaseFromZero() throws {
    let clock = TestClock()
    try clock.advance(by: .seconds(5))
    let base: any Clock<Duration> = clock
    let any = AnyClock(base)
    #expect(any.now == .zero && any.minimumResolution == .nanoseconds(1))
    let woken = Collected<SceneTime>()
    clock.addTask {
      try? await any.sleep(for: .seconds(2))
      woken.append(any.now)
    }
    try clock.run()
    #expect(woken.values == [.seconds(2)] && clock.now == .seconds(7))
  }

  @Test func operatorsTakeAnyClock() throws {
    let clock = TestClock()
    let base: any Clock<Duration> = clock
    let (edits, editor) = AsyncStream.makeStream(of: String.self)
    let saved = clock.collect(edits.debounce(for: .seconds(1), clock: AnyClock(base)))
    clock.addTask { for text in ["a", "ab"] { editor.yield(text) } }
    try clock.advance(by: .seconds(1))
    #expect(saved.values == ["ab"])
    try clock.end()
  }

  @Test func anyClockKeepsAnAnimation() {
    #expect(AnyClock(TestClock().animation(.slide)).carriedAnimation != nil)
    #expect(AnyClock(TestClock()).carriedAnimation == nil)
  }

  // MARK: Immediate

  @Test func anImmediateClockMovesToEachDeadline() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    #expect(clock.now == .seconds(5))
    try await clock.sleep(until: .seconds(3))
    #expect(clock.now == .seconds(5))
    #expect(ImmediateClock(now: .seconds(1)).now == .seconds(1))
  }

  @Test func aCancelledTaskDoesNotSleepOnAnImmediateClock() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now == .zero)
  }

  // MARK: Timer

  @Test func aTimerTicksOnceAnInterval() throws {
    let clock = TestClock()
    try clock.advance(by: .seconds(10))
    let base: any Clock<Duration> = clock
    let ticks = clock.collect(base.timer(interval: .seconds(2)))
    try clock.advance(by: .seconds(7))
    #expect(ticks.values == [.seconds(2), .seconds(4), .seconds(6)])
    try clock.end()
    #expect(ticks.isFinished && ticks.error == nil)
  }

  @Test func aSlowConsumerMissesTicks() throws {
    let clock = TestClock()
    let ticks = Collected<SceneTime>()
    clock.addTask {
      for await tick in clock.timer(interval: .seconds(1)) {
        ticks.append(tick)
        try? await clock.sleep(for: .milliseconds(2500))
      }
    }
    try clock.advance(by: .seconds(8))
    #expect(ticks.values == [.seconds(1), .seconds(4), .seconds(7)])
    try clock.end()
  }

  @Test func aTimerWithoutAnIntervalIsStopped() throws {
    let clock = TestClock(instantsPerRun: 1000)
    _ = clock.collect(clock.timer(interval: .zero))
    #expect(throws: PlaybackError.endless(at: SceneTime(nanoseconds: 1000), instants: 1000)) { try clock.run() }
  }

  // MARK: Time and tasks of a test clock

  @Test func advancingToATimeFiresWhatIsDueByThen() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      for _ in 0..<3 {
        try? await clock.sleep(for: .seconds(2))
        log.write("\(clock.now)")
      }
    }
    try clock.advance(to: .seconds(4))
    #expect(log.lines == ["2", "4"] && clock.now == .seconds(4))
    try clock.advance(to: .seconds(1))
    #expect(log.lines == ["2", "4"] && clock.now == .seconds(4))
    try clock.run()
  }

  @Test("A run that takes too long is stopped; one that ends in time leaves the clock usable")
  func timeout() throws {
    let alarms = Mutex<[(after: Duration, body: @Sendable () -> Void)]>([])
    let watchdog = Watchdog { after, body in alarms.withLock { $0.append((after, body)) } }
    let clock = TestClock()
    clock.addTask { try? await clock.sleep(for: .seconds(1)) }
    try clock.run(timeout: .seconds(5), watchdog: watchdog)
    #expect(clock.now == .seconds(1))
    let alarm = try #require(alarms.withLock { $0.first })
    #expect(alarm.after == .seconds(5))
    alarm.body()
    try clock.run()

    let rings = Watchdog { _, body in body() }
    _ = clock.collect(clock.timer(interval: .seconds(1)))
    #expect(throws: PlaybackError.stopped(.outOfTime)) { try clock.run(timeout: .seconds(5), watchdog: rings) }
  }

  @Test func aTaskIsCancelledByItsHandle() throws {
    let (clock, log) = (TestClock(), Log())
    let task = clock.addTask(name: "ticker") {
      #expect(Task.name == "ticker")
      for await _ in clock.timer(interval: .seconds(1)) { log.write("\(clock.now)") }
      log.write("cancelled at \(clock.now)")
    }
    #expect(task.name == "ticker" && !task.isFinished)
    try clock.advance(by: .seconds(2))
    task.cancel()
    #expect(log.lines == ["1", "2"] && !task.isFinished)
    try clock.run()
    #expect(log.lines == ["1", "2", "cancelled at 2"] && task.isFinished)
    #expect(clock.now == .seconds(2) && clock.executor.liveTasks == 0)
  }

  @Test func aTaskMayBeCancelledBeforeItBegins() throws {
    let (clock, log) = (TestClock(), Log())
    let task = clock.addTask { log.write(Task.isCancelled ? "cancelled" : "not cancelled") }
    task.cancel()
    try clock.run()
    #expect(log.lines == ["cancelled"] && task.isFinished)
  }

  @Test func aTaskOfTheClockCancelsAnother() throws {
    let (clock, log) = (TestClock(), Log())
    let sleeper = clock.addTask {
      try? await clock.sleep(for: .seconds(9))
      log.write("woken at \(clock.now)")
    }
    clock.addTask {
      try? await clock.sleep(for: .seconds(3))
      sleeper.cancel()
    }
    try clock.run()
    #expect(log.lines == ["woken at 3"])
  }

  @Test func aTimelineIsReplayedOnATestClock() throws {
    let clock = TestClock()
    let letters = clock.collect(try Diagram.parse("a-b|", row: "letters").timeline.replay(on: clock))
    try clock.run()
    #expect(letters.values.map(\.time) == [.zero, .seconds(2)] && letters.isFinished)
  }
}
