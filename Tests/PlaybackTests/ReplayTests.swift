import Marbles
import Testing

@testable import Playback

/// A timeline by a playback clock.
@Suite struct ReplayTests {
  private func played(_ timeline: Timeline, startingAt start: Int64 = 0) throws -> [String] {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.start {
      try? await executor.clock.sleep(until: .seconds(start))
      do {
        for try await event in timeline.replay(on: executor.clock) { log.write("\(event.value)@\(executor.now)") }
        log.write("|@\(executor.now)")
      } catch {
        log.write("X \(error)@\(executor.now)")
      }
    }
    try executor.runImmediately()
    return log.lines
  }

  @Test func eventsComeAtTheirTimes() throws {
    #expect(try played(strings) == ["a@1.5", "b@2.5", "c@4.5", "d@6.5", "e@7.5", "|@7.5"])
  }

  @Test func theEndCanComeLater() throws {
    #expect(try played(timeline("row", [(1, 1)], end: 4)) == ["1@1", "|@4"])
    #expect(try played(timeline("row", [], end: 2)) == ["|@2"])
    #expect(try played(timeline("row", [], end: 0)) == ["|@0"])
  }

  @Test func aFailureIsThrownAtItsTime() throws {
    let failing = timeline("row", [(1, 1)], end: .error(.seconds(2), message: "gone"))
    #expect(try played(failing) == ["1@1", "X gone@2"])
  }

  @Test func whoComesLateGetsWhatHasPassedAtOnce() throws {
    #expect(try played(strings, startingAt: 3) == ["a@3", "b@3", "c@4.5", "d@6.5", "e@7.5", "|@7.5"])
    #expect(try played(strings, startingAt: 60) == ["a@60", "b@60", "c@60", "d@60", "e@60", "|@60"])
  }

  @Test func eventsAtOneInstantKeepTheirOrder() throws {
    let same = timeline("row", [(1, "x"), (1, "a"), (1, "m")], end: 1)
    #expect(try played(same) == ["x@1", "a@1", "m@1", "|@1"])
  }

  @Test func eachIterationIsAStreamOfItsOwn() throws {
    let clock = TestClock()
    let replay = strings.replay(on: clock.executor.clock)
    let (first, second) = (clock.collect(replay), clock.collect(replay))
    try clock.run()
    #expect(first.values.map(\.value) == ["a", "b", "c", "d", "e"])
    #expect(second.values == first.values)
  }

  @Test func aCancelledConsumerSeesTheEnd() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.start {
      let consumer = Task {
        for try await event in ints.replay(on: executor.clock) { log.write("\(event.value)@\(executor.now)") }
        log.write("|@\(executor.now)")
      }
      try? await executor.clock.sleep(until: .seconds(3))
      consumer.cancel()
    }
    try executor.runImmediately()
    #expect(log.lines == ["1@0", "2@1", "3@2", "|@3"])
    #expect(executor.now == .seconds(3))
  }

  @Test func afterItsEndThereIsNothing() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.start {
      var iterator = timeline("row", [], end: .error(.seconds(1), message: "gone")).replay(on: executor.clock)
        .makeAsyncIterator()
      do { _ = try await iterator.next() } catch { log.write("\(error)") }
      log.write((try? await iterator.next()) == .some(nil) ? "nothing" : "something")
    }
    try executor.runImmediately()
    #expect(log.lines == ["gone", "nothing"])
  }
}
