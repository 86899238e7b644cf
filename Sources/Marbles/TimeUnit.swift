/// The unit of the times that a source gives its values.
public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
  /// Seconds since 1970.
  case s
  /// Milliseconds since 1970.
  case ms
  /// Microseconds since 1970.
  case us
  /// Nanoseconds since 1970.
  case ns
  /// Text such as `2026-01-31T12:00:00.5Z`.
  case rfc3339

  /// The time since 1970 that a value states; nil when it states none.
  ///
  /// - Parameters:
  ///   - value: a number, or text with a number or a date.
  ///   - unit: the unit of numbers; nil to guess it: numbers of seconds have at most 11 digits, of milliseconds 14, of
  ///     microseconds 17. Text that is not a number is a date.
  public static func time(_ value: Value, unit: TimeUnit?) -> SceneTime? {
    switch value {
    case .int(let number): unit == .rfc3339 ? nil : (unit ?? guess(Double(number))).time(of: number)
    case .double(let number): unit == .rfc3339 ? nil : (unit ?? guess(number.value)).time(of: number.value)
    case .string(let text):
      if unit != .rfc3339, let number = Int(text) {
        (unit ?? guess(Double(number))).time(of: number)
      } else if unit != .rfc3339, let number = Double(text), number.isFinite {
        (unit ?? guess(number)).time(of: number)
      } else if unit == nil || unit == .rfc3339 {
        RFC3339.time(text)
      } else {
        nil
      }
    default: nil
    }
  }

  private static func guess(_ number: Double) -> TimeUnit {
    switch number.magnitude {
    case ..<1e11: .s
    case ..<1e14: .ms
    case ..<1e17: .us
    default: .ns
    }
  }

  private var nanoseconds: Int64 {
    switch self {
    case .s, .rfc3339: 1_000_000_000
    case .ms: 1_000_000
    case .us: 1000
    case .ns: 1
    }
  }

  private func time(of number: Int) -> SceneTime? {
    let (result, overflow) = Int64(number).multipliedReportingOverflow(by: nanoseconds)
    return overflow ? nil : .nanoseconds(result)
  }

  private func time(of number: Double) -> SceneTime? {
    // By parts: a double can't hold the nanoseconds of a date.
    let whole = number.rounded(.down)
    let rest = ((number - whole) * Double(nanoseconds)).rounded()
    guard let units = Int(exactly: whole), let start = time(of: units) else { return nil }
    let (result, overflow) = start.nanoseconds.addingReportingOverflow(Int64(rest))
    return overflow ? nil : .nanoseconds(result)
  }
}
