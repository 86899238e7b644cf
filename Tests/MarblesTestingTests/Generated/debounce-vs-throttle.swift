// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// debounce waits for silence; throttle limits the rate.
@Suite("debounce vs throttle") struct DebounceVsThrottleTests {
  @Test("debounce") func debounce() throws {
    try expectMarbles(
      "'10''20''30'-'40'-'50''60'---'25'--|",
      values: .ints,
      gives: "'60'@5.7 '25'@8.1 |@8.4",
      step: .milliseconds(600)
    ) { a, clock in
      a.debounce(for: .milliseconds(1500), clock: clock)
    }
  }

  @Test("latest") func latest() throws {
    try expectMarbles(
      "'10''20''30'-'40'-'50''60'---'25'--|",
      values: .ints,
      gives: "'10'---'40'--'60'---'25'--|",
      step: .milliseconds(600)
    ) { a, clock in
      a._throttle(for: .milliseconds(1500), clock: clock, latest: true)
    }
  }

  @Test("first") func first() throws {
    try expectMarbles(
      "'10''20''30'-'40'-'50''60'---'25'--|",
      values: .ints,
      gives: "'10'---'20'--'50'---'25'--|",
      step: .milliseconds(600)
    ) { a, clock in
      a._throttle(for: .milliseconds(1500), clock: clock, latest: false)
    }
  }
}
