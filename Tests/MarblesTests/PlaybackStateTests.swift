import Marbles
import Testing

@Suite struct PlaybackStateTests {
  @Test func aPlayheadMovesAsFastAsItsSpeedFactorFromItsAnchorOn() {
    let state = PlaybackState(from: .seconds(3), at: 1000, speedFactor: 2)
    #expect(state.time(at: 1000) == .seconds(3))
    #expect(state.time(at: 1_500_001_000) == .seconds(6))
    #expect(state.wallTime(of: .seconds(6)) == 1_500_001_000)
    // A wall clock that is asked late says the same; one that went back does not move it back.
    #expect(state.time(at: 0) == .seconds(3))
  }

  @Test(arguments: PlaybackState.Phase.allCases)
  func itStandsUnlessItPlays(phase: PlaybackState.Phase) {
    let paused = PlaybackState(from: .seconds(3), at: 0, isPaused: true, phase: phase)
    #expect(paused.time(at: 5_000_000_000) == .seconds(3))
    let going = PlaybackState(from: .seconds(3), at: 0, phase: phase)
    #expect(going.time(at: 5_000_000_000) == .seconds(phase == .playing ? 8 : 3))
  }

  @Test func itDoesNotPassItsEnd() {
    let state = PlaybackState(from: .seconds(3), at: 0, end: .seconds(4))
    #expect(state.time(at: 5_000_000_000) == .seconds(4))
  }

  @Test func reanchoringChangesNoTime() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<1000 {
      let wall = Int64(random.below(1_000_000_000_000))
      let factor = random.pick([0.1, 0.25, 1, 2, 10, 100] as [SpeedFactor])
      var state = PlaybackState(from: .milliseconds(Int64(random.below(1000))), at: wall, speedFactor: factor)
      let (between, later) = (wall + Int64(random.below(1_000_000_000)), wall + 2_000_000_000)
      let expected = state.time(at: later)
      state.reanchor(at: between)
      #expect((state.time(at: later) - expected).nanoseconds.magnitude <= 1)
    }
  }

  @Test(arguments: [0.000_001, 1, 1_000_000] as [SpeedFactor])
  func extremesSaturate(factor: SpeedFactor) {
    for anchor in [SceneTime(nanoseconds: .min), .zero, .longestReadable, .distantFuture] {
      for wallAnchor in [Int64.min, -1, 0, .max] {
        var state = PlaybackState(from: anchor, at: wallAnchor, speedFactor: factor)
        for wall in [Int64.min, 0, 1, .max] { #expect(state.time(at: wall) >= anchor) }
        _ = state.wallTime(of: .distantFuture)
        _ = state.wallTime(of: SceneTime(nanoseconds: .min))
        state.reanchor(at: .max)
      }
    }
  }
}

@Suite struct SaturatingTimeTests {
  @Test func sumsAndDifferencesStayWithinWhatThereIs() {
    let earliest = SceneTime(nanoseconds: .min)
    #expect(SceneTime.distantFuture + .seconds(1) == .distantFuture)
    #expect(earliest - .seconds(1) == earliest)
    #expect(earliest + .seconds(-1) == earliest)
    #expect(.zero - earliest == .distantFuture)
    #expect(SceneTime.seconds(UInt64.max) == .distantFuture)
    #expect(SceneTime.seconds(Int64.min) == earliest)
    #expect(SceneTime.seconds(1e300) == .distantFuture)
    #expect(SceneTime.seconds(9_223_372_036.854775807) == .distantFuture)
    #expect(SceneTime.seconds(-.infinity) == earliest)
    #expect(SceneTime.seconds(.nan) == .zero)
    #expect(SceneTime.milliseconds(.max) == .distantFuture)
  }
}
