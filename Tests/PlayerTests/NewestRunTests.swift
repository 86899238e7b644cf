import Dispatch
import Platform
import Scenes
import Synchronization
import Testing

@testable import Playback
@testable import Player

/// Work beside the thread that draws, for which that thread waits a little.
@Suite(.timeLimit(.minutes(30))) struct NewestRunTests {
  /// A clock that jumps to each deadline that is waited for.
  private final class Wall: Sendable {
    private let time = Atomic<Int64>(1_000_000_000)
    var now: Int64 { time.load(ordering: .relaxed) }

    func pass(_ duration: Duration) { time.add(duration.wholeNanoseconds, ordering: .relaxed) }

    var clock: WallClock {
      WallClock(now: { self.now }) { wake, deadline in
        guard let deadline else { return wake.wait() }
        self.time.store(deadline, ordering: .relaxed)
      }
    }
  }

  @Test("after a wait in vain nobody waits for so long again, until work has ended sooner")
  func waits() throws {
    let wall = Wall()
    let run = NewestRun<Int>(limit: nil, wall: wall.clock) {}
    let limit = Duration.milliseconds(8)
    let (hasBegun, door) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    #expect(!run.isWorthWaiting(limit))
    run.start { _ throws(SceneError) in
      hasBegun.signal()
      door.wait()
      return 1
    }
    hasBegun.wait()
    #expect(run.isWorthWaiting(limit))
    let start = wall.now
    #expect(run.take(waiting: limit) == nil)
    #expect(wall.now - start == limit.wholeNanoseconds)
    #expect(!run.isWorthWaiting(limit) && run.isWorthWaiting(.seconds(60)) && run.isWorthWaiting(nil))
    // A newer one replaces it, which never ends.
    run.start { _ throws(SceneError) in
      wall.pass(limit)
      return 2
    }
    #expect(!run.isWorthWaiting(limit))
    door.signal()
    #expect(try run.take(waiting: nil)?.get() == 2)
    // What ended counts, not the wait before it.
    run.start { _ throws(SceneError) in
      door.wait()
      return 3
    }
    #expect(run.isWorthWaiting(limit) && !run.isWorthWaiting(limit - .nanoseconds(1)))
    door.signal()
    #expect(try run.take(waiting: nil)?.get() == 3)
  }
}
