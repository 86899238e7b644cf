import AsyncAlgorithms
import Marbles
import Testing

@testable import Playback

@Suite("A clock made of another") struct ClockTransformTests {
  /// When sleepers on a transform of a test clock wake, in the order in which they do.
  private func wakeTimes<C: Clock>(
    sleepers: [Duration], on transform: (TestClock) -> C
  ) throws -> [String] where C.Duration == Duration {
    let (clock, log) = (TestClock(), Log())
    let transformed = transform(clock)
    let start = transformed.now
    for duration in sleepers {
      clock.addTask {
        try? await transformed.sleep(until: start.advanced(by: duration), tolerance: nil)
        log.write("\(SceneTime(duration))@\(clock.now)")
      }
    }
    try clock.run()
    try clock.checkSuspension()
    return log.lines
  }

  // MARK: Scaled

  @Test("that is twice as fast wakes after half the time")
  func scaled() throws {
    #expect(
      try wakeTimes(sleepers: [.seconds(1), .seconds(3)]) { $0.scaled(by: 2) } == ["1@0.5", "3@1.5"])
    #expect(try wakeTimes(sleepers: [.seconds(1)]) { $0.scaled(by: 0.1) } == ["1@10"])
    #expect(try wakeTimes(sleepers: [.seconds(1)]) { $0.scaled(by: 1) } == ["1@1"])
  }

  @Test("shows its own time, which is 0 when it is made")
  func scaledNow() throws {
    let clock = TestClock()
    try clock.advance(by: .seconds(5))
    let quick = clock.scaled(by: 4)
    #expect(quick.now == .zero)
    try clock.advance(by: .milliseconds(250))
    #expect(quick.now == .seconds(1))
    #expect(quick.speedFactor == 4)
    #expect(quick.minimumResolution == .nanoseconds(4))
  }

  @Test("never wakes before its deadline", arguments: [0.1, 0.3, 1.0 / 3, 0.7, 1.1, 3, 7, 1000.0 / 3])
  func neverEarly(speedFactor: Double) throws {
    let clock = TestClock()
    let scaled = clock.scaled(by: try #require(SpeedFactor(speedFactor)))
    var random = SplitMix64(seed: 5)
    let early = Log()
    for _ in 0..<200 {
      let deadline = SceneTime.nanoseconds(Int64(random.below(20_000_000_000)))
      clock.addTask {
        try? await scaled.sleep(until: deadline)
        if scaled.now < deadline { early.write("\(deadline) at \(scaled.now)") }
      }
    }
    try clock.run()
    #expect(early.lines == [])
  }

  @Test("makes what lives by it faster: this is what a speed factor is")
  func scaledTimers() throws {
    let clock = TestClock()
    let quick = clock.scaled(by: 4)
    let ticks = clock.collect(AsyncTimerSequence(interval: .seconds(1), clock: quick).prefix(3).map { _ in clock.now })
    try clock.run()
    #expect(ticks.values == [.milliseconds(250), .milliseconds(500), .milliseconds(750)])
  }

  // MARK: Jittered

  @Test("and jitters wakes late, by as much as was said at most, and the same each time")
  func jittered() throws {
    let deadlines = (0..<50).map { Duration.milliseconds(37 * $0) }
    let once = try wakeTimes(sleepers: deadlines) { $0.jittered(by: .milliseconds(200), seed: 7) }
    #expect(try wakeTimes(sleepers: deadlines) { $0.jittered(by: .milliseconds(200), seed: 7) } == once)
    #expect(try wakeTimes(sleepers: deadlines) { $0.jittered(by: .milliseconds(200), seed: 8) } != once)
    #expect(
      try wakeTimes(sleepers: deadlines) { $0.jittered(by: .zero, seed: 7) }
        == deadlines.map { "\(SceneTime($0))@\(SceneTime($0))" })
  }

  @Test("and jitters never reorders, independent of the order of sleeps", arguments: [1, 10, 100, 1000])
  func neverReorders(milliseconds: Int) throws {
    var random = SplitMix64(seed: 3)
    let deadlines = (0..<300).map { _ in Duration.microseconds(random.below(3_000_000)) }
    let lines = try wakeTimes(sleepers: deadlines) { $0.jittered(by: .milliseconds(milliseconds), seed: 11) }
    #expect(lines.map { $0.split(separator: "@")[0] } == deadlines.sorted().map { "\(SceneTime($0))" })
  }

  @Test("and jitters is late by anything within its bounds")
  func lateness() throws {
    let clock = TestClock().jittered(by: .milliseconds(100), seed: 1)
    var last = Int64.min
    var counts = Array(repeating: 0, count: 4)
    for step in Int64(-20_000)..<20_000 {
      let time = step * 7_654_321
      let late = clock.lateness(at: time)
      #expect((0..<100_000_000).contains(late))
      #expect(time + late >= last)
      last = time + late
      counts[Int(late / 25_000_000)] += 1
    }
    #expect(counts.allSatisfy { $0 > 5000 })
  }

  // MARK: Animated

  @Test("says how values appear, through whatever is made of it")
  func animated() {
    let clock = TestClock()
    let slide = Animation(.slide)
    #expect(clock.animationOfDeliveries == nil)
    #expect(clock.animation(slide).animationOfDeliveries == slide)
    #expect(clock.animation(.slide).animationOfDeliveries == slide)
    #expect(clock.animation(.slide).scaled(by: 2).jittered(by: .seconds(1), seed: 1).animationOfDeliveries == slide)
    #expect(
      clock.scaled(by: 2).animation(.pop, curve: .spring).animationOfDeliveries == Animation(.pop, curve: .spring))
    #expect(clock.scaled(by: 2).animationOfDeliveries == nil)
    #expect(clock.animation(.slide).animation(.drop).animationOfDeliveries == Animation(.drop))
    #expect(clock.animation(.slide).animation(nil).animationOfDeliveries == .immediate)
  }

  @Test("and animated keeps its time")
  func animatedTime() throws {
    #expect(try wakeTimes(sleepers: [.seconds(2), .seconds(1)]) { $0.animation(.drop) } == ["1@1", "2@2"])
    #expect(TestClock().animation(.drop).minimumResolution == .nanoseconds(1))
  }

  @Test("and of that one has what all of them do")
  func composed() throws {
    let lines = try wakeTimes(sleepers: [.seconds(1), .seconds(2)]) {
      $0.scaled(by: 2).jittered(by: .milliseconds(100), seed: 3).animation(.fade)
    }
    let plain = try wakeTimes(sleepers: [.seconds(1), .seconds(2)]) { $0.scaled(by: 2) }
    #expect(plain == ["1@0.5", "2@1"])
    #expect(lines != plain)
  }
}
