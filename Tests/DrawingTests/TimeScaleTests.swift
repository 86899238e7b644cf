import Marbles
import Testing

@testable import Drawing
@testable import Layout

@Suite struct TimeScaleTests {
  /// The seed's formula, in 128 bits.
  private func formula(_ time: SceneTime, _ scale: TimeScale) -> Int {
    let (product, duration) = (
      Int128(scale.width - scale.marble) * Int128(time.nanoseconds), Int128(scale.duration.nanoseconds)
    )
    return scale.left + Int((2 * product + duration) / (2 * duration))
  }

  @Test func aMarbleStandsWhereTheSeedPutIt() {
    // 65 / 8 is 8 columns a second and one over: whole columns cost 1 of 70, less than 5 %.
    let whole = TimeScale(left: 10, width: 70, marble: 5, duration: .seconds(8))
    #expect([0, 1, 1.5, 2.5, 8].map { whole.edge(.seconds($0)) } == [10, 18, 22, 30, 74])
    // 64 / 9 is 7 and one over; 61 / 9 is 6 and 7 over, more than 5 %.
    let broken = TimeScale(left: 0, width: 66, marble: 5, duration: .seconds(9))
    for tenths in 0...90 {
      let time = SceneTime.milliseconds(Int64(tenths) * 100)
      #expect(broken.edge(time) == formula(time, broken))
    }
  }

  @Test(arguments: [20, 37, 66, 70, 80, 113, 480]) func wholeColumnsASecondWhereTheyCostLittle(width: Int) {
    for seconds in 1...60 {
      for marble in 3...5 {
        let scale = TimeScale(left: 0, width: width, marble: marble, duration: .seconds(seconds))
        let columns = (width - marble) / seconds
        let isWhole = columns > 0 && (width - marble - columns * seconds) * 20 <= width
        for second in 0...seconds {
          let time = SceneTime.seconds(second)
          #expect(scale.edge(time) == (isWhole ? columns * second : formula(time, scale)))
        }
      }
    }
  }

  @Test func wholeColumnsAreCountedExactlyWhateverTheDuration() {
    // 0.7 s has no exact double; 70 columns are 100 a second, not 99.
    let scale = TimeScale(left: 0, width: 75, marble: 5, duration: .milliseconds(700))
    #expect(scale.edge(.milliseconds(700)) == 70)
    for milliseconds in stride(from: 1, through: 3000, by: 1) {
      let scale = TimeScale(left: 0, width: 75, marble: 5, duration: .milliseconds(Int64(milliseconds)))
      let columns = 70 * 1000 / milliseconds
      let used = (2 * columns * milliseconds + 1000) / 2000
      if columns > 0, (70 - used) * 20 <= 75 {
        #expect(scale.edge(scale.duration) == used, "\(milliseconds) ms")
      } else {
        #expect(scale.edge(scale.duration) == 70, "\(milliseconds) ms")
      }
    }
  }

  @Test func halvesAreRoundedUpAndNothingElse() {
    // 2 columns a second.
    let scale = TimeScale(left: 0, width: 23, marble: 3, duration: .seconds(10))
    #expect(scale.edge(.milliseconds(249)) == 0)
    #expect(scale.edge(.milliseconds(250)) == 1)
    #expect(scale.edge(.nanoseconds(249_999_999)) == 0)
    #expect(scale.edge(.milliseconds(749)) == 1)
    #expect(scale.edge(.milliseconds(750)) == 2)
  }

  @Test func anExactPlaceIsAtMostHalfAColumnFromItsCell() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<1000 {
      let (duration, longer) = (SceneTime.milliseconds(Int64(1 + random.below(60_000))), random.below(60_000))
      let extent = duration + .milliseconds(Int64(random.below(2) * longer))
      let whole = TimeScale(
        left: 7, width: 20 + random.below(200), marble: 3, duration: duration, extent: extent,
        isLive: random.below(3) == 0)
      let now = SceneTime.nanoseconds(Int64.random(in: 0...extent.nanoseconds, using: &random))
      for scale in [whole, whole.following(now)] {
        let step = scale.x(extent) - scale.x(.zero)
        for share in 0...10 {
          let time = SceneTime.nanoseconds(extent.nanoseconds / 10 * Int64(share))
          // Cells are rounded twice where they scroll.
          let most = scale == whole ? 0.5 : 1.0
          #expect(abs(scale.x(time) - Double(scale.center(time)) - 0.5) <= most + 1e-9)
          #expect(abs(scale.x(time) - scale.x(.zero) - step * Double(share) / 10) < 0.001)
        }
      }
    }
  }

  @Test func theLastMarbleIsInside() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<10_000 {
      let (width, marble) = (8 + random.below(500), 3 + random.below(3))
      let longest = random.pick([10, 1_000_000_000, .max] as [Int64])
      let duration = SceneTime.nanoseconds(Int64.random(in: 1...longest, using: &random))
      let scale = TimeScale(left: 7, width: width, marble: marble, duration: duration)
      #expect(scale.edge(.zero) == 7)
      #expect((7...7 + width - marble).contains(scale.edge(duration)))
      // Later is never further left.
      let times = (0..<4).map { _ in SceneTime.nanoseconds(Int64.random(in: 0...duration.nanoseconds, using: &random)) }
      let columns = times.sorted().map(scale.edge)
      #expect(columns == columns.sorted())
      #expect(columns.allSatisfy { (7...7 + width - marble).contains($0) })
    }
  }

  @Test func noDurationIsDrawnAsOneSecond() {
    let scale = TimeScale(left: 0, width: 65, marble: 5, duration: .zero)
    #expect(scale.duration == .seconds(1))
    #expect(scale.edge(.zero) == 0)
    #expect(scale.center(.seconds(1)) == 62)
  }

  @Test(arguments: [SceneTime.nanoseconds(1), .seconds(1), .seconds(86_400), .distantFuture])
  func nothingOverflows(duration: SceneTime) {
    for width in [0, 1, 5, 8, 70, 500, 100_000] {
      let scale = TimeScale(left: 3, width: width, marble: 5, duration: duration)
      for time in [SceneTime.zero, .nanoseconds(1), .seconds(1), duration, .distantFuture, .nanoseconds(.min)] {
        #expect((3...3 + max(0, width - 5)).contains(scale.edge(time)))
      }
      #expect(scale.tickInterval(labelWidth: 4) > .zero)
    }
  }

  @Test func ticksStandUnderTheMiddleOfAMarble() {
    for (marble, middle) in [(3, 1), (4, 1), (5, 2)] {
      let scale = TimeScale(left: 10, width: 70, marble: marble, duration: .seconds(8))
      #expect(scale.center(.zero) == 10 + middle)
    }
  }

  @Test(arguments: [(8, 1), (17, 1), (30, 2), (66, 5), (160, 10), (200, 10), (700, 60), (100_000, 100_000)])
  func ticksStandAtWholeSecondsOrFewer(seconds: Int, interval: Int) {
    let scale = TimeScale(left: 0, width: 75, marble: 5, duration: .seconds(seconds))
    #expect(scale.tickInterval(labelWidth: 4) == .seconds(interval))
  }
}
