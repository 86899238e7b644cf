package import Dispatch

extension DispatchTimeInterval {
  /// The time of a duration, as in `.now() + .duration(limit)`; at most 292 years.
  package static func duration(_ duration: Duration) -> Self { .nanoseconds(Int(clamping: duration.wholeNanoseconds)) }
}
