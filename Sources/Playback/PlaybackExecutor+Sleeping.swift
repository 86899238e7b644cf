internal import CPlayback
public import Marbles

/// How tasks wait on the clock of a ``PlaybackExecutor``.
extension PlaybackExecutor {
  func yield() async {
    await withUnsafeContinuation { continuation in
      guard isCurrent else {
        _ = refuseCurrentTask()
        return continuation.resume()
      }
      work.yielded.append(continuation)
    }
  }

  func sleep(until due: SceneTime, rank: Int) async throws {
    let sleeper = TimerQueue.Sleeper(task: cplayback_current_task().map { UInt(bitPattern: $0) })
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        guard isCurrent else { return continuation.resume(throwing: refuseCurrentTask()) }
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        sleeper.continuation = continuation
        timers.insert(sleeper, due: max(due, now), rank: rank)
      }
    } onCancel: {
      let cancel: @Sendable () -> Void = { [self] in
        timers.cancel(sleeper)?.resume(throwing: CancellationError())
      }
      if isCurrent { cancel() } else { submit(cancel) }
    }
  }

  /// The wake-up times of all tasks that sleep on ``clock``, soonest first.
  public var sleepers: [SceneTime] { timers.dueTimes }
}
