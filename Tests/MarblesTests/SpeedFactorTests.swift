import Marbles
import Testing

@Suite struct SpeedFactorTests {
  @Test(arguments: [0, -1, -0.0, 0.000_000_9, 1_000_001, 1e13, 1e300, .infinity, -.infinity, .nan])
  func whatIsOutOfRangeIsNoSpeedFactor(value: Double) {
    #expect(SpeedFactor(value) == nil)
    #expect(SpeedFactor(parsing: "\(value)") == nil)
  }

  @Test(arguments: ["", " 2", "2x", "fast", "0x", "1e400"])
  func textThatIsNotANumberIsRefused(text: String) { #expect(SpeedFactor(parsing: text) == nil) }

  @Test func aSpeedFactorIsPrintedAsShortAsItIsRead() throws {
    for text in ["2", "0.5", "1000000", "1e-06"] {
      #expect(try #require(SpeedFactor(parsing: text)).description == text)
    }
  }

  @Test func spansSaturate() {
    for factor in [0.000_001, 1, 1_000_000] as [SpeedFactor] {
      for nanoseconds in [Int64.min, -1, 0, 1, .max] {
        let scene = factor.sceneSpan(ofWall: nanoseconds)
        #expect(scene.nanoseconds.signum() == nanoseconds.signum() || abs(Double(nanoseconds) * factor.value) < 1)
        _ = factor.wallSpan(of: SceneTime(nanoseconds: nanoseconds))
      }
    }
    #expect((1_000_000 as SpeedFactor).sceneSpan(ofWall: .max) == .distantFuture)
    #expect((0.000_001 as SpeedFactor).wallSpan(of: .distantFuture) == .max)
  }

  @Test func aSpanHasPassedByTheWallTimeThatItTakes() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<10_000 {
      let factor = random.pick([0.1, 0.3, 0.7, 1, 1.1, 3, 7.7, 100] as [SpeedFactor])
      let span = SceneTime(nanoseconds: Int64(random.below(1_000_000_000_000)))
      #expect(factor.sceneSpan(ofWall: factor.wallSpan(of: span)) >= span)
    }
  }
}
