import Dispatch
import Platform
import Testing

@Suite struct DurationTests {
  @Test(
    arguments: [
      (Duration.milliseconds(1500), 1_500_000_000), (.nanoseconds(-7), -7), (.zero, 0),
      (.seconds(9_223_372_036), 9_223_372_036_000_000_000), (.seconds(9_223_372_037), .max),
      (.seconds(Int64.max), .max), (.seconds(-9_223_372_037), .min), (.seconds(Int64.min), .min),
    ] as [(Duration, Int64)])
  func nanosecondsSaturate(_ duration: Duration, _ nanoseconds: Int64) {
    #expect(duration.wholeNanoseconds == nanoseconds)
    #expect(DispatchTimeInterval.duration(duration) == .nanoseconds(Int(nanoseconds)))
  }
}
