import AsyncAlgorithms
import Dispatch
import Marbles
import Synchronization
import Testing

@testable import Playback

/// What crosses the border of an executor, and what is stopped there.
@Suite struct BorderTests {
  // MARK: Out

  @Test func valuesLeaveToAConsumerWithAThreadOfItsOwn() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let executor = PlaybackExecutor()
    let consumer = Task.detached {
      var (received, inside) = ([Int](), 0)
      for await value in stream {
        if executor.isCurrent { inside += 1 }
        if value % 10 == 0 { await Task.yield() }
        received.append(value)
      }
      return (received, inside)
    }
    try await onOwnThread {
      executor.start {
        for value in 0..<200 {
          try? await executor.clock.sleep(for: .seconds(1))
          executor.leave { _ = continuation.yield(value) }
        }
        executor.leave { continuation.finish() }
      }
      try executor.runImmediately()
    }
    let (received, inside) = await consumer.value
    #expect(received == Array(0..<200))
    #expect(inside == 0)
  }

  @Test func afterLeavingTheThreadIsInsideAgain() throws {
    let (executor, log) = (PlaybackExecutor(), Log())
    #expect(!executor.isCurrent)
    executor.start { log.write("\(executor.isCurrent) \(executor.leave { executor.isCurrent }) \(executor.isCurrent)") }
    try executor.runImmediately()
    #expect(log.lines == ["true false true"])
    #expect(!executor.isCurrent)
  }

  // MARK: In

  @Test func submittedCallsRunOnTheDrivingThreadInEachThreadsOrder() async throws {
    let executor = PlaybackExecutor()
    let log = Log()
    let outside = Tally()
    let drive = RealTimeDrive(executor: executor, speedFactor: 100)
    async let run: Void = onOwnThread { try drive.run(atLeast: .distantFuture) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          try await onOwnThread {
            for number in 0..<500 {
              executor.submit {
                if !executor.isCurrent { outside.raise() }
                log.write("\(thread) \(number)")
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    executor.submit { drive.stop() }
    try await run
    #expect(outside.count == 0)
    let expected: [String] = (0..<500).map { "\($0)" }
    for thread in 0..<4 { #expect(lines("\(thread)", in: log.lines) == expected) }
  }

  /// What has been submitted while the drive overslept comes after all that was due by then, and at its own time.
  @Test func aCallIsStampedWithItsArrivalAfterWhatWasDueBefore() throws {
    let (executor, log, wall) = (PlaybackExecutor(), Log(), SimulatedWall())
    executor.record(
      timeline("row", [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)], end: 5).replay(on: executor), as: "row", to: log)
    let clock = wall.clock { wait in
      guard wait.index == 0 else { return }
      wall.pass(milliseconds: 35)
      executor.submit { log.write("call @\(executor.now)") }
    }
    try RealTimeDrive(executor: executor, speedFactor: 100, wall: clock).run()
    #expect(log.lines == ["row 0@0", "row 1@1", "row 2@2", "row 3@3", "call @3.5", "row 4@4", "row |@5"])
  }

  @Test func aCallFromInsideAnInstantDoesNotComeBeforeWhatIsDueThen() throws {
    let (executor, log, wall) = (PlaybackExecutor(), Log(), SimulatedWall())
    for row in 0..<3 {
      let input = timeline("row", [(1, .int(row))], end: 1).replay(on: executor, rank: row)
      executor.forEach(input) { event in
        log.write("row \(event.value)@\(executor.now)")
        if row == 0 { executor.leave { executor.submit { log.write("call @\(executor.now)") } } }
      }
    }
    try RealTimeDrive(executor: executor, wall: wall.clock()).run()
    #expect(log.lines == ["row 0@1", "row 1@1", "row 2@1", "call @1"])
  }

  @Test func liveInputDuringALongPauseIsNoRunaway() throws {
    let (executor, log, wall) = (PlaybackExecutor(jobsPerInstant: 100), Log(), SimulatedWall())
    let drive = Mutex<RealTimeDrive?>(nil)
    let (live, continuation) = AsyncStream.makeStream(of: Int.self)
    let clock = wall.clock { wait in
      if wait.index < 500 {
        executor.submit { continuation.yield(wait.index) }
      } else if wait.index == 500 {
        executor.submit { continuation.finish() }
        drive.withLock { $0! }.resume()
      }
    }
    executor.record(live, as: "live", to: log) { "\($0)" }
    drive.withLock { $0 = RealTimeDrive(executor: executor, isPaused: true, wall: clock) }
    try drive.withLock { $0! }.run(atLeast: .seconds(1))
    #expect(lines("live", in: log.lines).prefix(500) == (0..<500).map { "\($0)@0" }[...])
  }

  @Test func aCallThatComesTooLateForTheHorizonDoesNotMoveIt() throws {
    let (executor, log, wall) = (PlaybackExecutor(), Log(), SimulatedWall())
    executor.record(ints.replay(on: executor), as: "ints", to: log)
    let clock = wall.clock { wait in
      guard wait.index == 0 else { return }
      wall.pass(milliseconds: 200)
      executor.submit { log.write("call @\(executor.now)") }
    }
    try RealTimeDrive(executor: executor, speedFactor: 100, wall: clock).run(until: .seconds(3))
    #expect(log.lines == ["ints 1@0", "ints 2@1", "ints 3@2", "call @3", "ints |@3"])
  }

  // MARK: Cancellation from outside

  /// Goes with the task that iterates, and tells where that ends.
  private final class Witness: Sendable {
    private let executor: PlaybackExecutor
    private let strays: Log

    init(_ executor: PlaybackExecutor, _ strays: Log) {
      self.executor = executor
      self.strays = strays
    }

    deinit { if !executor.isCurrent { strays.write("released outside") } }
  }

  /// A sequence that tells where it is resumed.
  private struct Probe<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element: Sendable {
    var base: Base
    var executor: PlaybackExecutor
    var strays: Log

    struct Iterator: AsyncIteratorProtocol {
      var base: Base.AsyncIterator
      var executor: PlaybackExecutor
      var strays: Log
      var witness: Witness

      mutating func next() async throws -> Base.Element? {
        if !executor.isCurrent { strays.write("asked outside") }
        defer { if !executor.isCurrent { strays.write("resumed outside") } }
        return try await base.next()
      }
    }

    func makeAsyncIterator() -> Iterator {
      Iterator(base: base.makeAsyncIterator(), executor: executor, strays: strays, witness: Witness(executor, strays))
    }
  }

  @Test func cancellingFromAnotherThreadResumesNothingOnThePool() async throws {
    let (executor, log, strays) = (PlaybackExecutor(), Log(), Log())
    let begun = DispatchSemaphore(value: 0)
    let long = timeline("long", [(0, 1), (3600, 2)], end: .open)
    func input(_ rank: Int) -> Probe<Replay> {
      Probe(base: long.replay(on: executor, rank: rank), executor: executor, strays: strays)
    }
    func record<Base: AsyncSequence & Sendable>(_ sequence: Base, as name: String) where Base.Element: Sendable {
      executor.record(Probe(base: sequence, executor: executor, strays: strays), as: name, to: log) { _ in
        if !executor.isCurrent { strays.write("\(name) outside") }
        return "value"
      }
    }
    record(merge(input(0), input(1)), as: "merge")
    record(zip(input(0), input(1)), as: "zip")
    record(combineLatest(input(0), input(1)), as: "combineLatest")
    // One side waits for the other inside the operator, so that cancelling has something of the operator's to resume.
    let silent = timeline("silent", [], end: .open).replay(on: executor, rank: 2)
    record(zip(input(0), Probe(base: silent, executor: executor, strays: strays)), as: "half a zip")
    record(input(0).debounce(for: .seconds(60), clock: executor.clock), as: "debounce")
    record(input(0).buffer(policy: .unbounded), as: "buffer")
    executor.start {
      try? await executor.clock.sleep(until: .milliseconds(1))
      executor.leave { _ = begun.signal() }
    }
    async let run: Void = onOwnThread { try RealTimeDrive(executor: executor).run() }
    try await onOwnThread {
      begun.wait()
      executor.cancelAll()
    }
    try await run
    #expect(strays.lines == [])
    #expect(log.lines.count { $0.contains(" |@") } == 6)
    #expect(executor.liveTasks == 0)
  }

  // MARK: Mistakes

  @Test func leavingFromOutsideIsAMistake() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      PlaybackExecutor().leave {}
    }
    #expect(precondition(result, says: "leave is for code that runs on this executor"))
  }

  @Test func twoThreadsCannotDriveOneExecutor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let executor = PlaybackExecutor()
      executor.start {
        DispatchQueue(label: "other").async { try? executor.runImmediately() }
        DispatchSemaphore(value: 0).wait()
      }
      try executor.runImmediately()
    }
    #expect(precondition(result, says: "a PlaybackExecutor is driven by one thread at a time"))
  }

  /// Preconditions lose their message in an optimized build, not their effect.
  private func precondition(_ result: ExitTest.Result?, says text: String) -> Bool {
    #if DEBUG
      return message(result).contains(text)
    #else
      return result != nil
    #endif
  }

  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}
