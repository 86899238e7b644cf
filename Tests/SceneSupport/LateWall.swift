internal import Platform
package import Playback
internal import Synchronization

/// A wall clock that is moved by being waited for.
package final class LateWall: Sendable {
  private let lateness: Int64
  private let time = Mutex<Int64>(0)

  /// - Parameter lateness: the nanoseconds by which each wait takes longer than it should.
  package init(by lateness: Int64) { self.lateness = lateness }

  /// Nanoseconds since it was made.
  package var passed: Int64 { time.withLock { $0 } }

  /// The clock.
  package var clock: WallClock {
    WallClock(now: { self.passed }) { wake, deadline in
      guard !wake.wait(nanoseconds: 0) else { return }
      self.time.withLock { $0 = max($0, (deadline ?? $0) + self.lateness) }
    }
  }
}
