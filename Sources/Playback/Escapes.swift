// An SPI may change with any release: a later compiler builds without the trap, and the tests of the border then say so.
#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalScheduling) import _Concurrency

  // Since Swift 6.3 `Task.sleep` asks the task's own executor to schedule it, and only then the global hooks.
  @_spi(ExperimentalScheduling)
  extension PlaybackExecutor: SchedulingExecutor {
    /// Stops the program: a playback has a clock of its own.
    public func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      fatalError(Self.sleepMessage)
    }

    /// Stops the program: a playback has a clock of its own.
    public func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      fatalError(Self.sleepMessage)
    }
  }
#endif
