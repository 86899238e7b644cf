import Marbles
import Synchronization
import Testing

@testable import Playback

/// What happens first at one instant.
@Suite struct InstantOrderTests {
  /// Names of tasks that wake at one instant, and again after their first job, in the order in which they ran.
  private func run(_ order: InstantOrder, _ drive: (PlaybackExecutor) throws -> Void) throws -> [String] {
    let (executor, log) = (PlaybackExecutor(order: order), Log())
    for name in ["a", "b", "c"] {
      let clock = PlaybackClock(executor: executor, rank: name == "a" ? 0 : 1)
      executor.start {
        try? await clock.sleep(until: .seconds(1))
        log.write(name)
        await Task.yield()
        log.write("\(name) worked")
        // The next batch of the instant.
        try? await clock.sleep(until: .seconds(1))
        log.write("\(name) again")
      }
    }
    try drive(executor)
    #expect(executor.now == .seconds(1))
    return log.lines
  }

  @Test("in turn, all work of one comes before the next; together, all wake before any work")
  func orders() throws {
    #expect(
      try run(.inTurn) { try $0.runImmediately() } == [
        "a", "a worked", "a again", "b", "b worked", "c", "c worked", "b again", "c again",
      ])
    #expect(
      try run(.together) { try $0.runImmediately() } == [
        "a", "b", "c", "a worked", "b worked", "c worked", "a again", "b again", "c again",
      ])
  }

  @Test("a seed decides the order, the same in each kind of run; both kinds occur", arguments: 0..<20 as Range<UInt64>)
  func shuffled(seed: UInt64) throws {
    let lines = try run(.shuffled(seed: seed)) { try $0.runImmediately() }
    #expect(lines.count == 9)
    #expect(try run(.shuffled(seed: seed)) { try $0.runImmediately() } == lines)
    #expect(
      try run(.shuffled(seed: seed)) { executor in
        while try executor.step() {}
        try executor.end()
      } == lines)
    #expect(
      try run(.shuffled(seed: seed)) { executor in
        let wall = Mutex<Int64>(0)
        try RealTimeDrive(
          executor: executor,
          wall: WallClock(now: { wall.withLock { $0 } }) { _, deadline in
            wall.withLock { $0 = max($0, deadline ?? $0) }
          }
        ).run()
      } == lines)
  }

  @Test("seeds differ in who comes first, and in whether all wake before any work")
  func seeds() throws {
    let results = try (0..<40).map { seed in
      try run(.shuffled(seed: seed)) { try $0.runImmediately() }
    }
    #expect(Set(results.map(\.first)) == ["a", "b", "c"])
    #expect(Set(results.map { $0[1].hasSuffix("worked") }) == [true, false])
  }

  @Test("a task of a batch that an earlier one cancels does not wake, and what cancels a run in a batch ends all tasks")
  func cancelled() throws {
    for order in [InstantOrder.inTurn, .shuffled(seed: 1), .shuffled(seed: 2), .shuffled(seed: 3), .together] {
      let (executor, log) = (PlaybackExecutor(order: order), Log())
      executor.start {
        let clock = executor.clock
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<4 {
            group.addTask {
              do {
                try await clock.sleep(until: .seconds(1))
                log.write("woke")
              } catch {
                log.write("cancelled")
              }
              _ = number
            }
          }
          _ = await group.next()
          group.cancelAll()
        }
      }
      try executor.runImmediately()
      #expect(log.lines.count == 4)
      if order == .together { #expect(log.lines == Array(repeating: "woke", count: 4)) }
    }
    let executor = PlaybackExecutor(jobsPerInstant: 10, order: .shuffled(seed: 1))
    let ended = Log()
    for _ in 0..<20 {
      executor.start {
        try? await executor.clock.sleep(until: .seconds(1))
        for _ in 0..<5 { await Task.yield() }
        ended.write("ended")
      }
    }
    #expect(throws: PlaybackError.self) { try executor.runImmediately() }
    #expect(ended.lines.count == 20, "no task is left asleep")
  }

  @Test("an arrival shares no instant with a timer, unless all is in turn")
  func arrivals() throws {
    for order in [InstantOrder.inTurn, .together, .shuffled(seed: 3)] {
      let (executor, times) = (PlaybackExecutor(order: order), Log())
      executor.start {
        try? await PlaybackClock(executor: executor, rank: 0).sleep(until: .zero)
        times.write("\(executor.now.nanoseconds)")
      }
      executor.arrive(rank: 1) { times.write("\(executor.now.nanoseconds)") }
      try RealTimeDrive(executor: executor, wall: WallClock(now: { 0 }) { _, _ in }).run()
      #expect(times.lines == (order == .inTurn ? ["0", "0"] : ["0", "1"]), "\(order)")
    }
  }
}
