import AsyncAlgorithms
import Foundation
import MarbleTap
import Marbles
import MarblesTesting
import Playback
import Testing

/// The Swift code of the article with six steps, word for word: `CodeBlockTests` compares it with it.
@Suite struct SixStepsTests {
  @Test func aDiagramIsATimeline() throws {
    let timeline = try Diagram.parse("a-b--|").timeline
    #expect(timeline.events.map(\.value) == [.string("a"), .string("b")])
    #expect(timeline.events.map(\.time) == [.zero, .seconds(2)])
    #expect(timeline.end == .finish(.seconds(5)))
  }

  @Test func aTimelineIsAStream() throws {
    let clock = TestClock()
    let letters = try Diagram.parse("a-b--|").timeline.replay(on: clock)
    let received = clock.collect(letters.map { $0.value.description })

    try clock.advance(by: .seconds(1))
    #expect(received.values == ["a"])
    try clock.run()
    #expect(received.values == ["a", "b"] && received.isFinished)
  }

  @Test func debounceWaitsForSilence() throws {
    try expectMarbles("ab-----|", gives: "---b---|") { letters, clock in
      letters.debounce(for: .seconds(2), clock: clock)
    }
  }

  @Test func echoesAreDropped() throws {
    try expectMarbles("aab|", gives: "a-b|") { $0.withoutEchoes(within: .seconds(2), clock: $1) }
    try expectMarbles("a--a|", gives: "a--a|") { $0.withoutEchoes(within: .seconds(2), clock: $1) }
    try expectMarbles("ab^", gives: "ab^") { $0.withoutEchoes(within: .seconds(2), clock: $1) }
  }

  @Test func theIntervalBeginsAgainWithEachEcho() throws {
    try expectMarbles("aaaaa|", gives: "a----|") { $0.withoutEchoes(within: .seconds(2), clock: $1) }
  }

  @Test("the failure is the one that the article shows")
  func failure() throws {
    let failures = try marbleFailures {
      try expectMarbles("aaaaa|", gives: "a-a-a|") { $0.withoutEchoes(within: .seconds(2), clock: $1) }
    }
    var failure = try #require(failures.first)
    failure.location = nil
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Sources/MarblesTesting/Documentation.docc/SixSteps.md"), encoding: .utf8)
    #expect(article.contains("```\n\(failure)\n```"), "\(failure)")
  }

  @Test func bothTapsSeeTheValues() async throws {
    let (clicks, mouse) = AsyncStream.makeStream(of: String.self)
    mouse.yield("left")
    mouse.finish()
    try await handle(clicks, clock: ContinuousClock())
  }

  func press(_ button: String) { #expect(button == "left") }

  func handle<C: Clock<Duration>>(_ clicks: AsyncStream<String>, clock: C) async throws {
    let single = clicks.marble("clicks").withoutEchoes(within: .milliseconds(300), clock: clock).marble("single")
    for try await button in single { press(button) }
  }
}

extension AsyncSequence where Element: Equatable {
  /// The values, except those that repeat the last value within `interval`.
  func withoutEchoes<C: Clock>(within interval: C.Duration, clock: C) -> WithoutEchoes<Self, C> {
    WithoutEchoes(base: self, interval: interval, clock: clock)
  }
}

struct WithoutEchoes<Base: AsyncSequence, C: Clock>: AsyncSequence where Base.Element: Equatable {
  let base: Base
  let interval: C.Duration
  let clock: C

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let interval: C.Duration
    let clock: C
    var last: (value: Base.Element, time: C.Instant)?

    mutating func next() async throws -> Base.Element? {
      while let value = try await base.next() {
        let isEcho = last.map { $0.value == value && $0.time.duration(to: clock.now) < interval } ?? false
        last = (value, clock.now)
        if !isEcho { return value }
      }
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), interval: interval, clock: clock)
  }
}
