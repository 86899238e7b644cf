import AsyncAlgorithms
import MarblesTesting
import Playback
import Testing

/// The examples of the README of swift-clocks, as the article shows them, word for word: `CodeBlockTests` compares it with
/// them.
@Suite struct FromSwiftClocksTests {
  actor FeatureModel {
    var count = 0
    let clock: any Clock<Duration>
    var timerTask: Task<Void, any Error>?

    init(clock: any Clock<Duration>) { self.clock = clock }

    func startTimerButtonTapped() {
      timerTask = Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          count += 1
        }
      }
    }

    func stopTimerButtonTapped() {
      timerTask?.cancel()
      timerTask = nil
    }
  }

  @Test func timer() async throws {
    let clock = TestClock()
    let model = FeatureModel(clock: clock)
    #expect(await model.count == 0)
    clock.addTask { await model.startTimerButtonTapped() }

    // One second later, the count is one more.
    try clock.advance(by: .seconds(1))
    #expect(await model.count == 1)

    // Four seconds later, it is four more.
    try clock.advance(by: .seconds(4))
    #expect(await model.count == 5)

    // The timer stops, and nothing is left to wait for.
    await model.stopTimerButtonTapped()
    try clock.run()
    #expect(await model.count == 5)
  }

  actor WelcomeModel {
    var message: String?
    let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) { self.clock = clock }

    func appeared() async {
      do {
        try await clock.sleep(for: .seconds(5))
        message = "Welcome!"
      } catch {}
    }
  }

  @Test func welcomesAtOnce() async {
    let model = WelcomeModel(clock: ImmediateClock())
    await model.appeared()
    #expect(await model.message == "Welcome!")
  }

  actor CounterModel {
    var count = 0
    let clock: any Clock<Duration>
    var timerTask: Task<Void, Never>?

    init(clock: any Clock<Duration>) { self.clock = clock }

    func incrementButtonTapped() { count += 1 }
    func decrementButtonTapped() { count -= 1 }

    func startTimerButtonTapped() {
      timerTask = Task {
        for await _ in clock.timer(interval: .seconds(1)) { count += 1 }
      }
    }

    func stopTimerButtonTapped() {
      timerTask?.cancel()
      timerTask = nil
    }
  }

  @Test func countsTheTicks() async throws {
    let clock = TestClock()
    let model = CounterModel(clock: clock)
    clock.addTask { await model.startTimerButtonTapped() }

    try clock.advance(by: .seconds(1))
    #expect(await model.count == 1)
    try clock.advance(by: .seconds(4))
    #expect(await model.count == 5)

    await model.stopTimerButtonTapped()
    try clock.run()
  }

  @Test func incrementsAndDecrements() async {
    let model = CounterModel(clock: UnimplementedClock())
    #expect(await model.count == 0)
    await model.incrementButtonTapped()
    #expect(await model.count == 1)
    await model.decrementButtonTapped()
    #expect(await model.count == 0)
  }

  actor SearchModel {
    var queries: [String] = []
    let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) { self.clock = clock }

    func task(_ stream: AsyncStream<String>) async {
      for await text in stream.debounce(for: .seconds(1), clock: AnyClock(clock)) { queries.append(text) }
    }
  }

  @Test func searchesAfterASecond() async throws {
    let clock = TestClock()
    let model = SearchModel(clock: clock)
    let (texts, field) = AsyncStream.makeStream(of: String.self)
    let searching = clock.addTask { await model.task(texts) }
    clock.addTask { for text in ["s", "sw", "swift"] { field.yield(text) } }

    try clock.advance(by: .seconds(1))
    #expect(await model.queries == ["swift"])
    searching.cancel()
    try clock.run()
  }
}
