import Synchronization

/// The processes that a test has started. None of them outlives the test, however it ends.
package final class StartedProcesses: Sendable {
  /// Those of the test that runs; nil outside of tests.
  @TaskLocal package static var current: StartedProcesses?

  private struct Entry {
    weak var process: ChildProcess?
  }

  private struct State {
    var entries: [Entry] = []
    var isOver = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether all of them were killed, and what is started will be.
  package var isOver: Bool { state.withLock { $0.isOver } }

  func add(_ process: ChildProcess) {
    let isOver = state.withLock { state in
      state.entries.removeAll { $0.process == nil }
      state.entries.append(Entry(process: process))
      return state.isOver
    }
    if isOver { process.kill() }
  }

  /// Kills all of them, and all that are started later. This also wakes threads that wait for one of them.
  package func kill() {
    let processes = state.withLock { state in
      state.isOver = true
      return state.entries.compactMap(\.process)
    }
    for process in processes { process.kill() }
  }
}
