internal import Drawing
internal import Player
internal import Synchronization

/// What was drawn in this process: counted by the thread that draws, read by any.
final class FrameMeter: Sendable {
  /// What there was so far.
  struct Counts: Sendable {
    var frames = 0
    var bytes = 0
    /// In wall seconds, of those that had a time of their own.
    var lateness = Histogram(bounds: [0.001, 0.002, 0.005, 0.01, 0.02, onTime, 0.05, 0.1, 0.25, 1])

    /// How many came later than the next one was due.
    var late: Int { lateness.count - lateness.counts[lateness.bounds.firstIndex(of: Self.onTime)!] }

    /// The interval of refreshing that scenes have which say nothing else, in seconds.
    static let onTime = 0.033
  }

  private let state = Mutex(Counts())

  var counts: Counts { state.withLock { $0 } }

  func count(_ frame: DrawnFrame) {
    state.withLock { counts in
      counts.frames += 1
      counts.bytes += frame.bytes
      if let lateness = frame.lateness { counts.lateness.add(lateness / .seconds(1)) }
    }
  }
}
