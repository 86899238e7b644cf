/// The time of day, which jumps when the machine's clock is set; for time stamps, not for measuring.
public enum RealTime {
  /// The nanoseconds since 1970.
  @inlinable
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
