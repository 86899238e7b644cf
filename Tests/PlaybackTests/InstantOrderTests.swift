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

  private static let allOrders: [InstantOrder] = [.inTurn, .together] + (0..<8).map { .shuffled(seed: $0) }

  @Test("a task of a batch that an earlier one cancels does not wake", arguments: allOrders)
  func cancelled(order: InstantOrder) throws {
    let (executor, log) = (PlaybackExecutor(order: order), Log())
    executor.start {
      let clock = executor.clock
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            do {
              try await clock.sleep(until: .seconds(1))
              log.write("woke")
            } catch {
              log.write("cancelled")
            }
          }
        }
        _ = await group.next()
        group.cancelAll()
      }
    }
    try executor.runImmediately()
    #expect(log.lines.count == 4)
    if order == .together { #expect(log.lines == Array(repeating: "woke", count: 4)) }
    if order == .inTurn { #expect(log.lines == ["woke"] + Array(repeating: "cancelled", count: 3)) }
  }

  @Test("all tasks of a batch end when one of them never stops working", arguments: allOrders)
  func runaway(order: InstantOrder) throws {
    let executor = PlaybackExecutor(jobsPerInstant: 100, order: order)
    let log = Log()
    for number in 0..<20 {
      executor.start {
        try? await executor.clock.sleep(until: .seconds(1))
        if number == 0 { while !Task.isCancelled { await Task.yield() } }
        log.write("ended")
      }
    }
    #expect(throws: PlaybackError.runaway(at: .seconds(1), jobs: 100)) { try executor.runImmediately() }
    #expect(log.lines.count == 20)
    #expect(executor.liveTasks == 0 && executor.sleepers.isEmpty)
  }

  @Test("all followers of a value end when the work of one never stops", arguments: allOrders)
  func runawayFollower(order: InstantOrder) throws {
    let executor = PlaybackExecutor(jobsPerInstant: 100, order: order)
    let (log, waiting) = (Log(), Followers())
    for number in 0..<20 {
      executor.start {
        await withUnsafeContinuation { continuation in waiting.list.withLock { $0.append(continuation) } }
        if number == 0 { while !Task.isCancelled { await Task.yield() } }
        log.write("ended")
      }
    }
    executor.start {
      try? await executor.clock.sleep(until: .seconds(1))
      executor.wake(waiting.list.withLock { $0 }.map { follower in { follower.resume() } })
    }
    #expect(throws: PlaybackError.runaway(at: .seconds(1), jobs: 100)) { try executor.runImmediately() }
    #expect(log.lines.count == 20)
    #expect(executor.liveTasks == 0)
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

/// Tasks that wait for the same value.
private final class Followers: Sendable {
  let list = Mutex<[UnsafeContinuation<Void, Never>]>([])
}
