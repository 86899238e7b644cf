internal import Drawing
internal import Player
internal import Synchronization

/// Counts the frames drawn in this process: written by the drawing thread, readable by any.
final class FrameMeter: Sendable {
  /// The counters of frames.
  struct Counts: Sendable {
    var frames = 0
    var bytes = 0
    /// How late frames were, in wall seconds, of frames that were due at a time.
    var lateness = Histogram(bounds: [0.001, 0.002, 0.005, 0.01, 0.02, onTime, 0.05, 0.1, 0.25, 1])

    /// Frames that were drawn after the next one was due.
    var late: Int { lateness.count - lateness.counts[lateness.bounds.firstIndex(of: Self.onTime)!] }

    /// The default refresh interval of scenes, in seconds.
    static let onTime = 0.033
  }

  private let state = Mutex(Counts())

  var counts: Counts { state.withLock { $0 } }

  func count(bytes: Int, lateness: Duration?) {
    state.withLock { counts in
      counts.frames += 1
      counts.bytes += bytes
      if let lateness { counts.lateness.add(lateness / .seconds(1)) }
    }
  }
}
