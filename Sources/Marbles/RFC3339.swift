/// Dates as text, by RFC 3339.
enum RFC3339 {
  /// The time since 1970; nil for another text. A space may stand for `T`, and a date without an offset is in UTC.
  static func time(_ text: String) -> SceneTime? {
    var bytes = Array(text.utf8)[...]
    func number(_ digits: Int) -> Int? {
      guard bytes.count >= digits else { return nil }
      var number = 0
      for byte in bytes.prefix(digits) {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      bytes = bytes.dropFirst(digits)
      return number
    }
    func next(_ characters: String) -> Bool {
      guard let first = bytes.first, characters.utf8.contains(first) else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    guard let year = number(4), next("-"), let month = number(2), next("-"), let day = number(2), next("Tt "),
      let hour = number(2), next(":"), let minute = number(2), next(":"), let second = number(2),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction = 0
    if next(".,") {
      var digits = 0
      while let digit = number(1) {
        digits += 1
        if digits <= 9 { fraction = fraction * 10 + digit }
      }
      guard digits > 0 else { return nil }
      for _ in min(digits, 9)..<9 { fraction *= 10 }
    }
    var offset = 0
    if !bytes.isEmpty, !next("Zz") {
      let isWest = bytes.first == UInt8(ascii: "-")
      guard next("+-"), let hours = number(2) else { return nil }
      _ = next(":")
      guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    guard bytes.isEmpty else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    let (result, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return nil }
    let (sum, isTooLarge) = result.addingReportingOverflow(Int64(fraction))
    return isTooLarge ? nil : .nanoseconds(sum)
  }

  /// The days since 1970 of a date in the Gregorian calendar.
  ///
  /// Years begin in March, so that the leap day is the last one; 400 years have 146,097 days.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
