package import Marbles

/// Times as the axis and the clocks of a picture write them: in seconds, or, in a picture of more than two minutes, as `4:46`
/// and `1:04:46`.
package struct ClockText {
  private let hasMinutes: Bool

  /// - Parameter longest: the latest time that the picture shows.
  package init(upTo longest: SceneTime) { hasMinutes = longest > .seconds(120) }

  /// What follows a number: that of seconds has a unit.
  package var unit: String { hasMinutes ? "" : "s" }

  /// The time of a tick.
  package func tick(_ time: SceneTime) -> String {
    hasMinutes ? Self.minutes(max(0, time.nanoseconds) / 1_000_000_000) : time.description
  }

  /// A time with exactly one decimal, so that its width is constant.
  package func tenths(_ time: SceneTime) -> String {
    let tenths = max(0, time.nanoseconds) / 100_000_000
    return "\(hasMinutes ? Self.minutes(tenths / 10) : String(tenths / 10)).\(tenths % 10)"
  }

  private static func minutes(_ seconds: Int64) -> String {
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
    let (minutes, rest) = (seconds / 60, padded(seconds % 60))
    return minutes < 60 ? "\(minutes):\(rest)" : "\(minutes / 60):\(padded(minutes % 60)):\(rest)"
  }
}
