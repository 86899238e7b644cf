/// The time of day, which jumps when the machine's clock is set; for time stamps, not for measuring.
public enum RealTime {
  /// The nanoseconds since 1970.
  @inlinable
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The local time of day, for people: `14:03:05`.
  public static var timeOfDay: String {
    var now = time_t(Self.now / 1_000_000_000)
    var parts = tm()
    localtime_r(&now, &parts)
    let numbers = [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
