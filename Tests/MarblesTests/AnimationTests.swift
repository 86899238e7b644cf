import Marbles
import Testing

@Suite("An animation") struct AnimationTests {
  private static let steps = (0...1000).map { Double($0) / 1000 }

  @Test("begins at exactly 0 and ends at exactly 1", arguments: Animation.Curve.allCases)
  func ends(curve: Animation.Curve) {
    #expect(curve(0) == 0)
    #expect(curve(1) == 1)
    #expect(curve(-1) == 0)
    #expect(curve(2) == 1)
  }

  @Test("never turns back, unless it is a spring", arguments: Animation.Curve.allCases.filter { $0 != .spring })
  func rises(curve: Animation.Curve) {
    let values = Self.steps.map { curve($0) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("goes a little too far when it is a spring, and comes back")
  func springs() throws {
    let values = Self.steps.map { Animation.Curve.spring($0) }
    let furthest = try #require(values.max())
    #expect((1.01...1.05).contains(furthest))
    let turn = try #require(values.firstIndex(of: furthest))
    #expect(zip(values[..<turn], values[1...turn]).allSatisfy { $0 < $1 })
    #expect(values[turn...].allSatisfy { $0 > 0.99 })
  }

  @Test("jumps nowhere", arguments: Animation.Curve.allCases)
  func isContinuous(curve: Animation.Curve) {
    let values = Self.steps.map { curve($0) }
    #expect(zip(values, values.dropFirst()).allSatisfy { abs($1 - $0) < 0.01 })
  }

  @Test("eases where its curve says")
  func eases() {
    for share in Self.steps.dropFirst().dropLast() {
      #expect(Animation.Curve.linear(share) == share)
      #expect(Animation.Curve.easeIn(share) < share)
      #expect(Animation.Curve.easeOut(share) > share)
      // Slow at both ends alike.
      #expect(abs(Animation.Curve.easeInOut(share) + Animation.Curve.easeInOut(1 - share) - 1) < 1e-9)
      #expect(abs(Animation.Curve.easeIn(share) + Animation.Curve.easeOut(1 - share) - 1) < 1e-9)
    }
    // What browsers give for `ease-in-out`.
    #expect(abs(Animation.Curve.easeInOut(0.25) - 0.1292) < 0.0005)
  }

  @Test("waits for its delay, then takes its duration")
  func takesItsTime() {
    let slide = Animation(.slide, duration: .milliseconds(400), delay: .milliseconds(100), curve: .linear)
    let times = [-50, 0, 100, 200, 300, 500, 900].map { slide.progress(at: .milliseconds(Int64($0))) }
    #expect(times == [0, 0, 0, 0.25, 0.5, 1, 1])
    #expect(slide.length == .milliseconds(500))
  }

  @Test("of no duration is over at once")
  func isImmediate() {
    #expect(Animation.immediate.progress(at: .zero) == 1)
    #expect(Animation.immediate.isImmediate)
    #expect(!Animation(.pop).isImmediate)
    let late = Animation(.pop, duration: .zero, delay: .seconds(1))
    #expect(late.progress(at: .milliseconds(999)) == 0)
    #expect(late.progress(at: .seconds(1)) == 1)
    #expect(!late.isImmediate)
  }
}
