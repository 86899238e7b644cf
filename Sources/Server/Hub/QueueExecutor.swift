internal import Dispatch
internal import Platform
internal import Synchronization

/// Runs an actor on a dedicated serial queue, so that other work can't occupy its thread.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(_ label: String, qos: DispatchQoS) { queue = DispatchQueue(label: label, qos: qos) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Work other than jobs that runs on the queue is isolated, too.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Runs the tasks of viewers on a few dedicated threads: however many viewers there are, control requests run
/// elsewhere.
final class ViewerExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "marbled.viewers", qos: .utility)
  /// When the current probe was sent, and how long the last one took, in nanoseconds.
  private let probe = Mutex<(sent: Int64?, lag: Int64)>((nil, 0))

  /// How long a job waits before it runs, in nanoseconds. Each read sends the next probe.
  var lag: Int64 {
    let now = Self.now
    let (lag, isNew) = probe.withLock { probe in
      if let sent = probe.sent { return (max(probe.lag, now - sent), false) }
      probe.sent = now
      return (probe.lag, true)
    }
    if isNew {
      queue.async { [self] in
        probe.withLock { $0 = (nil, Self.now - now) }
      }
    }
    return lag
  }

  private static var now: Int64 { MonotonicClock.system.now() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
