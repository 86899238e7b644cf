/// Playback speed: scene seconds per wall-clock second.
///
/// Flags, scene files, line commands, control requests and scaled clocks all read speeds here, so they share one range
/// and one error text. Every conversion between wall time and scene time goes through ``sceneSpan(ofWall:)`` and
/// ``wallSpan(of:)``, which saturate.
///
/// ```swift
/// SpeedFactor(2)?.sceneSpan(ofWall: 1_500_000_000)      // 3 s
/// SpeedFactor(1e300)                                    // nil
/// ```
public struct SpeedFactor: Hashable, Sendable {
  /// The valid values.
  public static let range = 0.000_001...1_000_000.0

  /// The expected value, for error messages.
  public static let expectation = "a number from 0.000001 to 1000000, such as 2 or 0.5"

  /// Speed 1: the speed of the wall clock.
  public static let normal = SpeedFactor(unchecked: 1)

  /// Scene seconds per wall-clock second.
  public let value: Double

  /// Creates a speed factor; nil for NaN and for values outside of ``range``.
  public init?(_ value: Double) {
    guard Self.range.contains(value) else { return nil }
    self.value = value
  }

  /// Reads a decimal number such as `2`, `0.5` or `1e3`; nil for any other text.
  public init?(parsing text: some StringProtocol) {
    guard let value = Double(text) else { return nil }
    self.init(value)
  }

  private init(unchecked value: Double) { self.value = value }
}

extension SpeedFactor {
  /// The scene time that passes in this many wall nanoseconds, to the nearest nanosecond.
  public func sceneSpan(ofWall nanoseconds: Int64) -> SceneTime {
    SceneTime(nanoseconds: Int64(saturating: (Double(nanoseconds) * value).rounded()))
  }

  /// The wall nanoseconds that a span of scene time takes, rounded up, so that the span has passed by then.
  public func wallSpan(of span: SceneTime) -> Int64 {
    Int64(saturating: (Double(span.nanoseconds) / value).rounded(.up))
  }
}

extension SpeedFactor: Comparable {
  /// Whether `left` is slower.
  public static func < (left: SpeedFactor, right: SpeedFactor) -> Bool { left.value < right.value }
}

extension SpeedFactor: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a speed factor from a literal.
  ///
  /// - Precondition: the value is in ``range``.
  public init(floatLiteral value: Double) {
    precondition(Self.range.contains(value), "a speed factor is \(Self.expectation)")
    self.value = value
  }

  /// Creates a speed factor from a literal.
  ///
  /// - Precondition: the value is in ``range``.
  public init(integerLiteral value: Int) { self.init(floatLiteral: Double(value)) }
}

extension SpeedFactor: CustomStringConvertible {
  /// The number, without a fraction if it is whole: `2`, `0.5`.
  public var description: String { Int(exactly: value).map(String.init) ?? String(value) }
}

extension Int64 {
  /// The nearest integer to `value`, clamped to the range of the type; 0 for NaN.
  package init(saturating value: Double) {
    // 2^63 is a Double, but not an Int64.
    if value >= 0x1p63 {
      self = .max
    } else if value <= -0x1p63 {
      self = .min
    } else {
      self = Int64(exactly: value.rounded(.towardZero)) ?? 0
    }
  }
}
