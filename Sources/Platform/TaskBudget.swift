/// How a process divides the threads and processes that it may have: some are its own threads, the others are for the
/// commands of live rows. Without a thread left, a program can't even end in order.
package struct TaskBudget: Hashable, Sendable {
  /// The maximum number of threads and processes; nil without a limit.
  package let limit: Int?
  /// The number of processors, on which the number of threads depends.
  package let processors: Int

  /// What a command takes: the guard, the shell, and the program that it starts.
  package static let perCommand = 3

  /// For how many rows with `exec:` the shipped units have room, on a machine with at most 128 processors.
  package static let documentedCommands = 64

  /// The budget for a limit.
  package init(limit: Int?, processors: Int) { (self.limit, self.processors) = (limit, processors) }

  /// The budget for the limits of this process.
  package static var ofThisProcess: TaskBudget {
    TaskBudget(limit: TaskLimit.current, processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// The threads of a daemon: for connections, Swift's pool and runs there are up to three for each processor. The others
  /// are for the hub, the scene, the sources, the log, the terminal and requests. Sources have two, however many there are;
  /// only rows of Redis have up to two each, and a scene has few of them.
  package var own: Int { 20 + 3 * processors }

  /// The maximum number of commands that run at once.
  package var commands: Int { limit.map { max(1, ($0 - own) / Self.perCommand) } ?? .max }
}
