import Marbles
import Testing

@testable import Playback

/// A timeline as a plain stream, on any clock.
@Suite struct StreamTests {
  /// What `timeline` streams on a test clock, whose executor the stream is made on.
  private func streamed(_ timeline: Timeline, speedFactor: SpeedFactor = 1) throws -> (log: [String], clock: TestClock)
  {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      do {
        for await event in try timeline.stream(speedFactor: speedFactor, clock: clock) {
          log.write("\(event.value)@\(clock.now)")
        }
        log.write("|@\(clock.now)")
      } catch {
        log.write("\(error)")
      }
    }
    try clock.run()
    return (log.lines, clock)
  }

  @Test func eventsComeAtTheirTimesSoDelaysDoNotAddUp() throws {
    let (log, clock) = try streamed(strings)
    #expect(log == ["a@1.5", "b@2.5", "c@4.5", "d@6.5", "e@7.5", "|@7.5"])
    try clock.checkSuspension()
  }

  @Test func aSlowConsumerDelaysNobody() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      do {
        for await event in try strings.stream(clock: clock) {
          try await clock.sleep(for: .milliseconds(1900))
          log.write("\(event.value)@\(clock.now)")
        }
      } catch {
        log.write("\(error)")
      }
    }
    try clock.run()
    #expect(log.lines == ["a@3.4", "b@5.3", "c@7.2", "d@9.1", "e@11"])
  }

  @Test func speedDividesTheTimes() throws {
    #expect(try streamed(strings, speedFactor: 2).log == ["a@0.75", "b@1.25", "c@2.25", "d@3.25", "e@3.75", "|@3.75"])
    #expect(try streamed(strings, speedFactor: 0.5).log.last == "|@15")
    #expect(try streamed(timeline("row", [(1, 1)], end: 1), speedFactor: 3).log == ["1@0.333333334", "|@0.333333334"])
  }

  @Test func aTimeIsKeptToTheNanosecond() throws {
    let time = SceneTime(nanoseconds: 1_234_567_890_123)
    let exact = Timeline(events: [Event(name: "e", time: time, value: 1)], end: .finish(time))
    #expect(try streamed(exact).log == ["1@1234.567890123", "|@1234.567890123"])
  }

  @Test func theSlowestSpeedIsStillATime() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      do {
        for await event in try ints.stream(speedFactor: 0.000_001, clock: clock) {
          log.write("\(event.value)@\(clock.now)")
        }
      } catch {
        log.write("\(error)")
      }
    }
    try clock.advance(by: .seconds(1_000_000))
    #expect(log.lines == ["1@0", "2@1000000"])
    try clock.end()
  }

  @Test func anEmptyTimelineFinishes() throws {
    #expect(try streamed(timeline("row", [], end: 0)).log == ["|@0"])
    #expect(try streamed(timeline("row", [], end: 2)).log == ["|@2"])
  }

  @Test func anOpenTimelineDoesNotFinish() throws {
    let (log, clock) = try streamed(timeline("row", [(1, 1)], end: .open))
    #expect(log == ["1@1"])
    try clock.checkSuspension()
    try clock.end()
  }

  @Test func aFailureFinishesAPlainStream() throws {
    let failing = timeline("row", [(1, 1)], end: .error(.seconds(2), message: "gone"))
    #expect(try streamed(failing).log == ["1@1", "|@2"])
  }

  @Test func aFailureIsThrownByAThrowingStream() throws {
    let (clock, log) = (TestClock(), Log())
    let failing = timeline("row", [(1, 1)], end: .error(.seconds(2), message: "gone"))
    clock.addTask {
      do {
        for try await event in try failing.throwingStream(speedFactor: 2, clock: clock) {
          log.write("\(event.value)@\(clock.now)")
        }
      } catch {
        log.write("\(error as? TimelineFailure == TimelineFailure(message: "gone"))@\(clock.now)")
      }
      do {
        for try await event in try strings.throwingStream(clock: clock) { log.write("\(event.value)@\(clock.now)") }
        log.write("|@\(clock.now)")
      } catch {
        log.write("\(error)")
      }
    }
    try clock.run()
    #expect(log.lines == ["1@0.5", "true@1", "a@2.5", "b@3.5", "c@5.5", "d@7.5", "e@8.5", "|@8.5"])
  }

  @Test func breakingStopsTheTimer() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      do {
        for await _ in try strings.stream(clock: clock) { break }
      } catch {
        log.write("\(error)")
      }
    }
    try clock.advance(by: .seconds(1))
    #expect(clock.executor.sleepers == [.milliseconds(1500)])
    try clock.advance(by: .seconds(1))
    try clock.checkSuspension()
    #expect(log.lines == [])
  }

  @Test func cancellingTheConsumerStopsTheTimer() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      let consumer = Task {
        for await event in try strings.stream(clock: clock) { log.write("\(event.value)") }
        log.write("|@\(clock.now)")
      }
      try? await clock.sleep(for: .seconds(2))
      consumer.cancel()
    }
    try clock.advance(by: .seconds(2))
    #expect(log.lines == ["a", "|@2"])
    try clock.checkSuspension()
  }

  @Test func aTimeBeforeTheBeginningIsRefused() {
    let early = timeline("row", [(1, 1), (-0.5, 0)], end: 1)
    #expect(throws: ReplayError.beforeZero(time: .milliseconds(-500))) { try early.stream() }
    #expect(throws: ReplayError.beforeZero(time: .milliseconds(-500))) { try early.throwingStream() }
    #expect(
      "\(ReplayError.beforeZero(time: .milliseconds(-500)))"
        == "an event is at -0.5 s; a timeline begins at 0")
  }

  @Test func itNeedsNoExecutor() async throws {
    let short = timeline("row", [(0, 1), (0.01, 2), (0.02, 3)], end: 0.02)
    let begin = ContinuousClock.now
    var values: [Value] = []
    for await event in try short.stream() { values.append(event.value) }
    #expect(values == [1, 2, 3])
    #expect(ContinuousClock.now - begin >= .milliseconds(20))
  }
}
