import AsyncAlgorithms
import Marbles
import Synchronization
import Testing

@testable import Playback

/// Three ways to run one scene, and one result.
@Suite struct DriveTests {
  @Test func theSample() throws {
    let log = try immediateSample()
    #expect(
      lines("merge", in: log) == [
        "1@0", "2@1", "a@1.5", "3@2", "b@2.5", "c@4.5", "4@5", "d@6.5", "e@7.5", "5@8", "|@8",
      ])
    #expect(lines("zip", in: log) == ["1a@1.5", "2b@2.5", "3c@4.5", "4d@6.5", "5e@8", "|@8"])
    #expect(
      lines("combineLatest", in: log) == [
        "2a@1.5", "3a@2", "3b@2.5", "3c@4.5", "4c@5", "4d@6.5", "4e@7.5", "5e@8", "|@8",
      ])
    // At 1 and at 7.5 a value comes exactly when its predecessor's time is up: inputs are first.
    #expect(lines("debounce", in: log) == ["b@3.5", "4@6", "5@8", "|@8"])
  }

  @Test func aThousandImmediateRunsGiveOneResult() throws {
    let first = try immediateSample()
    for _ in 1..<1000 { #expect(try immediateSample() == first) }
  }

  @Test func steppingGivesTheSame() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.startSample(to: log)
    while try executor.step() {}
    try executor.end()
    #expect(log.lines == (try immediateSample()))
  }

  @Test(arguments: [0.25, 1, 3, 50, 1e6] as [SpeedFactor])
  func realTimeGivesTheSame(speedFactor: SpeedFactor) throws {
    let (executor, log, wall) = (PlaybackExecutor(), Log(), SimulatedWall())
    executor.startSample(to: log)
    let begin = wall.now
    try RealTimeDrive(executor: executor, speedFactor: speedFactor, wall: wall.clock()).run()
    #expect(log.lines == (try immediateSample()))
    #expect(abs(Double(wall.now - begin) - 8e9 / speedFactor.value) <= 1)
  }

  @Test func realTimeGivesTheSameWhenItsSpeedChangesAndItPauses() throws {
    let (executor, log, wall) = (PlaybackExecutor(), Log(), SimulatedWall())
    executor.startSample(to: log)
    let drive = Mutex<RealTimeDrive?>(nil)
    let clock = wall.clock { wait in
      let drive = drive.withLock { $0! }
      wall.pass(milliseconds: 7)
      if wait.deadline == nil {
        wall.pass(milliseconds: 90_000)
        drive.resume()
      } else if wait.index % 5 == 4 {
        drive.pause()
      } else if wait.index % 3 == 2 {
        drive.setSpeedFactor(wait.index % 2 == 0 ? 0.3 : 20)
      }
    }
    drive.withLock { $0 = RealTimeDrive(executor: executor, wall: clock) }
    try drive.withLock { $0! }.run()
    #expect(log.lines == (try immediateSample()))
    #expect(wall.waits.contains(nil))
  }

  @Test func realTimeGivesTheSameByTheTrueClock() async throws {
    let (log, elapsed) = try await onOwnThread {
      let (executor, log) = (PlaybackExecutor(), Log())
      executor.startSample(to: log)
      let drive = RealTimeDrive(executor: executor, speedFactor: 50)
      let elapsed = try ContinuousClock().measure { try drive.run() }
      return (log.lines, elapsed)
    }
    #expect(log == (try immediateSample()))
    #expect(elapsed >= .milliseconds(160))
    #expect(elapsed < .seconds(5))
  }

  // MARK: Horizons

  @Test func anEventExactlyAtTheHorizonFires() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.record(ints.replay(on: executor), as: "ints", to: log)
    try executor.runImmediately(until: .seconds(5))
    #expect(lines("ints", in: log.lines) == ["1@0", "2@1", "3@2", "4@5", "|@5"])
    #expect(executor.liveTasks == 0)
  }

  /// What the three modes do when their scene is cut off; also in `now`, at which what is left is cancelled.
  @Test(arguments: [nil, SceneTime.seconds(3), .seconds(60)], [ints, timeline("open", [(1, 1)], end: .open)])
  func allModesEndAlike(horizon: SceneTime?, timeline: Timeline) throws {
    func run(_ drive: (PlaybackExecutor) throws -> Void) throws -> [String] {
      let (executor, log) = (PlaybackExecutor(), Log())
      executor.record(timeline.replay(on: executor), as: "row", to: log)
      try drive(executor)
      return log.lines + ["now \(executor.now)"]
    }
    let immediate = try run { try $0.runImmediately(until: horizon) }
    let stepped = try run {
      while try $0.step(until: horizon) {}
      try $0.end()
    }
    let real = try run { try RealTimeDrive(executor: $0, wall: SimulatedWall().clock()).run(until: horizon) }
    #expect(stepped == immediate)
    #expect(real == immediate)
  }

  @Test func anEndlessSourceEndsAtTheHorizonAndIsDrained() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.record(AsyncTimerSequence(interval: .seconds(1), clock: executor.clock), as: "timer", to: log) { "\($0)" }
    try executor.runImmediately(until: .seconds(3))
    #expect(lines("timer", in: log.lines) == ["1@1", "2@2", "3@3", "|@3"])
    #expect(executor.liveTasks == 0)
    #expect(executor.sleepers == [])
  }

  @Test func anEndlessSourceInRealTimeIsPlayedUpToTheHorizon() throws {
    let (executor, log, wall) = (PlaybackExecutor(), Log(), SimulatedWall())
    executor.record(AsyncTimerSequence(interval: .seconds(2), clock: executor.clock), as: "timer", to: log) { "\($0)" }
    let begin = wall.now
    let drive = RealTimeDrive(executor: executor, wall: wall.clock())
    try drive.run(until: .seconds(5))
    #expect(lines("timer", in: log.lines) == ["2@2", "4@4", "|@5"])
    #expect(wall.now - begin == 5_000_000_000)
    #expect(drive.sceneTime == .seconds(5))
  }

  @Test func anOpenTimelineNeverFinishesAndTheRunEnds() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.forEach(timeline("open", [(1, 1)], end: .open).replay(on: executor)) { event in
      log.write("\(event.value)@\(executor.now)")
    } atEnd: {
      log.write(Task.isCancelled ? "cancelled@\(executor.now)" : "finished")
    }
    try executor.runImmediately()
    #expect(log.lines == ["1@1", "cancelled@1"])
  }

  @Test func aDebounceLongerThanTheSceneStillFires() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    let open = timeline("open", [(1, 1), (2, 2)], end: .open).replay(on: executor)
    executor.record(open.debounce(for: .seconds(100), clock: executor.clock), as: "debounce", to: log)
    let ends = timeline("ends", [(1, 1), (2, 2)], end: 3).replay(on: executor)
    executor.record(ends.debounce(for: .seconds(100), clock: executor.clock), as: "flushed", to: log)
    try executor.runImmediately()
    #expect(lines("debounce", in: log.lines).first == "2@102")
    #expect(lines("flushed", in: log.lines) == ["2@3", "|@3"])
  }
}
