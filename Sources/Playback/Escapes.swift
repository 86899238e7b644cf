// This SPI may change with any release. A later compiler builds without the trap, and the tests of the border then
// fail.
#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalScheduling) import _Concurrency

  // Since Swift 6.3, `Task.sleep` asks the task's executor to schedule it before it uses the global hooks.
  @_spi(ExperimentalScheduling)
  extension PlaybackExecutor: SchedulingExecutor {
    /// Stops the run: tasks of a playback must sleep on its ``PlaybackClock``. The sleep never ends.
    public func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      noteEscape(.sleep)
    }

    /// Stops the run: tasks of a playback must sleep on its ``PlaybackClock``. The sleep never ends.
    public func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      noteEscape(.sleep)
    }
  }
#endif
