import Marbles
import Testing

@testable import Drawing
@testable import Player

/// A row with interval d shows `A + floor((T − A) / (d × speed)) × d × speed`.
@Suite struct RefreshScheduleTests {
  private func state(_ anchor: Double, _ speed: SpeedFactor) -> PlaybackState {
    PlaybackState(from: .seconds(anchor), at: 0, speedFactor: speed)
  }

  @Test(arguments: [
    // interval ms, anchor, time, speed, shown
    (200, 0.0, 0.0, 1 as SpeedFactor, 0.0),
    (200, 0, 0.199, 1, 0),
    (200, 0, 0.2, 1, 0.2),
    (200, 0, 0.399, 1, 0.2),
    (200, 0, 7.99, 1, 7.8),
    (200, 0.1, 0.25, 1, 0.1),
    (200, 0.1, 0.35, 1, 0.3),
    (200, 2.6, 2.6, 1, 2.6),
    (200, 0, 0.399, 2, 0),
    (200, 0, 0.4, 2, 0.4),
    (200, 0, 5, 10, 4),
    (200, 0, 0.05, 0.1, 0.04),
    (200, 0, 0.07, 0.25, 0.05),
    (33, 0, 1, 1, 0.99),
    (33, 0, 1, 100, 0),
    (33, 0, 3.4, 100, 3.3),
    (1000, 0, 7.9, 1, 7),
    // Before the anchor, which a seek back makes, and without an interval: exactly T.
    (200, 3, 2.5, 1, 2.5),
    (0, 0, 1.234, 1, 1.234),
  ])
  func aRowShowsItsLastTick(interval: Int, anchor: Double, time: Double, speed: SpeedFactor, shown: Double) {
    let schedule = RefreshSchedule.animation(minimumInterval: .milliseconds(interval))
    #expect(
      schedule.shownTime(at: .seconds(time), of: state(anchor, speed)) == .seconds(shown))
  }

  @Test(arguments: [
    // interval ms, anchor, time, speed, wall ms until the next tick
    (200, 0.0, 0.0, 1 as SpeedFactor, 200.0),
    (200, 0, 0.05, 1, 150),
    (200, 0, 0.2, 1, 200),
    (200, 0.1, 0.2, 1, 100),
    (200, 0, 0.1, 2, 150),
    (200, 0, 0.1, 0.5, 200),
    (200, 0, 0.05, 0.5, 100),
    (33, 0, 0, 100, 33),
    (33, 0, 3.2, 100, 1),
    (200, 3, 2.5, 1, 200),
    (0, 0, 1, 1, 0),
  ])
  func theTickerSleepsUntilTheNextTick(interval: Int, anchor: Double, time: Double, speed: SpeedFactor, wall: Double)
    throws
  {
    let schedule = RefreshSchedule.animation(minimumInterval: .milliseconds(interval))
    let nanoseconds = schedule.untilNextTick(at: .seconds(time), of: state(anchor, speed))
    #expect(abs(try #require(nanoseconds) - Int64(wall * 1e6)) <= 1)
  }

  /// What is shown at tenths of a second from the anchor to 2 s, at speed 1.
  private func shown(_ schedule: RefreshSchedule, anchor: Double = 0, speed: SpeedFactor = 1) -> [Double] {
    stride(from: 0, through: 20, by: 2).map { Double($0) / 10 }.filter { $0 >= anchor }.map {
      schedule.shownTime(at: .seconds($0), of: state(anchor, speed)).seconds
    }
  }

  @Test func aPausedAnimationStaysAtItsAnchor() {
    let schedule = RefreshSchedule.animation(minimumInterval: .milliseconds(100), paused: true)
    #expect(shown(schedule, anchor: 1.2) == [1.2, 1.2, 1.2, 1.2, 1.2])
    #expect(schedule.untilNextTick(at: .seconds(1.5), of: state(0, 1)) == nil)
    // A seek back is shown all the same.
    #expect(schedule.shownTime(at: .seconds(1), of: state(1.2, 1)) == .seconds(1))
  }

  @Test func whatIsShownIsNeverLaterThanThePlayheadAndNeverGoesBack() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<1000 {
      let minimum = Int64(1 + random.below(1000)) * 1_000_000
      let schedule = RefreshSchedule.animation(minimumInterval: .nanoseconds(minimum))
      let speed = random.pick(SpeedLadder.factors + [0.001, 0.3, 7.7, 12_345.6])
      let anchor = SceneTime.milliseconds(Int64(random.below(5000)))
      var last = SceneTime.zero
      var time = anchor
      for _ in 0..<50 {
        time = time + .nanoseconds(Int64(random.below(100_000_000)))
        let shown = schedule.shownTime(at: time, of: PlaybackState(from: anchor, at: 0, speedFactor: speed))
        let late = Double((time - shown).nanoseconds)
        let interval = Double(minimum) * speed.value
        #expect(shown <= time && shown >= max(last, anchor) && late <= interval + 2)
        let wait = try #require(
          schedule.untilNextTick(at: time, of: PlaybackState(from: anchor, at: 0, speedFactor: speed)))
        #expect(wait >= 1 && wait <= minimum)
        last = shown
      }
    }
  }

  @Test(arguments: [0.000_001, 0.001, 1000, 1_000_000] as [SpeedFactor])
  func anySpeedWillDo(speed: SpeedFactor) throws {
    for interval in [Duration.nanoseconds(1), .milliseconds(33), .seconds(1_000_000_000)] {
      let schedule = RefreshSchedule.animation(minimumInterval: interval)
      for time in [SceneTime.zero, .nanoseconds(1), .seconds(8), .distantFuture] {
        #expect(schedule.shownTime(at: time, of: state(0, speed)) <= time)
        let wait = try #require(schedule.untilNextTick(at: time, of: state(0, speed)))
        #expect(wait >= 1 && wait <= SceneTime(interval).nanoseconds)
      }
    }
  }

  @Test func theLadderOfSpeeds() {
    var factor: SpeedFactor = 0.1
    var climbed = [factor]
    while SpeedLadder.faster(than: factor) != factor {
      factor = SpeedLadder.faster(than: factor)
      climbed.append(factor)
    }
    #expect(climbed == [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 50, 100])
    #expect(SpeedLadder.slower(than: 0.1) == 0.1)
    #expect(SpeedLadder.slower(than: 1) == 0.75)
    // From a factor that is not on it, to its neighbours.
    #expect(SpeedLadder.faster(than: 4) == 5)
    #expect(SpeedLadder.slower(than: 4) == 3)
    #expect(SpeedLadder.faster(than: 1000) == 1000)
    #expect(SpeedLadder.slower(than: 0.01) == 0.01)
  }
}
