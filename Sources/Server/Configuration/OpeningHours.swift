internal import Foundation

/// When a public screen shows something: hours of days of the week, such as `Mon-Fri 09:00-18:00`, by the clock on the wall.
public struct OpeningHours: Hashable, Sendable {
  /// Why a text does not say when a screen is on.
  struct Malformed: Error, Hashable, CustomStringConvertible {
    /// What was found, and what was expected.
    var description: String
  }

  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let minutesOfDay = 24 * 60

  /// The days on which the hours begin, from Monday, which is 0.
  private let days: Set<Int>
  /// Minutes of the day. An end that is not after the start is on the next day.
  private let start: Int
  private let end: Int

  /// Reads `09:00-18:00`, or the same after days: `Sat`, `Mon-Fri`. Hours may pass midnight: `18:00-02:00`.
  init(parsing text: String) throws(Malformed) {
    let parts = text.lowercased().split(separator: " ")
    let expected = "expected hours such as `09:00-18:00` or `Mon-Fri 09:00-18:00`"
    guard (1...2).contains(parts.count) else { throw Malformed(description: "found `\(text)`, \(expected)") }
    days = try parts.count == 2 ? Self.days(parts[0]) : Set(0..<7)
    let ends = parts.last!.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = Self.minute(ends[0]), let end = Self.minute(ends[1]),
      start < Self.minutesOfDay, start != end
    else { throw Malformed(description: "found `\(text)`, \(expected)") }
    (self.start, self.end) = (start, end > start ? end : end + Self.minutesOfDay)
  }

  private static func days(_ text: Substring) throws(Malformed) -> Set<Int> {
    let names = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = names.compactMap { name in days.firstIndex(of: String(name)) }
    guard numbers.count == names.count, (1...2).contains(names.count) else {
      throw Malformed(
        description:
          "found the days `\(text)`, expected Mon, Tue, Wed, Thu, Fri, Sat or Sun, or two of them as in Mon-Fri")
    }
    guard numbers.count == 2 else { return Set(numbers) }
    let length = (numbers[1] - numbers[0] + 7) % 7
    return Set((0...length).map { (numbers[0] + $0) % 7 })
  }

  /// `09:30` in minutes; up to 24:00.
  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour < 24 || hour == 24 && minute == 0
    else { return nil }
    return hour * 60 + minute
  }

  /// Whether the screen is on at a minute of the week, from Monday 0:00.
  private func contains(_ minute: Int) -> Bool {
    days.contains { day in
      let begin = day * Self.minutesOfDay + start
      let week = 7 * Self.minutesOfDay
      return ((minute - begin) % week + week) % week < end - start
    }
  }

  /// Whether the screen is on at some of these hours; always, if there are none.
  ///
  /// - Parameters:
  ///   - hours: the hours.
  ///   - nanoseconds: the time, since 1970.
  ///   - zone: the time zone of the screen.
  static func contain(_ hours: [OpeningHours], _ nanoseconds: Int64, in zone: TimeZone) -> Bool {
    hours.isEmpty || hours.contains { $0.contains(minute(of: nanoseconds, in: zone)) }
  }

  /// When the screen goes on next, as `at 9:00`, or `on Monday at 9:00` when it stays off for a day and longer; nil without hours,
  /// and while it is on.
  static func next(_ hours: [OpeningHours], after nanoseconds: Int64, in zone: TimeZone) -> String? {
    let now = minute(of: nanoseconds, in: zone)
    let week = 7 * minutesOfDay
    let starts = hours.flatMap { hours in hours.days.map { $0 * minutesOfDay + hours.start } }
    guard !contain(hours, nanoseconds, in: zone),
      let next = starts.min(by: { ($0 - now + week) % week < ($1 - now + week) % week })
    else { return nil }
    let (hour, minute) = (next % minutesOfDay / 60, next % 60)
    let isFar = (next - now + week) % week >= minutesOfDay
    return (isFar ? "on \(dayNames[next / minutesOfDay]) " : "") + "at \(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  private static func minute(of nanoseconds: Int64, in zone: TimeZone) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let date = Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000_000))
    let parts = calendar.dateComponents([.weekday, .hour, .minute], from: date)
    // Sunday is 1.
    return ((parts.weekday ?? 2) + 5) % 7 * minutesOfDay + (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }
}
