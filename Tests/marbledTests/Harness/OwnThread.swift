import Foundation
import Synchronization
import TestSupport
import Testing

/// Runs each test on a separate thread, where it may wait for processes without holding up other tests: there are few
/// threads for tasks. What it has started ends with it, also when its time limit is over, in which it waits for its turn, too.
struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  /// Most of what these tests do is to wait, so there are more of them at once than processors.
  private static let turns = Turns(3 * ProcessInfo.processInfo.activeProcessorCount)

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThread? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.take()
    defer { Self.turns.giveBack() }
    try Task.checkCancellation()
    let processes = StartedProcesses()
    let executor = ThreadExecutor()
    defer {
      processes.kill()
      executor.stop()
    }
    try await withTaskCancellationHandler {
      try await StartedProcesses.$current.withValue(processes) {
        try await withTaskExecutorPreference(executor) { try await function() }
      }
    } onCancel: {
      processes.kill()
    }
  }
}

extension Trait where Self == OwnThread {
  static var ownThread: OwnThread { OwnThread() }
}

/// This many threads run at once; further tests wait in order.
private final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.free += 1 }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// A thread that runs what belongs to one test.
private final class ThreadExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isStopped = false
  }

  private let state = Watched(State())

  init() {
    let thread = Thread { [self] in
      while let jobs = state.wait(for: Self.next) {
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// What is to be done; nil when nothing comes any more.
  private static func next(_ state: inout State) -> [UnownedJob]?? {
    if state.jobs.isEmpty { return state.isStopped ? .some(nil) : nil }
    defer { state.jobs = [] }
    return state.jobs
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Ends the thread when nothing is left to do.
  func stop() { state.withLock { $0.isStopped = true } }
}
