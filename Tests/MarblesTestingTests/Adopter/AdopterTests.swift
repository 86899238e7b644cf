import AsyncAlgorithms
import Marbles
import MarblesTesting
import Observation
import Playback
import Synchronization
import Testing
import XCTest

/// Lines in the order in which they were written.
private final class Log: Sendable {
  private let state = Mutex<[String]>([])
  var lines: [String] { state.withLock { $0 } }
  func write(_ line: String) { state.withLock { $0.append(line) } }
}

private func onlyWithoutErrors<Base: AsyncSequence>(_ base: Base) -> Base where Base.Failure == Never { base }

/// What people write, tested as they would test it. `AdopterEscapeTests` has what can't be tested.
@Suite struct AdopterTests {
  // MARK: Operators

  @Test("operators on the clock that the test passes in")
  func operators() throws {
    try expectMarbles(
      "a-b----|", through: { $0.debounce(for: .seconds(2), clock: $1) }, gives: "----b--|")
    try expectMarbles(
      "a-b|", "-1-2-|", through: { a, b, _ in combineLatest(a, b) }, gives: "-'(a, 1)''(b, 1)''(b, 2)'-|")
    try expectMarbles(
      [], through: { _, clock in AsyncTimerSequence(interval: .seconds(2), clock: clock).map { _ in "t" } },
      gives: "--t-t", duration: .seconds(5))
  }

  @Test("an operator that needs streams without errors, and streams of `AsyncStream`")
  func neverFails() throws {
    @Sendable func found(_ text: String, _ clock: PlaybackClock) -> AsyncStream<String> {
      AsyncStream { continuation in
        let task = Task {
          try? await clock.sleep(for: .seconds(2))
          continuation.yield("\(text)!")
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
    try expectMarbles(
      "ab-----|", through: { input, clock in input.flatMapLatest { found($0, clock) } }, gives: "---'b!'---|")
    try expectMarbles(
      "ab-----|", through: { input, clock in onlyWithoutErrors(input.nonthrowing.flatMapLatest { found($0, clock) }) },
      gives: "---'b!'---|")
  }

  @Test("an error in the diagram of an input without errors fails the test")
  func errorOfNonthrowing() async throws {
    let failure = try await thrown(MarbleTestFailure.self) {
      try expectMarbles("a-^", through: { input, _ in input.nonthrowing }, gives: "a-|")
    }
    #expect(failure.sentence == "the input is `nonthrowing`, and its diagram has an error; write `|` instead of `^`")
  }

  @Test("errors and retries")
  func errors() throws {
    let orders: MarbleValues<Purchase> = ["a": Purchase(id: 1), "A": Purchase(id: 1, isPaid: true)]
    @Sendable func pay(
      _ orders: MarbleInput<Purchase>, _ clock: PlaybackClock, failures: Int
    ) -> some AsyncSequence<Purchase, any Error> {
      let pipeline = PurchasePipeline(clock: clock, cashier: Cashier(clock: clock, failures: failures))
      return orders.map { try await pipeline.pay($0) }
    }
    // Half a second for each attempt, and pauses of 1 s and 2 s.
    try expectMarbles(
      "a---------|", values: orders, through: { pay($0, $1, failures: 2) }, gives: "---------A|",
      step: .milliseconds(500))
    try expectMarbles(
      "a---------|", values: orders, through: { pay($0, $1, failures: 3) }, gives: "---------^",
      step: .milliseconds(500))
  }

  // MARK: Actors and tasks

  @Test("an actor and a channel; what was sent waits for its consumer", .findsTasks)
  func actorAndChannel() throws {
    let clock = TestClock()
    let (orders, shop) = AsyncThrowingStream.makeStream(of: Purchase.self, bufferingPolicy: .bufferingNewest(2))
    let paid = AsyncChannel<Purchase>()
    let pipeline = PurchasePipeline(clock: clock, cashier: Cashier(clock: clock))
    clock.addTask(name: "pipeline") { try? await pipeline.run(orders, into: paid) }
    clock.addTask { for id in 1...3 { shop.yield(Purchase(id: id)) } }
    try clock.advance(by: .seconds(1))

    let error = try #require(throws: TestClock.UnfinishedError.self) { try clock.checkFinished() }
    #expect("\(error)" == "1 task of the test clock has not finished: `pipeline` waits for a value or a callback")

    let received = clock.collect(paid)
    clock.addTask { shop.finish() }
    try clock.run()
    #expect(received.values.map(\.id) == [1, 2, 3])
    #expect(received.isFinished)
    try clock.checkFinished()
  }

  @Test("groups, detached tasks, `@concurrent`, `Task.yield` and `Task.sleep` with the clock")
  func tasks() throws {
    let clock = TestClock()
    let log = Log()
    clock.addTask {
      async let detached = Task.detached { try await total([1, 2], clock: clock) }.value
      let prices = try? await total([3, 4], clock: clock)
      try? await Task.sleep(for: .seconds(1), clock: clock)
      let other = try? await detached
      log.write("\((prices ?? 0) + (other ?? 0))")
    }
    try clock.advance(by: .milliseconds(1399))
    #expect(log.lines == [])
    try clock.advance(by: .milliseconds(1))
    #expect(log.lines == ["10"])
    try clock.checkFinished()
  }

  @Test("changes of an observable object")
  func observations() throws {
    let (clock, basket) = (TestClock(), Basket())
    let counts = clock.collect(Observations { basket.items.count })
    try clock.advance()
    for item in ["tea", "milk"] {
      clock.addTask { basket.add(item) }
      try clock.advance(by: .seconds(1))
    }
    #expect(counts.values == [0, 1, 2])
    try clock.end()
  }

  @Test("the task-local values of the caller, as swift-dependencies and tracing use them")
  func taskLocals() throws {
    let (clock, log) = (TestClock(), Log())
    Session.$user.withValue("ann") {
      clock.addTask { log.write("task \(Session.user)") }
      clock.perform { _ = Task { log.write("perform \(Session.user)") } }
    }
    clock.addTask { log.write("outside \(Session.user)") }
    try clock.run()
    #expect(log.lines == ["task ann", "outside nobody", "perform ann"])
  }

  // MARK: The main actor

  @Test("a model of a view that starts a task")
  @MainActor func viewModel() throws {
    let clock = TestClock()
    let model = SearchModel(clock: clock) { text in
      try await clock.sleep(for: .seconds(1))
      return [text, "\(text)ly"]
    }
    for text in ["s", "sw", "swift"] {
      clock.perform { model.textChanged(to: text) }
      try clock.advance(by: .milliseconds(200))
    }
    #expect(!model.isSearching)
    try clock.advance(by: .milliseconds(100))
    #expect(model.isSearching && model.results == [])
    try clock.run()
    #expect(!model.isSearching && model.results == ["swift", "swiftly"])
    try clock.checkFinished()
  }

  @Test("a model that runs until its task is cancelled, as swift-clocks tests it")
  @MainActor func runningModel() throws {
    let (clock, model) = (TestClock(), TimerModel())
    let task = clock.perform { Task { await model.run(clock: clock) } }
    try clock.advance(by: .seconds(3))
    #expect(model.seconds == 3)

    task.cancel()
    try clock.run()
    #expect(model.seconds == 3)
    try clock.checkFinished()
  }

  @Test("a model of the main actor in an operator, with diagrams")
  @MainActor func mainActorInAnOperator() throws {
    let model = TimerModel()
    try expectMarbles(
      "--a|",
      through: { input, clock in
        Task { @MainActor in await model.run(clock: clock) }
        return input.map { _ in await model.seconds }
      }, gives: "--1|", duration: .seconds(3))
  }

  // MARK: Side by side

  @Test("tests with several clocks in parallel stay apart", arguments: 0..<20)
  func parallel(number: Int) async throws {
    let clock = TestClock()
    let (words, keyboard) = AsyncStream.makeStream(of: String.self)
    let received = clock.collect(words.debounce(for: .seconds(1), clock: clock))
    for word in 0..<20 {
      clock.addTask { keyboard.yield("\(number) \(word)") }
      await Task.yield()
      try clock.advance(by: .seconds(1))
      try expectMarbles("a-b|", through: { $0.debounce(for: .seconds(1), clock: $1) }, gives: "-a-[b|]")
    }
    clock.addTask { keyboard.finish() }
    try clock.run()
    #expect(received.values == (0..<20).map { "\(number) \($0)" })
    try clock.checkFinished()
  }
}

final class AdopterXCTests: XCTestCase {
  /// XCTest runs a synchronous test on the main thread, without a task.
  func testAModelOfTheMainActor() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask { @MainActor in
      let model = TimerModel()
      Task { await model.run(clock: clock) }
      try? await clock.sleep(for: .milliseconds(2_500))
      log.write("\(model.seconds)")
    }
    try clock.advance(by: .seconds(5))
    XCTAssertEqual(log.lines, ["2"])
    try clock.end()
  }

  @MainActor func testAModelThatStartsATask() async throws {
    let clock = TestClock()
    let model = SearchModel(clock: clock) { [$0] }
    clock.perform { model.textChanged(to: "swift") }
    await Task.yield()
    try clock.advance(by: .milliseconds(300))
    XCTAssertEqual(model.results, ["swift"])
    try clock.checkFinished()
  }
}
