import AsyncAlgorithms
import Marbles
import Playback

/// `merge` of two timelines of 300,000 events: on a `PlaybackExecutor`, and in a program without one.
///
/// All variants use the same operator over the same timelines. None of them waits: the executor's clock jumps, and the
/// deadlines on the wall clock have all passed.
enum MergeBenchmark {
  private static let events = 300_000
  private static let rounds = 3

  @MainActor
  static func run() async throws {
    let (left, right) = (timeline(offset: 0), timeline(offset: 500))
    let clock = ContinuousClock()
    var executor: [Duration] = []
    var mainActor: [Duration] = []
    var pool: [Duration] = []
    for _ in 0..<rounds {
      executor.append(try clock.measure { try onExecutor(left, right) })
      mainActor.append(try await clock.measure { try await consumedOnMainActor(left, right) })
      pool.append(try await clock.measure { try await consumedOnPool(left, right) })
    }
    let title = "merge of two 300,000-event timelines, "
    report(title + "on a PlaybackExecutor", executor.median, events: 2 * events)
    report(
      title + "operator on the global pool, loop on the main actor", mainActor.median, events: 2 * events,
      ratio: mainActor.median / executor.median)
    report(
      title + "operator and loop on the global pool", pool.median, events: 2 * events,
      ratio: pool.median / executor.median)
  }

  private static func timeline(offset: Int64) -> Timeline {
    let events = (0..<events).map { index in
      Event(time: .nanoseconds(Int64(index) * 1000 + offset), value: .int(index))
    }
    return Timeline(events: events, end: .finish(.milliseconds(300)))
  }

  private static func onExecutor(_ left: Timeline, _ right: Timeline) throws {
    let executor = PlaybackExecutor()
    let count = Count()
    executor.start {
      do {
        for try await _ in merge(left.replay(on: executor.clock), right.replay(on: executor.clock)) {
          count.value += 1
        }
      } catch {
        preconditionFailure("\(error)")
      }
    }
    try executor.runImmediately()
    precondition(count.value == 2 * events)
  }

  /// Like a loop in `main.swift` or in a view: the operator's tasks run on the pool, the consumer on the main actor.
  @MainActor
  private static func consumedOnMainActor(_ left: Timeline, _ right: Timeline) async throws {
    var count = 0
    for await _ in merge(try left.stream(speedFactor: 1e6), try right.stream(speedFactor: 1e6)) { count += 1 }
    precondition(count == 2 * events)
  }

  @concurrent
  private static func consumedOnPool(_ left: Timeline, _ right: Timeline) async throws {
    var count = 0
    for await _ in merge(try left.stream(speedFactor: 1e6), try right.stream(speedFactor: 1e6)) { count += 1 }
    precondition(count == 2 * events)
  }

  /// Counts on the executor's thread.
  ///
  /// @unchecked Sendable: written by one task of an immediate run, and read afterwards, all on one thread.
  private final class Count: @unchecked Sendable {
    var value = 0
  }
}
