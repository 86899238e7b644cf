/// Processor time, in user mode and in the kernel.
public enum ProcessorTime {
  /// What all threads of this process have used so far.
  public static var ofProcess: Duration { .nanoseconds(nanoseconds(CLOCK_PROCESS_CPUTIME_ID)) }

  /// What the calling thread has used so far, in nanoseconds.
  @Sendable public static func ofThread() -> Int64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
