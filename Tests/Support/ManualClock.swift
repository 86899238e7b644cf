import Foundation
import Synchronization

/// A clock for tasks that wait, whose time passes when a test says so.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    package let deadline: Instant
    package let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    package var now = Instant(offset: .zero)
    package var sleepers: [UUID: Sleeper] = [:]
    package var cancelled: Set<UUID> = []
    /// How many have begun to sleep so far.
    package var slept = 0
    package var waiter:
      (isMet: @Sendable (_ asleep: Int, _ slept: Int) -> Bool, continuation: CheckedContinuation<Void, Never>)?

    package var isMet: Bool { waiter?.isMet(sleepers.count, slept) == true }

    package mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter?.continuation
    }
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package let minimumResolution = Duration.nanoseconds(1)

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        enum Outcome { case passed, cancelled, asleep }
        let (outcome, waiter): (Outcome, CheckedContinuation<Void, Never>?) = state.withLock { state in
          state.slept += 1
          var outcome = Outcome.asleep
          if state.cancelled.contains(id) {
            outcome = .cancelled
          } else if deadline <= state.now {
            outcome = .passed
          } else {
            state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          }
          return (outcome, state.isMet ? state.takeWaiter() : nil)
        }
        waiter?.resume()
        switch outcome {
        case .passed: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .asleep: break
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until this many tasks sleep, or its task is cancelled; one task at a time may wait.
  package func untilAsleep(_ count: Int = 1) async { await until { asleep, _ in asleep >= count } }

  /// Waits until this many sleeps have started in total.
  package func untilSlept(_ count: Int) async { await until { _, slept in slept >= count } }

  private func until(_ isMet: @escaping @Sendable (_ asleep: Int, _ slept: Int) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = state.withLock { state in
          state.waiter = (isMet, continuation)
          return state.isMet || Task.isCancelled ? state.takeWaiter() : nil
        }
        waiter?.resume()
      }
    } onCancel: {
      let waiter = state.withLock { $0.takeWaiter() }
      waiter?.resume()
    }
  }

  /// Lets time pass, and wakes those whose time has come.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
