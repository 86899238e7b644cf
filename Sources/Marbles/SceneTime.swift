/// A point on a timeline, in whole nanoseconds since the scene began; also used for a span between two such points.
///
/// Whole nanoseconds, because with floating point 0.7 + 0.1 and 0.8 would be two instants.
///
/// ```swift
/// SceneTime.seconds(1.5).description        // "1.5"
/// SceneTime.milliseconds(700) + .milliseconds(100) == .milliseconds(800)
/// ```
public struct SceneTime: Hashable, Sendable {
  /// Nanoseconds since the scene began.
  public var nanoseconds: Int64

  /// Creates a time from whole nanoseconds.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The start of the scene.
  public static let zero = SceneTime(nanoseconds: 0)
  /// The latest time: 292 years.
  public static let distantFuture = SceneTime(nanoseconds: .max)
  /// The latest time, and the longest span, that text may contain: 100 years of 365.25 days.
  ///
  /// Sums of a few such times are exact; later results saturate.
  public static let longestReadable = SceneTime(nanoseconds: 3_155_760_000_000_000_000)

  /// Creates a time from nanoseconds.
  public static func nanoseconds(_ count: Int64) -> SceneTime { SceneTime(nanoseconds: count) }
  /// Creates a time from milliseconds; saturates.
  public static func milliseconds(_ count: Int64) -> SceneTime {
    SceneTime(nanoseconds: count.multipliedSaturated(by: 1_000_000))
  }
  /// Creates a time from whole seconds; saturates.
  ///
  /// Generic, so that `.seconds(1)` is not ambiguous with the overload for `Double`.
  public static func seconds(_ count: some BinaryInteger) -> SceneTime {
    SceneTime(nanoseconds: Int64(clamping: count).multipliedSaturated(by: 1_000_000_000))
  }
  /// Creates a time from seconds, rounded to the nearest nanosecond; saturates, and maps NaN to 0.
  public static func seconds(_ count: Double) -> SceneTime {
    SceneTime(nanoseconds: Int64(saturating: (count * 1e9).rounded()))
  }

  /// Seconds since the scene began, for display and drawing only; calculations use nanoseconds.
  public var seconds: Double { Double(nanoseconds) / 1e9 }
}

extension SceneTime: Comparable {
  /// Whether `left` is earlier.
  public static func < (left: SceneTime, right: SceneTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension SceneTime: AdditiveArithmetic {
  /// The sum; saturates.
  public static func + (left: SceneTime, right: SceneTime) -> SceneTime {
    SceneTime(nanoseconds: left.nanoseconds.addingSaturated(right.nanoseconds))
  }

  /// The difference; saturates.
  public static func - (left: SceneTime, right: SceneTime) -> SceneTime {
    SceneTime(nanoseconds: left.nanoseconds.subtractingSaturated(right.nanoseconds))
  }
}

extension SceneTime: InstantProtocol {
  /// The time that is `duration` later.
  public func advanced(by duration: Duration) -> SceneTime { self + SceneTime(duration) }

  /// The span from this time to `other`.
  public func duration(to other: SceneTime) -> Duration { Duration(other - self) }
}

extension SceneTime {
  /// The span of `duration`, truncated to nanoseconds, and at most ``distantFuture``.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    self.init(nanoseconds: overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum)
  }
}

extension Duration {
  /// The span from the start of the scene to `time`.
  public init(_ time: SceneTime) { self = .nanoseconds(time.nanoseconds) }
}

extension SceneTime {
  /// The time rounded to whole milliseconds for display; times other than 0 are never rounded to 0.
  public var inMilliseconds: SceneTime {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let rounded = whole + (rest.magnitude >= 500_000 ? rest.signum() : 0)
    guard rounded.magnitude < Int64.max / 1_000_000 else { return self }
    return .milliseconds(rounded == 0 ? Int64(nanoseconds.signum()) : rounded)
  }
}

extension SceneTime: CustomStringConvertible {
  /// Seconds in the shortest exact decimal form: `0`, `1.5`, `0.000000001`.
  public var description: String {
    let (seconds, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(seconds)" }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(seconds).\(digits)"
  }
}
