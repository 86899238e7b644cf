import AsyncAlgorithms
import Dispatch
import Marbles
import MarblesTesting
import Playback
import Testing

/// What people write, and no test can control: each fails its own test, says which task it is, and what to do.
@Suite struct AdopterEscapeTests {
  /// How a test of `operation` fails, on a thread that is not the main one.
  private func failure(
    sourceLocation: SourceLocation = #_sourceLocation,
    of operation:
      @escaping @Sendable (MarbleInput<String>, PlaybackClock) async throws -> AsyncThrowingStream<String, any Error>
  ) async throws -> String {
    try await thrown(MarbleTestFailure.self, sourceLocation: sourceLocation) {
      try expectMarbles("a-b|", through: operation, gives: "a-b|")
    }.sentence
  }

  /// A stream of what a named task makes of each value.
  private static func map(
    _ input: MarbleInput<String>, _ transform: @escaping @Sendable (String) async throws -> String
  ) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task(name: "mapper") {
        do {
          for try await value in input { continuation.yield(try await transform(value)) }
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private static let left = """
    task `mapper` left the thread of the test at 0 s, for an actor with its own executor, \
    an executor that a task prefers, or a callback of a `DispatchQueue`, and the test can't wait for it; \
    replace it in tests, or give the actor the executor of the clock
    """
  private static let slept = """
    task `mapper` slept at 0 s on another clock than the test's, as `Task.sleep` and the default clock of an operator do; \
    sleep on the clock that the test passes in
    """

  @Test("`Task.sleep` without a clock")
  func sleep() async throws {
    let failure = try await failure { input, _ in
      Self.map(input) { value in
        try await Task.sleep(for: .seconds(1))
        return value
      }
    }
    #expect(failure == Self.slept)
  }

  @Test("`debounce` on its default clock")
  func defaultClock() async throws {
    let failure = try await thrown(MarbleTestFailure.self) {
      try expectMarbles("a-b|", through: { input, _ in input.debounce(for: .seconds(1)) }, gives: "-a-[b|]")
    }
    #expect(failure.sentence.hasSuffix("sleep on the clock that the test passes in"))
  }

  @Test("a model of the main actor, in a test that is not `@MainActor`")
  func mainActor() async throws {
    let failure = try await failure { input, clock in
      Self.map(input) { value in
        await TimerModel().run(clock: clock)
        return value
      }
    }
    #expect(
      failure == "task `mapper` needed the main actor at 0 s, but this test does not run on it; "
        + "write `@MainActor` before `@Test`")
  }

  @Test("an actor with its own executor", .findsTasks, arguments: 0..<20)
  func ownExecutor(round: Int) async throws {
    let printer = Printer()
    #expect(try await failure { input, _ in Self.map(input) { await printer.print($0) } } == Self.left)
  }

  @Test("an executor preference", .findsTasks)
  func preference() async throws {
    let failure = try await failure { input, _ in
      Self.map(input) { value in await withTaskExecutorPreference(globalConcurrentExecutor) { value } }
    }
    #expect(failure == Self.left)
  }

  @Test("a queue that calls back while the test runs", .findsTasks)
  func callback() async throws {
    let failure = try await failure { input, clock in
      let (store, loaded) = (LegacyStore(), DispatchSemaphore(value: 0))
      store.queue.suspend()
      Task(name: "waits") {
        try? await clock.sleep(for: .milliseconds(500))
        store.queue.async { loaded.signal() }
        store.queue.resume()
        loaded.wait()
      }
      return Self.map(input) { await store.load($0) }
    }
    #expect(failure == Self.left.replacing("at 0 s", with: "at 0.5 s"))
  }

  @Test("a queue that calls back when the test is over")
  func lateCallback() async throws {
    let store = LegacyStore()
    store.queue.suspend()
    let failure = try await thrown(MarbleTestFailure.self) {
      try expectMarbles("a-b|", through: { input, _ in Self.map(input) { await store.load($0) } }, gives: "a-b|")
    }
    store.queue.resume()
    #expect(failure.sentence == "at 0 s expected a, got nothing")
    #expect(
      failure.note
        == "no timer was left at 0 s, and the stream still waited: for an input, or for something that is not the clock"
    )
  }

  @Test("a loop that never waits")
  func endless() async throws {
    let failure = try await failure { input, _ in
      Self.map(input) { value in
        while !Task.isCancelled { await Task.yield() }
        return value
      }
    }
    #expect(failure == "more than 100000 steps of work at 0 s: something loops without letting time pass")
  }

  @Test("a task that the test starts outside of the clock, as swift-clocks needs it")
  func strayTask() async throws {
    let (clock, model) = (TestClock(), TimerModel())
    await Task(name: "model") { await model.run(clock: clock) }.value
    let error = try #require(throws: PlaybackError.self) { try clock.advance(by: .seconds(1)) }
    #expect(
      "\(error)" == "task `model` sleeps on the clock of a test, but is no task of this clock; "
        + "start it with `clock.addTask { … }`, or in `clock.perform { … }`")
  }
}
