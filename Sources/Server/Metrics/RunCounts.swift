internal import Platform
internal import Synchronization

/// Counts the runs of pages that wait or are computed, and how long computing took.
///
/// How runs were answered is counted with all other requests, by ``RequestMeter``.
final class RunCounts: Sendable {
  private let asked = Atomic(0)
  private let computing = Atomic(0)
  private let computed = Mutex(Histogram(bounds: [0.005, 0.025, 0.1, 0.5, 1, 2, 5]))
  private let now: @Sendable () -> Int64

  /// - Parameter now: reads the wall clock, in nanoseconds.
  init(now: @escaping @Sendable () -> Int64 = MonotonicClock.system.now) { self.now = now }

  /// The number of runs that wait for their turn.
  var waiting: Int { max(0, asked.load(ordering: .relaxed) - running) }
  /// The number of runs that are computed now.
  var running: Int { computing.load(ordering: .relaxed) }
  /// How many wall seconds runs were computed.
  var seconds: Histogram { computed.withLock { $0 } }

  /// A client asks for a run.
  func begin() { asked.add(1, ordering: .relaxed) }

  /// The client has its answer.
  func end() { asked.subtract(1, ordering: .relaxed) }

  /// Measures how long `body` computes a run.
  func measure<Output>(_ body: () -> Output) -> Output {
    computing.add(1, ordering: .relaxed)
    let start = now()
    defer {
      let end = now()
      computed.withLock { $0.add(Double(end - start) / 1e9) }
      computing.subtract(1, ordering: .relaxed)
    }
    return body()
  }
}
