internal import Dispatch
internal import Synchronization

/// Runs an actor on a serial queue of its own, and so on a thread that no other work can take away.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(_ label: String, qos: DispatchQoS) { queue = DispatchQueue(label: label, qos: qos) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// What the queue is given beside jobs is isolated, too.
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Runs the tasks of viewers on few threads of their own: however many there are, whoever controls the daemon has others.
final class ViewerExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "marbled.viewers")
  /// When a probe was sent that is under way, and how long the last one took, in nanoseconds.
  private let probe = Mutex<(sent: Int64?, lag: Int64)>((nil, 0))

  /// How long a job waits before it is run, in nanoseconds: by a probe, which whoever asks sends on its way.
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

  private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A thread for work that takes its time: one piece after the other.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameter label: shown by debuggers.
  init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  /// Does it there, and gives back what came of it.
  func perform<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
