import AsyncAlgorithms
import Marbles
import Playback
import Testing

/// The Swift code of README.md and of the articles, word for word: `CodeBlockTests` compares it with them.
@Suite struct ArticleTests {
  @Test func readme() throws {
    let clock = TestClock()
    let (keystrokes, keyboard) = AsyncStream.makeStream(of: String.self)
    let received = clock.collect(keystrokes.debounce(for: .seconds(1), clock: clock))
    clock.addTask { keyboard.yield("swift") }
    try clock.advance(by: .milliseconds(999))
    #expect(received.values == [])
    try clock.advance(by: .milliseconds(1))
    #expect(received.values == ["swift"])
  }

  @Test func marbles() throws {
    let timeline = try Diagram.parse("-a-b|", row: "letters").timeline
    print(timeline.events.map { "\($0.value) at \($0.time) s" })  // ["a at 1 s", "b at 3 s"]
    print(timeline.diagram(step: .milliseconds(500)))  // --a---b-|
    #expect(timeline.events.map { "\($0.value) at \($0.time) s" } == ["a at 1 s", "b at 3 s"])
    #expect(timeline.diagram(step: .milliseconds(500)) == "--a---b-|")
  }

  @Test func playback() throws {
    let clock = TestClock()
    let (keystrokes, keyboard) = AsyncStream.makeStream(of: String.self)
    let received = clock.collect(keystrokes.debounce(for: .seconds(1), clock: clock))

    clock.addTask {
      for text in ["s", "sw", "swift"] { keyboard.yield(text) }
    }
    try clock.advance(by: .milliseconds(999))
    #expect(received.values == [])
    try clock.advance(by: .milliseconds(1))
    #expect(received.values == ["swift"])
  }

  @Test func aTimelineIsAStream() async throws {
    let timeline = try Diagram.parse("-a-b|", row: "letters").timeline
    for await event in try timeline.stream(speedFactor: 10) { print(event.value) }
  }

  @Test func cachedMoviesAppearAtOnce() throws {
    let clock = TestClock()
    let (cached, cache) = AsyncStream.makeStream(of: [String].self)
    let (all, server) = AsyncStream.makeStream(of: [String].self)
    clock.addTask {
      cache.yield(["Alien"])
      cache.finish()
      server.yield(["Blade Runner"])
      server.finish()
    }
    clock.addTask { await showMovies(cached: cached, all: all, clock: clock) }
    try clock.run()
  }

  @Test func savesAfterOneSecondWithoutEdits() throws {
    let clock = TestClock()
    let (edits, editor) = AsyncStream.makeStream(of: String.self)
    let saved = clock.collect(edits.textsToSave(clock: clock))

    clock.addTask {
      for text in ["H", "He", "Hel"] { editor.yield(text) }
    }
    try clock.advance(by: .milliseconds(999))
    #expect(saved.values == [])
    try clock.advance(by: .milliseconds(1))
    #expect(saved.values == ["Hel"])

    clock.addTask { editor.finish() }
    try clock.run()
    #expect(saved.isFinished)
    try clock.checkFinished()
  }

  @Test @MainActor func searchesAfterAPause() throws {
    let clock = TestClock()
    let model = SearchModel(clock: clock)
    clock.perform { model.textChanged(to: "swift") }
    try clock.advance(by: .milliseconds(299))
    #expect(model.results == [])
    try clock.advance(by: .milliseconds(1))
    #expect(model.results == ["swift"])
    try clock.checkFinished()
  }

  @Test(arguments: InstantOrder.all) func savesTheNewestText(order: InstantOrder) throws {
    let clock = TestClock(order: order)
    let edits = try Diagram.parse("a--b|", row: "edits").timeline
    let texts = edits.replay(on: clock.executor.clock).map { $0.value.description }
    let saved = clock.collect(texts.textsToSave(clock: clock))

    try clock.run()
    #expect(saved.values == ["a", "b"])
  }

  @Test func doesNotSaveTheSameTextTwice() throws {
    let clock = TestClock()
    let edits = try Diagram.parse("a---ba----|", step: .milliseconds(500)).timeline
    let texts = edits.replay(on: clock).map { $0.value.description }
    let saved = clock.collect(texts.textsToSave(clock: clock))

    try clock.run()
    #expect(saved.values == ["a"])
  }

  @Test func ticksOncePerSecond() throws {
    let clock = TestClock()
    let ticks = clock.collect(AsyncTimerSequence(interval: .seconds(1), clock: clock))
    try clock.advance(by: .seconds(3))
    #expect(ticks.values.count == 3)
    try clock.end()
  }

  @Test func keepsTheOrderOfResponses() throws {
    let clock = TestClock()
    let (requests, client) = AsyncStream.makeStream(of: Int.self)
    let responses = clock.collect(requests.receive(on: clock.jittered(by: .milliseconds(300), seed: 7)))

    clock.addTask {
      for id in 1...3 { client.yield(id) }
    }
    try clock.advance(by: .milliseconds(300))
    #expect(responses.values.map(\.value) == [1, 2, 3])
  }
}

func showMovies<C: Clock>(cached: AsyncStream<[String]>, all: AsyncStream<[String]>, clock: C) async {
  let movies = chain(
    cached.receive(on: clock),  // appears at once
    all.receive(on: clock.animation(.slide))  // slides in
  )
  .reductions(Delivered([])) { $0.followed(by: $1, +) }

  for await list in movies { print(list.value, list.animation == nil) }
}

extension AsyncSequence where Self: Sendable, Element == String {
  /// The text to save: the newest one after a second without edits, and never the same text twice.
  func textsToSave<C: Clock<Duration>>(clock: C) -> AsyncRemoveDuplicatesSequence<AsyncDebounceSequence<Self, C>> {
    debounce(for: .seconds(1), clock: clock).removeDuplicates()
  }
}

@MainActor final class SearchModel<C: Clock<Duration>> {
  private(set) var results: [String] = []
  private var search: Task<Void, Never>?
  private let clock: C

  init(clock: C) { self.clock = clock }

  func textChanged(to text: String) {
    search?.cancel()
    search = Task {
      guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
      results = [text]
    }
  }
}

/// Only compiled, as neither ends.
private struct UpstreamFindings {
  func hang() async {
    for round in 1... {
      for await _ in [1].async.flatMapLatest({ _ in [Int]().async }) {}
      if round.isMultiple(of: 1000) { print(round) }
    }
  }

  func leak(_ values: AsyncStream<Int>) async {
    for await value in values.buffer(policy: .unbounded) {
      if value == 1 { break }
    }
    // The task that reads `values` still waits for the next one.
  }
}

/// What those articles say of operators on one thread.
@Suite struct UpstreamFindingTests {
  @Test func flatMapLatestEndsOnOneThread() throws {
    for _ in 1...1000 {
      let clock = TestClock()
      let received = clock.collect([1].async.flatMapLatest { _ in [Int]().async })
      try clock.run()
      try #require(received.isFinished)
    }
  }
}
