/// The one spelling of durations that every flag, key and diagram shares: `33ms`, `1.5s`, `2m`, or bare seconds, `0.5`.
public enum DurationNotation {
  /// The units with their length in nanoseconds; longer spellings first, so that `ms` is not read as `m`.
  public static let units: [(name: String, nanoseconds: Int64)] = [
    ("ns", 1), ("us", 1000), ("\u{B5}s", 1000), ("\u{3BC}s", 1000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("m", 60_000_000_000),
  ]

  /// Why a text is not a valid duration.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a number with a unit.
    case malformed
    /// The text has a fraction of a nanosecond.
    case tooFine
    /// The duration is longer than ``SceneTime/longestReadable``.
    case tooLong

    /// The problem, worded to follow the text in a sentence.
    public var description: String {
      switch self {
      case .malformed: "is not a duration; expected seconds, or a number with a unit: 0.5, 33ms, 1.5s, 2m"
      case .tooFine: "is finer than a nanosecond"
      case .tooLong: "is longer than 100 years"
      }
    }
  }

  /// Reads a duration exactly, without passing through floating point.
  ///
  /// - Parameter text: digits, an optional fraction, and an optional unit (seconds when there is none).
  /// - Throws: ``Problem`` when `text` is not a duration, is finer than a nanosecond, or is longer than 100 years.
  public static func parse(_ text: some StringProtocol) throws(Problem) -> SceneTime {
    var number = Substring(text)
    var scale: Int64 = 1_000_000_000
    if let unit = units.first(where: { number.hasSuffix($0.name) }) {
      number = number.dropLast(unit.name.count)
      scale = unit.nanoseconds
    }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(isDigits) else { throw .malformed }
    let fraction = parts.count == 2 ? try nanoseconds(ofFraction: parts[1], scale: scale) : 0
    // Digits that don't fit into an Int64.
    guard let count = Int64(parts[0]) else { throw .tooLong }
    let time = SceneTime(nanoseconds: count.multipliedSaturated(by: scale).addingSaturated(fraction))
    if time > .longestReadable { throw .tooLong }
    return time
  }

  /// The shortest spelling that ``parse(_:)`` reads back as `time`, such as `500ms`, `1.5s` or `2m`; negative times
  /// cannot be read back.
  public static func print(_ time: SceneTime) -> String {
    let nanoseconds = time.nanoseconds
    if nanoseconds == 0 { return "0s" }
    if nanoseconds % 60_000_000_000 == 0 { return "\(nanoseconds / 60_000_000_000)m" }
    if nanoseconds.magnitude >= 1_000_000_000 { return "\(time)s" }
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000)ms" }
    if nanoseconds % 1000 == 0 { return "\(nanoseconds / 1000)us" }
    return "\(nanoseconds)ns"
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func nanoseconds(ofFraction digits: Substring, scale: Int64) throws(Problem) -> Int64 {
    var total: Int64 = 0
    var unit = scale
    for digit in digits.utf8 {
      // After the last decimal place, only zeros are allowed.
      if digit != 48, unit == 0 || unit % 10 != 0 { throw .tooFine }
      unit /= 10
      total += Int64(digit - 48) * unit
    }
    return total
  }
}
