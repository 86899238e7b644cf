import AsyncAlgorithms
import Dispatch
import Marbles
import Testing

@testable import Playback

/// Work that leaves an executor stops the run, and never the process.
@Suite struct EscapeTests {
  /// The escape that stops a run of `body` on a thread that is not the main one.
  private func escape(
    of body: @escaping @Sendable (TestClock) async -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> PlaybackEscape {
    try await onOwnThread {
      let clock = TestClock()
      clock.addTask(name: "work") { await body(clock) }
      let error = try #require(throws: PlaybackError.self, sourceLocation: sourceLocation) { try clock.run() }
      guard case .escaped(let escape) = error else { throw error }
      return escape
    }
  }

  // MARK: Sleeping

  @Test("a sleep on another clock stops the run, and names the task")
  func sleeps() async throws {
    let bodies: [@Sendable (TestClock) async -> Void] = [
      { _ in try? await Task.sleep(for: .seconds(1)) },
      { _ in try? await ContinuousClock().sleep(for: .seconds(1)) },
      { _ in try? await SuspendingClock().sleep(for: .seconds(1)) },
      { _ in try? await Task.sleep(nanoseconds: 1_000_000_000) },
      { _ in await Task(name: "work") { try? await Task.sleep(for: .seconds(1)) }.value },
      { _ in await Task.detached(name: "work") { try? await ContinuousClock().sleep(for: .seconds(1)) }.value },
      { _ in await Task(name: "work") { try? await Task.sleep(nanoseconds: 1_000_000_000) }.value },
    ]
    for (index, body) in bodies.enumerated() {
      let escape = try await escape { clock in
        try? await clock.sleep(for: .seconds(2))
        await body(clock)
      }
      #expect(escape == PlaybackEscape(.sleep, task: "work", at: .seconds(2)), "\(index)")
    }
  }

  @Test("a debounce on the default clock stops the run")
  func defaultClock() async throws {
    let escape = try await escape { clock in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(1)
      for await _ in stream.debounce(for: .seconds(1)) {}
    }
    #expect(escape.kind == .sleep)
  }

  @Test("a loop that ignores its cancellation and sleeps on another clock is given up")
  func endlessSleep() throws {
    let clock = TestClock()
    clock.addTask { while true { try? await Task.sleep(for: .seconds(1)) } }
    #expect(throws: PlaybackError.escaped(PlaybackEscape(.sleep, task: nil, at: .zero))) { try clock.run() }
  }

  @Test("a task that is none of the clock can't sleep on it, and the next run says so")
  func strayTask() async throws {
    let clock = TestClock()
    let stray = Task(name: "stray") { try await clock.sleep(for: .seconds(1)) }
    let escape = PlaybackEscape(.strayTask, task: "stray", at: nil)
    await #expect(throws: PlaybackError.escaped(escape)) { try await stray.value }
    #expect(throws: PlaybackError.escaped(escape)) { try clock.advance() }
    #expect(
      escape.description == "task `stray` sleeps on the clock of a test, but is no task of this clock; "
        + "start it with `clock.addTask { … }`, or in `clock.perform { … }`")
  }

  @Test("a stray loop that ignores the error of the clock is cancelled")
  func strayLoop() async throws {
    let clock = TestClock()
    await Task { while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) } }.value
    await Task { while !Task.isCancelled { await clock.executor.clock.yield() } }.value
    #expect(throws: PlaybackError.self) { try clock.advance() }
  }

  @Test("a task can't advance its own clock")
  func nestedRun() async throws {
    let escape = try await escape { clock in try? clock.advance(by: .seconds(1)) }
    #expect(escape == PlaybackEscape(.nestedRun, task: "work", at: .zero))
    #expect(
      escape.description
        == "task `work` advanced at 0 s the clock that runs it; call `advance` and `run` from the test")
  }

  // MARK: The main actor

  @Test("a call of the main actor stops the run, when the main thread does not drive it")
  func mainActor() async throws {
    let bodies: [@Sendable (TestClock) async -> Void] = [
      { _ in await MainActor.run {} },
      { _ in await Task(name: "work") { await onMain() }.value },
      { _ in await Task(name: "other") { @MainActor in }.value },
    ]
    for (index, body) in bodies.enumerated() {
      #expect(try await escape(of: body) == PlaybackEscape(.mainActor, task: "work", at: .zero), "\(index)")
    }
  }

  @Test("on the main thread, the executor stands in for the main actor")
  @MainActor func standIn() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      await MainActor.run {
        MainActor.preconditionIsolated()
        log.write("run \(clock.executor.isCurrent)")
      }
      await Task { @MainActor in log.write("task \(clock.executor.isCurrent)") }.value
      await onMain()
      try? await clock.sleep(for: .seconds(1))
      log.write("\(clock.now)")
    }
    clock.addTask { @MainActor in
      assumed(log)
      try? await clock.sleep(for: .seconds(2))
      MainActor.preconditionIsolated()
      log.write("\(clock.now)")
    }
    try clock.run()
    try clock.checkFinished()
    #expect(log.lines.sorted() == ["1", "2", "assumed", "run true", "task true"])
  }

  @Test("a loop on the main actor that never waits is a runaway")
  @MainActor func mainActorHang() throws {
    let clock = TestClock()
    clock.addTask { @MainActor in while !Task.isCancelled { await Task.yield() } }
    #expect(throws: PlaybackError.runaway(at: .zero, jobs: 100_000)) { try clock.run() }
  }

  @Test("a task of the main actor that is resumed after its clock is gone hurts no one")
  @MainActor func mainActorAfterTheClock() throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    do {
      let clock = TestClock()
      clock.addTask { Task { @MainActor in for await _ in stream {} } }
      try clock.advance()
    }
    continuation.yield(1)
    continuation.finish()
  }

  // MARK: Other threads

  /// An actor with its own executor.
  private actor Printer {
    final class Queue: SerialExecutor {
      private let queue = DispatchQueue(label: "printer")
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }
    private let queue = Queue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
    func print() {}
  }

  private actor Shop {
    let printer = Printer()
    func buy(_ clock: TestClock) async {
      try? await clock.sleep(for: .seconds(1))
      await printer.print()
    }
  }

  private let left = PlaybackEscape(.otherThread, task: "work", at: .zero)

  @Test("a task that calls an actor with its own executor stops the run at once", .findsTasks, arguments: 0..<50)
  func foreignActor(round: Int) async throws {
    let printer = Printer()
    #expect(try await escape { _ in await printer.print() } == left)
  }

  @Test("so does one that calls it from another actor", .findsTasks)
  func foreignActorFromAnActor() async throws {
    let shop = Shop()
    #expect(try await escape { await shop.buy($0) } == PlaybackEscape(.otherThread, task: "work", at: .seconds(1)))
  }

  @Test("a task that prefers another executor stops the run", .findsTasks)
  func preference() async throws {
    #expect(try await escape { _ in await withTaskExecutorPreference(globalConcurrentExecutor) {} } == left)
    #expect(
      try await escape { _ in
        let gate = DispatchSemaphore(value: 0)
        let task = Task(executorPreference: globalConcurrentExecutor) { gate.wait() }
        Task(name: "opener") { gate.signal() }
        await task.value
      } == left)
  }

  @Test("a task that a queue resumes while the clock is advanced stops the run", .findsTasks)
  func callback() async throws {
    let escape = try await escape { clock in
      let (queue, resumed) = (DispatchQueue(label: "callback"), DispatchSemaphore(value: 0))
      queue.suspend()
      Task(name: "waits") {
        try? await clock.sleep(for: .seconds(1))
        queue.async { resumed.signal() }
        queue.resume()
        resumed.wait()
      }
      await withUnsafeContinuation { continuation in queue.async { continuation.resume() } }
    }
    #expect(escape == PlaybackEscape(.otherThread, task: "work", at: .seconds(1)))
    #expect(
      escape.description == "task `work` left the thread of the test at 1 s, for an actor with its own executor, "
        + "an executor that a task prefers, or a callback of a `DispatchQueue`, and the test can't wait for it; "
        + "replace it in tests, or give the actor the executor of the clock")
  }

  @Test(
    "a callback between two advances is noticed, too, also when it resumes a task without an executor preference",
    .findsTasks)
  func lateCallback() async throws {
    let clock = TestClock()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    clock.perform { _ = Task(name: "work") { for await _ in stream {} } }
    try clock.advance()
    try await onOwnThread { _ = continuation.yield(1) }
    #expect(throws: PlaybackError.escaped(left)) { try clock.advance() }
    continuation.finish()
  }

  @Test("what the test itself resumes between two advances is no escape, also in an asynchronous test")
  func resumedByTheTest() async throws {
    let clock = TestClock()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let received = clock.collect(stream.debounce(for: .seconds(1), clock: clock))
    try clock.advance()
    for value in 0..<20 {
      await Task.yield()
      continuation.yield(value)
      try clock.advance(by: .seconds(1))
      #expect(received.values == Array(0...value))
    }
    continuation.finish()
    try clock.run()
    try clock.checkFinished()
  }

  @Test("what is sent in `perform` resumes a method of an actor on the clock")
  func sentInPerform() throws {
    actor Counter {
      var count = 0
      func add(_ stream: AsyncStream<Int>, _ log: Log) async {
        for await _ in stream {
          count += 1
          log.write("\(count)")
        }
      }
    }
    let (clock, counter, log) = (TestClock(), Counter(), Log())
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    clock.perform { _ = Task { await counter.add(stream, log) } }
    try clock.advance()
    for value in 1...3 {
      clock.perform { _ = continuation.yield(value) }
      try clock.advance()
    }
    #expect(log.lines == ["1", "2", "3"])
    clock.perform { continuation.finish() }
    try clock.run()
    try clock.checkFinished()
  }

  @Test("a clock may be made by another task than the test's, and drives in several")
  func clockOfTheSetUp() async throws {
    let clock = await Task { TestClock() }.value
    let log = Log()
    clock.addTask { log.write("first") }
    try await onOwnThread { try clock.advance() }
    clock.addTask { log.write("second") }
    try clock.run()
    #expect(log.lines == ["first", "second"])
  }

  @Test("an actor whose executor is the clock's is no escape")
  func actorOfTheExecutor() throws {
    actor Till {
      let executor: PlaybackExecutor
      init(_ executor: PlaybackExecutor) { self.executor = executor }
      nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
      func open() -> Bool { executor.isCurrent }
    }
    let (clock, log) = (TestClock(), Log())
    let till = Till(clock.executor)
    clock.addTask { log.write("\(await till.open())") }
    try clock.run()
    #expect(log.lines == ["true"])
  }

  @Test("tasks that contend for an actor, groups, async let and detached tasks are no escape")
  func ordinaryTasks() throws {
    actor Counter {
      var count = 0
      func add(_ clock: TestClock) async {
        try? await clock.sleep(for: .seconds(1))
        count += 1
      }
    }
    let (clock, counter, log) = (TestClock(), Counter(), Log())
    clock.addTask {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { await counter.add(clock) } }
      }
      log.write("group")
      async let one: Void = counter.add(clock)
      await one
      await Task.yield()
      log.write("child")
      await Task.detached(name: "detached") { await counter.add(clock) }.value
      log.write("\(await counter.count)")
    }
    try clock.run()
    try clock.checkFinished()
    #expect(log.lines == ["group", "child", "22"])
  }
}

@MainActor private func onMain() async {}

private func assumed(_ log: Log) { MainActor.assumeIsolated { log.write("assumed") } }
