import AsyncAlgorithms
import Dispatch
import Marbles
import Platform
import Synchronization
import Testing

@testable import Playback

// MARK: Timelines

func timeline(_ row: String, _ events: [(Double, Value)], end: Timeline.End) -> Timeline {
  Timeline(
    events: events.enumerated().map {
      Event(time: .seconds($1.0), value: $1.1)
    }, end: end)
}

func timeline(_ row: String, _ events: [(Double, Value)], end: Double) -> Timeline {
  timeline(row, events, end: .finish(.seconds(end)))
}

/// The sample of the video series that this all began with.
let ints = timeline("ints", [(0, 1), (1, 2), (2, 3), (5, 4), (8, 5)], end: 8)
let strings = timeline("strings", [(1.5, "a"), (2.5, "b"), (4.5, "c"), (6.5, "d"), (7.5, "e")], end: 7.5)

// MARK: What happened

/// Lines in the order in which they were written, by any thread.
final class Log: Sendable {
  private let state = Mutex<[String]>([])
  var lines: [String] { state.withLock { $0 } }
  func write(_ line: String) { state.withLock { $0.append(line) } }
}

extension Timeline {
  func replay(on executor: PlaybackExecutor, rank: Int = 0) -> Replay {
    replay(on: PlaybackClock(executor: executor, rank: rank))
  }
}

extension PlaybackExecutor {
  /// Writes every value of `sequence` with its scene time to the nanosecond, and how it ended.
  func record<Base: AsyncSequence & Sendable>(
    _ sequence: Base, as name: String, to log: Log, show: @escaping @Sendable (Base.Element) -> String
  ) {
    start { [self] in
      do {
        for try await value in sequence { log.write("\(name) \(show(value))@\(now)") }
        log.write("\(name) |@\(now)")
      } catch {
        log.write("\(name) X \(error)@\(now)")
      }
    }
  }

  func record<Base: AsyncSequence & Sendable>(_ sequence: Base, as name: String, to log: Log)
  where Base.Element == Event {
    record(sequence, as: name, to: log) { $0.value.description }
  }

  /// Starts a task that does `body` for every element of `sequence`, and then `atEnd`.
  func forEach<Base: AsyncSequence & Sendable>(
    _ sequence: Base, do body: @escaping @Sendable (Base.Element) async -> Void,
    atEnd: @escaping @Sendable () -> Void = {}
  ) {
    start {
      do {
        for try await element in sequence { await body(element) }
        atEnd()
      } catch {
        Issue.record(error)
      }
    }
  }

  /// The sample through one operator of each kind, timers and internal tasks included.
  func startSample(to log: Log) {
    let (a, b) = (ints.replay(on: self, rank: 0), strings.replay(on: self, rank: 1))
    record(merge(a, b), as: "merge", to: log)
    record(zip(a, b), as: "zip", to: log) { "\($0.value)\($1.value)" }
    record(combineLatest(a, b), as: "combineLatest", to: log) { "\($0.value)\($1.value)" }
    record(merge(a, b).debounce(for: .seconds(1), clock: clock), as: "debounce", to: log)
  }
}

/// What the sample gives when it is run immediately.
func immediateSample() throws -> [String] {
  let (executor, log) = (PlaybackExecutor(), Log())
  executor.startSample(to: log)
  try executor.runImmediately()
  return log.lines
}

/// The lines of one recording.
func lines(_ name: String, in lines: [String]) -> [String] {
  lines.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
}

// MARK: Threads and walls

/// Runs `body` on a thread that is not one of the concurrency pool.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "PlaybackTests.driver").async { continuation.resume(with: Swift.Result(catching: body)) }
  }
}

/// A wall clock that is moved by being waited for: a run in "real" time that takes none, and is the same every time.
final class SimulatedWall: Sendable {
  struct Wait {
    /// How often the drive has waited before this time.
    var index: Int
    /// The wall time until which it means to wait; nil for ever.
    var deadline: Int64?
  }

  private struct State {
    var now: Int64 = 1_000_000_000_000
    var waits: [Int64?] = []
  }
  private let state = Mutex(State())

  var now: Int64 { state.withLock { $0.now } }
  /// Every deadline that was waited for.
  var waits: [Int64?] { state.withLock { $0.waits } }

  func pass(milliseconds: Int64) { state.withLock { $0.now += milliseconds * 1_000_000 } }

  /// A clock whose wait first does `meanwhile`, then ends: at once when it was woken, else exactly at its deadline.
  func clock(meanwhile: @escaping @Sendable (Wait) -> Void = { _ in }) -> WallClock {
    WallClock(now: { self.now }) { wake, deadline in
      let index = self.state.withLock { state in
        state.waits.append(deadline)
        precondition(state.waits.count < 100_000, "the drive waits for something that does not come")
        return state.waits.count - 1
      }
      meanwhile(Wait(index: index, deadline: deadline))
      guard !wake.wait(nanoseconds: 0) else { return }
      if let deadline { self.state.withLock { $0.now = max($0.now, deadline) } }
    }
  }
}

/// A count that any thread may raise.
final class Tally: Sendable {
  private let state = Atomic(0)
  var count: Int { state.load(ordering: .sequentiallyConsistent) }
  func raise() { state.wrappingAdd(1, ordering: .sequentiallyConsistent) }
}

extension Trait where Self == ConditionTrait {
  /// A test of what is known about the tasks of an executor.
  static var findsTasks: Self {
    .enabled(if: PlaybackExecutor.findsTasks, "where tasks are is known with Swift 6.3 on Linux with 64 bits")
  }
}
