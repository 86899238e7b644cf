internal import Platform

/// The processor time of this process.
public enum ProcessorTime {
  /// The processor time of all threads so far, in user mode and in the kernel.
  public static var used: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
