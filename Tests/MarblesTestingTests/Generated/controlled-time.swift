// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import Marbles
import MarblesTesting
import Playback
import Testing

// The same operators at two speeds: the clock is an argument.
@Suite("controlled time") struct ControlledTimeTests {
  @Test("quiet") func quiet() throws {
    try expectMarbles(
      "12--3----4--|",
      values: .ints,
      gives: "--------3---[4|]",
      step: .milliseconds(500),
      duration: .seconds(8)
    ) { a, clock in
      a.debounce(for: .seconds(2), clock: clock)
    }
  }

  @Test("quiet2") func quiet2() throws {
    try expectMarbles(
      "12--3----4--|",
      values: .ints,
      gives: "---2--3----4|",
      step: .milliseconds(500),
      duration: .seconds(8)
    ) { a, clock in
      a.debounce(for: .seconds(2), clock: clock.scaled(by: 2))
    }
  }

  @Test("timer") func timer() throws {
    try expectMarbles(
      [],
      gives: "----2---4---6---8",
      step: .milliseconds(500),
      duration: .seconds(8)
    ) { _, clock in
      AsyncTimerSequence(interval: .seconds(2), clock: clock)
    }
  }

  @Test("timer2") func timer2() throws {
    try expectMarbles(
      [],
      gives: "--2-4-6-8-'10'-'12'-'14'-'16'",
      step: .milliseconds(500),
      duration: .seconds(8)
    ) { _, clock in
      AsyncTimerSequence(interval: .seconds(2), clock: clock.scaled(by: 2))
    }
  }

  @Test("late") func late() throws {
    try expectMarbles(
      "12--3----4--|",
      values: .ints,
      gives: "1@0.389829748 2@1.072313307 3@2.06300381 4@5.157065613 |@6.715147181",
      step: .milliseconds(500),
      duration: .seconds(8)
    ) { a, clock in
      a.receive(on: clock.jittered(by: .seconds(1), seed: 7)).map(\.value)
    }
  }
}
