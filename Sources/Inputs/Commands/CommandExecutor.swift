internal import Dispatch

/// Runs the tasks that wait for commands on a dedicated queue, so that a command starts and ends on time even when all
/// threads of Swift's global executor are busy.
final class CommandExecutor: TaskExecutor {
  static let shared = CommandExecutor()

  private let queue = DispatchQueue(label: "marbled.commands")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
