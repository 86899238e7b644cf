import AsyncAlgorithms
import Marbles
import Testing

@testable import Playback

@Suite("A sequence that is delivered on a clock") struct DeliveryTests {
  private let cached = timeline("cached", [(0.1, 1)], end: 0.1)
  private let all = timeline("all", [(1, 2), (1, 3)], end: 1)

  private func show<Value>(_ delivered: Delivered<Value>, at time: SceneTime) -> String {
    "\(delivered.value)@\(time)" + (delivered.animation.map { " \($0.transition)" } ?? "")
  }

  /// What comes out of a sequence that is made on a test clock, and when.
  private func received<S: AsyncSequence & Sendable, V: Sendable>(
    _ make: @escaping @Sendable (TestClock) -> S
  ) throws -> [String] where S.Element == Delivered<V> {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      do {
        for try await delivered in make(clock) { log.write(show(delivered, at: clock.now)) }
        log.write("|@\(clock.now)")
      } catch {
        log.write("\(error)@\(clock.now)")
      }
    }
    try clock.run()
    try clock.checkSuspension()
    return log.lines
  }

  @Test("comes at its own time, with the clock's animation")
  func carriesAnimation() throws {
    let values = ints.events.map(\.value)
    #expect(
      try received { ints.replay(on: $0.executor.clock).map(\.value).receive(on: $0.animation(.slide)) }
        == zip(values, [0, 1, 2, 5, 8]).map { "\($0)@\($1) slide" } + ["|@8"])
    #expect(try received { values.async.receive(on: $0) }.first == "1@0")
  }

  @Test("mixes with others that are not animated; the newest value of a reduction decides")
  func composes() throws {
    let lines = try received { [cached, all] clock in
      let base = clock.executor.clock
      return chain(
        cached.replay(on: base).map { [$0.value] }.receive(on: clock),
        all.replay(on: base).map { [$0.value] }.receive(on: clock.animation(.slide))
      ).reductions(Delivered([])) { $0.followed(by: $1, +) }
    }
    #expect(lines == ["[1]@0.1", "[1, 2]@1 slide", "[1, 2, 3]@1 slide", "|@1"])
  }

  @Test("keeps its animation through merge")
  func merges() throws {
    let lines = try received { [cached, all] clock in
      let base = clock.executor.clock
      return merge(
        all.replay(on: base).map(\.value).receive(on: clock.animation(.drop)),
        cached.replay(on: base).map(\.value).receive(on: clock.animation(nil)))
    }
    #expect(lines == ["1@0.1 fade", "2@1 drop", "3@1 drop", "|@1"])
  }

  @Test("is as late as its clock, in order, without delaying others")
  func isLate() throws {
    let burst = timeline("burst", (0..<100).map { (Double($0) / 100, .int($0)) }, end: 1)
    let clock = TestClock()
    let jittered = clock.jittered(by: .milliseconds(300), seed: 5)
    let late = burst.replay(on: clock.executor.clock).receive(on: jittered).map { (event: $0.value, time: clock.now) }
    let received = clock.collect(late)
    try clock.run()
    #expect(received.values.map(\.event.value) == (0..<100).map { .int($0) })
    #expect(received.values.allSatisfy { (0..<300_000_000).contains(($0.time - $0.event.time).nanoseconds) })
    #expect(received.isFinished)
  }

  @Test("fails as it would have")
  func fails() throws {
    let failing = timeline("row", [(1, 1)], end: .error(.seconds(2), message: "gone"))
    #expect(
      try received { failing.replay(on: $0.executor.clock).map(\.value).receive(on: $0) } == ["1@1", "gone@2"])
  }

  @Test("is let go of by breaking, and by cancelling")
  func ends() throws {
    let (clock, log) = (TestClock(), Log())
    clock.addTask {
      for await _ in [1, 2, 3].async.receive(on: clock) { break }
    }
    clock.addTask {
      let consumer = Task {
        for try await delivered in strings.replay(on: clock.executor.clock).receive(on: clock) {
          log.write("\(delivered.value.value)")
        }
        log.write("|@\(clock.now)")
      }
      try? await clock.sleep(for: .seconds(3))
      consumer.cancel()
    }
    try clock.advance(by: .seconds(3))
    #expect(log.lines == ["a", "b", "|@3"])
    try clock.checkSuspension()
    try clock.end()
  }

  @Test("needs no executor of ours")
  func worksEverywhere() async throws {
    var values: [Delivered<Int>] = []
    for await delivered in [1, 2].async.receive(on: ContinuousClock().animation(.pop)) { values.append(delivered) }
    #expect(values == [1, 2].map { Delivered($0, animation: Animation(.pop)) })
    #expect(values.map { $0.map(String.init) } == ["1", "2"].map { Delivered($0, animation: Animation(.pop)) })
  }
}
