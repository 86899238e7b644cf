internal import Platform

/// Whether the limits of the system leave room for the threads of a command. Without them it would wait for a thread for ever,
/// and could not even be told to end.
package enum ThreadRoom {
  /// The number of threads of a command that plays, runs or watches a scene, or asks a daemon.
  package static let ofPlayer = 12

  /// - Throws: ``CommandFailure`` when there is no room for `count` more threads.
  package static func require(_ count: Int) throws(CommandFailure) {
    if TaskLimit.hasRoom(forThreads: count) { return }
    throw CommandFailure(.noRoom, message(count, limit: TaskLimit.current))
  }

  static func message(_ count: Int, limit: Int?) -> String {
    let limit = limit.map { "the limit of \($0) threads and processes" } ?? "the system"
    return """
      \(limit) leaves no room for the \(count) threads that marbled needs \
      (help: end other programs, or raise the limit: `ulimit -u`, or `TasksMax=` of a unit)
      """
  }
}
