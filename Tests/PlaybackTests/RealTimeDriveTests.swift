import AsyncAlgorithms
import Marbles
import Synchronization
import Testing

@testable import Playback

/// The playhead: speed, pause, step, suspend. By a simulated wall, so nothing is waited for.
@Suite struct RealTimeDriveTests {
  /// A drive over one timeline, whose waits call back.
  private final class Player: Sendable {
    let executor = PlaybackExecutor()
    let log = Log()
    let wall = SimulatedWall()
    private let box = Mutex<RealTimeDrive?>(nil)
    var drive: RealTimeDrive { box.withLock { $0! } }

    init(
      _ timeline: Timeline, speedFactor: SpeedFactor = 1, isPaused: Bool = false,
      meanwhile: @escaping @Sendable (Player, SimulatedWall.Wait) -> Void = { _, _ in }
    ) {
      let drive = RealTimeDrive(
        executor: executor, speedFactor: speedFactor, isPaused: isPaused,
        wall: wall.clock { [unowned self] in meanwhile(self, $0) })
      box.withLock { $0 = drive }
      let begin = wall.now
      executor.forEach(timeline.replay(on: executor)) { [executor, log, wall] event in
        log.write("\(event.value)@\(executor.now) wall \(SceneTime(nanoseconds: wall.now - begin))")
      }
    }
  }

  private static let oneToFour = timeline("row", [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)], end: 4)

  @Test func eventsFireWhenTheirTimeComes() throws {
    let player = Player(Self.oneToFour, speedFactor: 2)
    try player.drive.run()
    #expect(player.log.lines == ["0@0 wall 0", "1@1 wall 0.5", "2@2 wall 1", "3@3 wall 1.5", "4@4 wall 2"])
  }

  @Test func changingTheSpeedCountsFromHereOn() throws {
    let player = Player(Self.oneToFour) { player, _ in
      guard player.drive.playback.speedFactor == 1, player.drive.sceneTime >= .seconds(1.5) else { return }
      let before = player.drive.sceneTime
      player.drive.setSpeedFactor(10)
      #expect(player.drive.sceneTime == before)
      #expect(player.drive.playback.anchor == before)
    }
    try player.drive.run()
    #expect(player.log.lines == ["0@0 wall 0", "1@1 wall 1", "2@2 wall 1.55", "3@3 wall 1.65", "4@4 wall 1.75"])
  }

  @Test("what other threads send is let in, although timers are faster than the thread, and each instant is told")
  func fasterThanTheThread() throws {
    let executor = PlaybackExecutor()
    // Each look at the clock takes a microsecond, in which a thousand timers are due.
    let time = Mutex<Int64>(0)
    let wall = WallClock(
      now: {
        time.withLock { time in
          time += 1000
          return time
        }
      }, wait: { _, _ in })
    let drive = RealTimeDrive(executor: executor, speedFactor: 1, wall: wall)
    let clock = PlaybackClock(executor: executor, rank: 0)
    executor.start { while (try? await clock.sleep(for: .nanoseconds(1))) != nil {} }
    let counts = Mutex((instants: 0, letIn: -1))
    try drive.run {
      let count = counts.withLock { counts in
        counts.instants += 1
        return counts.instants
      }
      if count == 3 {
        executor.submit {
          counts.withLock { $0.letIn = $0.instants }
          drive.stop()
        }
      }
    }
    let (instants, letIn) = counts.withLock { $0 }
    #expect(letIn > 3 && letIn <= 20_100 && instants >= letIn)
  }

  @Test func pausedNothingFiresAndNothingWakesUp() throws {
    let player = Player(Self.oneToFour) { player, wait in
      if wait.deadline == nil {
        let before = (player.log.lines, player.drive.sceneTime)
        player.wall.pass(milliseconds: 3_600_000)
        #expect(player.drive.sceneTime == before.1)
        #expect(player.log.lines == before.0)
        player.drive.resume()
        #expect(player.drive.sceneTime == before.1)
      } else if player.drive.sceneTime == .seconds(1.5), !player.wall.waits.contains(nil) {
        player.drive.pause()
        #expect(player.drive.playback.isPaused)
      }
    }
    try player.drive.run()
    #expect(player.wall.waits.count { $0 == nil } == 1)
    #expect(
      player.log.lines == ["0@0 wall 0", "1@1 wall 1", "2@2 wall 3602", "3@3 wall 3603", "4@4 wall 3604"])
  }

  @Test func aDriveThatBeginsPausedDoesNothingUntilItIsResumed() throws {
    let player = Player(Self.oneToFour, isPaused: true) { player, wait in
      guard wait.deadline == nil else { return }
      #expect(player.log.lines == [])
      player.wall.pass(milliseconds: 5000)
      player.drive.resume()
    }
    try player.drive.run()
    #expect(player.log.lines.first == "0@0 wall 5")
    #expect(player.log.lines.last == "4@4 wall 9")
  }

  @Test func aStepFiresExactlyOneInstant() throws {
    let two = timeline("row", [(0, "a"), (1, "b"), (1, "c"), (2, "d")], end: 2)
    let seen = Log()
    let player = Player(two, isPaused: true) { player, wait in
      #expect(wait.deadline == nil)
      seen.write("\(player.log.lines.count) at \(player.drive.sceneTime)")
      player.drive.step()
    }
    try player.drive.run()
    #expect(seen.lines == ["0 at 0", "1 at 0", "3 at 1", "4 at 2"])
  }

  @Test func stepsThatWereNotTakenAreForgottenOnResume() throws {
    let player = Player(Self.oneToFour) { player, wait in
      switch wait.index {
      case 0:
        player.drive.step()
        player.drive.resume()
        player.drive.pause()
      case 1:
        #expect(player.log.lines.count == 1)
        player.drive.resume()
      default: break
      }
    }
    try player.drive.run()
    #expect(player.log.lines.count == 5)
    #expect(player.wall.waits[1] == nil)
  }

  @Test func aStepAfterALateWakeUpDoesNotMoveThePlayheadBack() throws {
    let player = Player(Self.oneToFour) { player, wait in
      if wait.deadline == nil {
        #expect(player.drive.playback.anchor >= .milliseconds(1050))
        return player.drive.step()
      }
      guard player.drive.sceneTime == .milliseconds(900) else { return }
      player.wall.pass(milliseconds: 150)
      player.drive.pause()
      #expect(player.drive.sceneTime == .milliseconds(1050))
      player.drive.step()
    }
    try player.drive.run()
    #expect(player.log.lines.count == 5)
    #expect(player.drive.sceneTime == .seconds(4))
  }

  @Test func aSuspendedProcessDoesNotReplayWhatItMissed() throws {
    let player = Player(Self.oneToFour) { player, wait in
      guard player.drive.sceneTime == .seconds(0.5) else { return }
      player.wall.pass(milliseconds: 2500)
      #expect(player.drive.sceneTime <= .seconds(0.9))
    }
    try player.drive.run()
    // The suspend began when a heartbeat was left of the wait: all after it is 2.25 s late, at its old spacing.
    #expect(
      player.log.lines == ["0@0 wall 0", "1@1 wall 3.25", "2@2 wall 4.25", "3@3 wall 5.25", "4@4 wall 6.25"])
  }

  @Test func aBusyMachineIsNotASuspend() throws {
    let player = Player(Self.oneToFour) { player, wait in
      if player.drive.sceneTime == .seconds(0.75) { player.wall.pass(milliseconds: 450) }
    }
    try player.drive.run()
    #expect(player.log.lines == ["0@0 wall 0", "1@1 wall 1.2", "2@2 wall 2", "3@3 wall 3", "4@4 wall 4"])
  }

  @Test("Scene time does not fall behind wall time by computing, however long it takes")
  func computing() throws {
    let player = Player(Self.oneToFour)
    let during = Log()
    player.executor.start { [player] in
      try? await player.executor.clock.sleep(until: .seconds(0.5))
      player.wall.pass(milliseconds: 3000)
      during.write("\(player.drive.sceneTime)")
    }
    try player.drive.run()
    #expect(during.lines == ["3.5"])
    #expect(player.log.lines == ["0@0 wall 0", "1@1 wall 3.5", "2@2 wall 3.5", "3@3 wall 3.5", "4@4 wall 4"])
  }

  @Test("Computing on what another thread sends during a wait is not a suspend, either")
  func computingOnMail() throws {
    let player = Player(Self.oneToFour) { player, wait in
      guard wait.index == 0 else { return }
      player.executor.submit { player.wall.pass(milliseconds: 3000) }
    }
    try player.drive.run()
    #expect(player.log.lines == ["0@0 wall 0", "1@1 wall 3", "2@2 wall 3", "3@3 wall 3", "4@4 wall 4"])
  }

  @Test("After a suspend, a drive that keeps wall time fires at once what it missed")
  func wallTime() throws {
    let wall = SimulatedWall()
    let begin = wall.now
    let (executor, log) = (PlaybackExecutor(), Log())
    let box = Mutex<RealTimeDrive?>(nil)
    let drive = RealTimeDrive(
      executor: executor, speedFactor: .normal, isPaused: false,
      wall: wall.clock { _ in
        guard box.withLock({ $0! }).sceneTime == .seconds(0.5) else { return }
        wall.pass(milliseconds: 2500)
        log.write("suspended until \(box.withLock { $0! }.sceneTime)")
      }, skipsSuspends: false)
    box.withLock { $0 = drive }
    executor.forEach(Self.oneToFour.replay(on: executor)) { event in
      log.write("\(event.value)@\(executor.now) wall \(SceneTime(nanoseconds: wall.now - begin))")
    }
    try drive.run()
    // The wait, which ends at 0.75, ends late.
    #expect(
      log.lines == [
        "0@0 wall 0", "suspended until 3", "1@1 wall 3", "2@2 wall 3", "3@3 wall 3", "4@4 wall 4",
      ])
  }

  @Test func thePlayheadNeverGoesBack() throws {
    let executor = PlaybackExecutor()
    let wall = SimulatedWall()
    let shown = Mutex<[SceneTime]>([])
    let box = Mutex<RealTimeDrive?>(nil)
    let checkPlayhead: @Sendable () -> Void = {
      let time = box.withLock { $0! }.sceneTime
      shown.withLock { $0.append(time) }
    }
    let drive = RealTimeDrive(
      executor: executor,
      wall: wall.clock { wait in
        checkPlayhead()
        let drive = box.withLock { $0! }
        if wait.deadline == nil { return drive.resume() }
        switch wait.index {
        case 3: drive.setSpeedFactor(7)
        case 4: drive.setSpeedFactor(0.5)
        case 6: wall.pass(milliseconds: 240)
        case 7: wall.pass(milliseconds: 5000)
        case 9: drive.pause()
        default: break
        }
        checkPlayhead()
      })
    box.withLock { $0 = drive }
    // Work that takes longer than the lateness that counts as a suspend during a wait.
    executor.forEach(Self.oneToFour.replay(on: executor)) { _ in
      for _ in 0..<40 {
        wall.pass(milliseconds: 10)
        checkPlayhead()
      }
    }
    try drive.run()
    wall.pass(milliseconds: 10_000)
    checkPlayhead()
    let times = shown.withLock { $0 }
    #expect(times == times.sorted())
    #expect(times.last! <= .seconds(5))
  }

  @Test func aPauseDuringBusyWorkCostsNoTimeAfterIt() throws {
    let player = Player(timeline("row", [(1, 1)], end: 1))
    player.executor.start { [player] in
      try? await player.executor.clock.sleep(until: .seconds(0.5))
      player.drive.pause()
      player.wall.pass(milliseconds: 10_000)
      player.drive.resume()
    }
    try player.drive.run()
    #expect(player.log.lines == ["1@1 wall 11"])
  }

  @Test func controlBeforeTheRunDoesNotMoveThePlayhead() throws {
    let player = Player(Self.oneToFour)
    player.wall.pass(milliseconds: 200)
    #expect(player.drive.sceneTime == .zero)
    player.drive.setSpeedFactor(2)
    player.wall.pass(milliseconds: 200)
    try player.drive.run()
    #expect(player.log.lines.first == "0@0 wall 0.4")
    #expect(player.log.lines.last == "4@4 wall 2.4")
  }

  @Test func thePlayheadStandsAtTheEnd() throws {
    let player = Player(Self.oneToFour)
    try player.drive.run(until: .seconds(6), atLeast: .seconds(6))
    #expect(player.drive.sceneTime == .seconds(6))
    player.wall.pass(milliseconds: 9000)
    #expect(player.drive.sceneTime == .seconds(6))
    #expect(player.executor.now == .seconds(6))
  }

  @Test func afterEachInstantItsCallerIsCalledOutside() throws {
    let player = Player(timeline("row", [(1, 1), (1, 2), (2, 3)], end: 2))
    let seen = Log()
    try player.drive.run(afterInstant: {
      seen.write("\(player.log.lines.count)\(player.executor.isCurrent ? " inside" : "")")
    })
    var counts = seen.lines
    counts = counts.indices.filter { $0 == 0 || counts[$0] != counts[$0 - 1] }.map { counts[$0] }
    #expect(counts == ["0", "2", "3"])
  }

  @Test func stopEndsTheRun() throws {
    let player = Player(timeline("row", [(0, 0), (3600, 1)], end: .open)) { player, wait in
      if wait.index == 3 { player.drive.stop() }
    }
    try player.drive.run()
    #expect(player.log.lines == ["0@0 wall 0"])
    #expect(player.executor.liveTasks == 0)
    #expect(player.wall.waits.count == 4)
  }

  @Test(
    "a drive that is stopped finishes what has arrived, and one that is cancelled processes and reports nothing more")
  func stopping() throws {
    for isCancelled in [false, true] {
      let executor = PlaybackExecutor()
      let drive = RealTimeDrive(executor: executor)
      let arrivals = Mutex<[Int]>([])
      let instants = Mutex(0)
      executor.openInput()
      for number in 1...3 {
        executor.arrive(rank: number) {
          arrivals.withLock { $0.append(number) }
          if number == 1 { if isCancelled { drive.cancel() } else { drive.stop() } }
        }
      }
      let run = { try drive.run { instants.withLock { $0 += 1 } } }
      if isCancelled {
        #expect(throws: PlaybackError.stopped(.cancelled)) { try run() }
      } else {
        try run()
      }
      #expect(arrivals.withLock { $0 } == (isCancelled ? [1] : [1, 2, 3]))
      #expect((instants.withLock { $0 } > 0) == !isCancelled)
    }
  }
}
