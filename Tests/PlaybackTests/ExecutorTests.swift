import AsyncAlgorithms
import Dispatch
import Marbles
import Synchronization
import Testing

@testable import Playback

/// One thread's worth of concurrency: what stays inside, in which order, and how it ends.
@Suite struct ExecutorTests {
  // MARK: Order

  @Test(arguments: [0.0, 3.0])
  func atOneInstantInputsComeByRankThenTimersBySequenceThenTheConsumer(time: Double) throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    let due = SceneTime.seconds(time)
    func sleeper(_ name: String, on clock: PlaybackClock) {
      executor.start {
        try? await clock.sleep(until: due)
        log.write(name)
        await Task.yield()
        log.write("\(name), drained")
      }
    }
    sleeper("consumer", on: PlaybackClock(executor: executor, rank: PlaybackClock.consumerRank))
    sleeper("timer 1", on: executor.clock)
    sleeper("timer 2", on: executor.clock)
    for row in [2, 0, 1] {
      let input = timeline("row \(row)", [(time, .int(row))], end: .open).replay(on: executor, rank: row)
      executor.forEach(input) { event in
        log.write("row \(event.value)")
        await Task.yield()
        log.write("row \(event.value), drained")
      }
    }
    try executor.runImmediately()
    let names = ["row 0", "row 1", "row 2", "timer 1", "timer 2", "consumer"]
    #expect(log.lines == names.flatMap { [$0, "\($0), drained"] })
  }

  @Test func simultaneousEventsComeInRowOrderWhicheverWayTheOperatorTakesThem() throws {
    let times = [(0.0, Value.int(0)), (1, 1), (1, 1), (2, 2)]
    for swapped in [false, true] {
      let (executor, log) = (PlaybackExecutor(), Log())
      let top = timeline("top", times.map { ($0.0, .string("top")) }, end: 2).replay(on: executor, rank: 0)
      let low = timeline("low", times.map { ($0.0, .string("low")) }, end: 2).replay(on: executor, rank: 1)
      executor.record(swapped ? merge(low, top) : merge(top, low), as: "merge", to: log)
      try executor.runImmediately()
      let expected = [
        "top@0", "low@0", "top@1", "top@1", "low@1", "low@1", "top@2", "low@2", "|@2",
      ]
      #expect(lines("merge", in: log.lines) == expected, "swapped: \(swapped)")
    }
  }

  @Test func nowIsTheTimerThatFired() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.start {
      for wait in [3, 1, 2] {
        try? await executor.clock.sleep(for: .seconds(wait))
        log.write("\(executor.now)")
      }
      try? await executor.clock.sleep(until: .seconds(1))
      log.write("\(executor.now), as the past is now")
    }
    try executor.runImmediately()
    #expect(log.lines == ["3", "4", "6", "6, as the past is now"])
  }

  // MARK: What stays inside

  private actor Counter {
    var count = 0
    func increment(_ log: Log, on executor: PlaybackExecutor) async -> Int {
      log.write("actor \(executor.isCurrent)")
      count += 1
      await Task.yield()
      log.write("actor \(executor.isCurrent)")
      return count
    }
  }

  /// Everything that Swift offers to get elsewhere, without getting elsewhere.
  private static func excursion() throws -> [String] {
    let (executor, log) = (PlaybackExecutor(), Log())
    let counter = Counter()
    for name in ["a", "b"] {
      executor.start {
        log.write("\(name) start \(executor.isCurrent)")
        await withTaskGroup(of: Int.self) { group in
          for wait in [3, 1, 2] {
            group.addTask(priority: wait == 1 ? .background : .high) {
              try? await executor.clock.sleep(for: .seconds(wait))
              return await counter.increment(log, on: executor)
            }
          }
          for await count in group { log.write("\(name) group \(count) \(executor.isCurrent)") }
        }
        await Task.detached(priority: .low) {
          await Task.yield()
          log.write("\(name) detached \(executor.isCurrent)")
          try? await executor.clock.sleep(for: .seconds(1))
          log.write("\(name) detached \(executor.isCurrent) \(executor.now)")
        }.value
        let stream = AsyncStream<Int> { continuation in
          Task {
            for number in 0..<3 {
              try? await executor.clock.sleep(for: .seconds(1))
              continuation.yield(number)
            }
            continuation.finish()
          }
        }
        for await number in stream { log.write("\(name) stream \(number) \(executor.isCurrent)") }
      }
    }
    try executor.runImmediately()
    return log.lines
  }

  @Test func actorsGroupsYieldsDetachedTasksAndStreamsStayInside() throws {
    let log = try Self.excursion()
    #expect(log.count == 30)
    #expect(log.filter { $0.contains("false") } == [])
    for _ in 0..<50 { #expect(try Self.excursion() == log) }
  }

  @Test func bufferAndShareStayInside() throws {
    func run() throws -> [String] {
      let (executor, log) = (PlaybackExecutor(), Log())
      executor.record(ints.replay(on: executor).buffer(policy: .bounded(2)), as: "buffer", to: log)
      executor.record(strings.replay(on: executor).share(), as: "share", to: log) { $0.value.description }
      try executor.runImmediately()
      return log.lines
    }
    let log = try run()
    #expect(lines("buffer", in: log) == ["1@0", "2@1", "3@2", "4@5", "5@8", "|@8"])
    #expect(lines("share", in: log) == ["a@1.5", "b@2.5", "c@4.5", "d@6.5", "e@7.5", "|@7.5"])
    for _ in 0..<50 { #expect(try run() == log) }
  }

  private actor Resident {
    let executor: PlaybackExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var visits = 0
    init(executor: PlaybackExecutor) { self.executor = executor }
    func visit() async -> Int {
      preconditionIsolated()
      try? await executor.clock.sleep(for: .seconds(1))
      preconditionIsolated()
      visits += 1
      return visits
    }
  }

  @Test func anActorCanLiveOnTheExecutor() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    let resident = Resident(executor: executor)
    for _ in 0..<2 { executor.start { log.write("\(await resident.visit())@\(executor.now)") } }
    try executor.runImmediately()
    #expect(log.lines == ["1@1", "2@1"])
  }

  // MARK: Neighbours

  @Test func executorsInParallelThreadsDisturbNeitherEachOtherNorAnOrdinaryTask() async throws {
    let expected = try immediateSample()
    let isDone = Tally()
    let strays = Tally()
    try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask {
        // An ordinary task of the pool, with an actor, a stream and a sleep.
        await Task.detached {
          let (pings, ping) = AsyncStream.makeStream(of: Int.self)
          let (pongs, pong) = AsyncStream.makeStream(of: Int.self)
          let echo = Task.detached {
            for await number in pings { pong.yield(number) }
            pong.finish()
          }
          var iterator = pongs.makeAsyncIterator()
          var rounds = 0
          while isDone.count == 0 || rounds < 100 {
            ping.yield(rounds)
            if await iterator.next() != rounds { strays.raise() }
            if rounds % 64 == 0 { try? await Task.sleep(for: .microseconds(1)) }
            rounds += 1
          }
          ping.finish()
          await echo.value
          return rounds
        }.value
      }
      for _ in 0..<2 {
        group.addTask {
          try await onOwnThread {
            for _ in 0..<300 where try immediateSample() != expected { strays.raise() }
            return 0
          }
        }
      }
      _ = try await group.next()
      _ = try await group.next()
      isDone.raise()
      try await group.waitForAll()
    }
    #expect(strays.count == 0)
  }

  @Test func anExecutorCanBeDrivenFromInsideAnother() throws {
    let (outer, log) = (PlaybackExecutor(), Log())
    outer.start {
      try? await outer.clock.sleep(for: .seconds(1))
      log.write((try? immediateSample()) == (try? immediateSample()) ? "same" : "different")
      log.write("back \(outer.isCurrent)")
      try? await outer.clock.sleep(for: .seconds(1))
      log.write("\(outer.now)")
    }
    try outer.runImmediately()
    #expect(log.lines == ["same", "back true", "2"])
  }

  // MARK: Cancellation

  @Test func aTaskCancelledInItsSleepLeavesNoTimer() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.start {
      let sleeper = Task {
        do { try await executor.clock.sleep(for: .seconds(100)) } catch { log.write("\(error)@\(executor.now)") }
      }
      try? await executor.clock.sleep(for: .seconds(1))
      sleeper.cancel()
      await sleeper.value
    }
    try executor.advance(to: .milliseconds(500))
    #expect(executor.sleepers == [.seconds(1), .seconds(100)])
    try executor.advance(to: .seconds(1))
    #expect(log.lines == ["CancellationError()@1"])
    #expect(executor.sleepers == [])
    #expect(try executor.step() == false)
  }

  @Test func sleepingWhenCancelledAlreadyFailsAtOnce() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.start {
      let task = Task { try await executor.clock.sleep(for: .seconds(100)) }
      task.cancel()
      if case .failure(let error) = await task.result { log.write("\(error)@\(executor.now)") }
    }
    try executor.runImmediately()
    #expect(log.lines == ["CancellationError()@0"])
  }

  @Test func cancelAllInsideEndsEverything() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    executor.startSample(to: log)
    executor.start {
      try? await executor.clock.sleep(for: .seconds(3))
      executor.cancelAll()
    }
    while try executor.step() {}
    #expect(executor.now == .seconds(3))
    #expect(executor.liveTasks == 0)
    #expect(lines("zip", in: log.lines) == ["1a@1.5", "2b@2.5", "|@3"])
  }

  // MARK: Failure

  @Test func aFailingInputEndsItsOperatorsAsTheyDefine() throws {
    let failing = timeline("failing", [(1, 1), (2, 2)], end: .error(.seconds(3), message: "no network"))
    let (executor, log) = (PlaybackExecutor(), Log())
    let (a, b) = (failing.replay(on: executor, rank: 0), strings.replay(on: executor, rank: 1))
    executor.record(merge(a, b), as: "merge", to: log)
    executor.record(zip(a, b), as: "zip", to: log) { "\($0.value)\($1.value)" }
    executor.record(combineLatest(a, b), as: "combineLatest", to: log) { "\($0.value)\($1.value)" }
    executor.record(merge(a, b).debounce(for: .seconds(9), clock: executor.clock), as: "debounce", to: log)
    try executor.runImmediately()
    #expect(lines("merge", in: log.lines) == ["1@1", "a@1.5", "2@2", "b@2.5", "X no network@3"])
    #expect(lines("zip", in: log.lines) == ["1a@1.5", "2b@2.5", "X no network@3"])
    #expect(lines("combineLatest", in: log.lines) == ["1a@1.5", "2a@2", "2b@2.5", "X no network@3"])
    #expect(lines("debounce", in: log.lines).last == "X no network@3")
    #expect(executor.liveTasks == 0)
    #expect(executor.sleepers == [])
  }

  @Test func aLoopOfZeroSleepsIsARunaway() {
    let executor = PlaybackExecutor(jobsPerInstant: 1000)
    executor.start {
      try? await executor.clock.sleep(for: .seconds(2))
      while !Task.isCancelled { try? await executor.clock.sleep(for: .zero) }
    }
    #expect(throws: PlaybackError.runaway(at: .seconds(2), jobs: 1000)) { try executor.runImmediately() }
    #expect(executor.liveTasks == 0)
  }

  /// A stepped run that a limit stopped needs no `end()`, and its memory is freed.
  @Test(arguments: [false, true]) func aRunThatIsSteppedAndStoppedIsOver(isAdvanced: Bool) {
    final class Held: Sendable {}
    var held: Held? = Held()
    weak let leftover = held
    let executor = PlaybackExecutor(jobsPerInstant: 1000)
    executor.start { [held] in
      await withTaskGroup { group in
        for _ in 0..<2000 { group.addTask { try? await executor.clock.sleep(for: .seconds(1)) } }
      }
      withExtendedLifetime(held) {}
    }
    held = nil
    #expect(throws: PlaybackError.runaway(at: .zero, jobs: 1000)) {
      if isAdvanced { try executor.advance(to: .seconds(2)) } else { try executor.step() }
    }
    #expect(executor.liveTasks == 0 && executor.sleepers.isEmpty)
    #expect(leftover == nil)
  }

  @Test func aLoopOfYieldsIsARunawayEvenWhenItIgnoresCancellation() throws {
    for drive in 0..<3 {
      let executor = PlaybackExecutor(jobsPerInstant: 1000)
      executor.start { while true { await Task.yield() } }
      #expect(throws: PlaybackError.runaway(at: .zero, jobs: 1000)) {
        switch drive {
        case 0: try executor.runImmediately()
        case 1: while try executor.step() {}
        default: try RealTimeDrive(executor: executor, wall: SimulatedWall().clock()).run()
        }
      }
    }
  }

  @Test func aScenePastTheLimitInAllButAtNoInstantIsNoRunaway() throws {
    let executor = PlaybackExecutor(jobsPerInstant: 1000)
    executor.start { for _ in 0..<5000 { try? await executor.clock.sleep(for: .nanoseconds(1)) } }
    try executor.runImmediately()
    #expect(executor.now == .nanoseconds(5000))
  }

  @Test func aTaskThatIgnoresCancellationIsUnfinished() {
    let executor = PlaybackExecutor()
    executor.start { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    #expect(throws: PlaybackError.unfinished(tasks: 1, asleep: 0)) { try executor.runImmediately() }
  }

  @Test func anEscapedTaskThatIsStillAsleepIsCancelled() throws {
    let executor = PlaybackExecutor()
    let log = Log()
    executor.start {
      Task {
        do { try await executor.clock.sleep(for: .seconds(100)) } catch { log.write("\(type(of: error))") }
      }
    }
    try executor.runImmediately(until: .seconds(5))
    #expect(log.lines == ["CancellationError"])
  }

  @Test func anEscapedTaskThatFallsAsleepForEverIsUnfinished() throws {
    let executor = PlaybackExecutor()
    executor.start { Task { while true { try? await executor.clock.sleep(for: .seconds(100)) } } }
    #expect(throws: PlaybackError.unfinished(tasks: 0, asleep: 1)) { try executor.runImmediately(until: .seconds(5)) }
  }

  @Test func anEndlessRunIsStopped() throws {
    let executor = PlaybackExecutor(instantsPerRun: 1000)
    executor.start { while !Task.isCancelled { try? await executor.clock.sleep(for: .seconds(1)) } }
    #expect(throws: PlaybackError.endless(at: .seconds(1000), instants: 1000)) { try executor.runImmediately() }
  }

  @Test func anExecutorThatHasRunIsReleased() throws {
    weak var released: PlaybackExecutor?
    for scene in 0..<4 {
      do {
        let executor = PlaybackExecutor(jobsPerInstant: 10_000)
        released = executor
        let log = Log()
        switch scene {
        case 0: executor.startSample(to: log)
        case 1: executor.record(timeline("open", [(1, 1)], end: .open).replay(on: executor), as: "open", to: log)
        case 2: executor.start { while !Task.isCancelled { await Task.yield() } }
        default: executor.start { try? await executor.clock.sleep(until: .distantFuture) }
        }
        if scene == 3 {
          try RealTimeDrive(executor: executor, wall: SimulatedWall().clock()).run(until: .seconds(1))
        } else {
          try? executor.runImmediately()
        }
      }
      #expect(released == nil, "scene \(scene)")
    }
  }

  @Test func errorsSayWhatHappened() {
    #expect(
      "\(PlaybackError.runaway(at: .milliseconds(1500), jobs: 100_000))"
        == "more than 100000 steps of work at 1.5 s: something loops without letting time pass")
    #expect(
      "\(PlaybackError.unfinished(tasks: 2, asleep: 1))"
        == "after the run was cancelled, 2 tasks had not finished and 1 was still sleeping")
  }
}
