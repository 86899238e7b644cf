import Dispatch
import Playback
import Scenes
import Testing

@testable import Player

/// Work beside the thread that draws, for which that thread waits a little.
@Suite(.timeLimit(.minutes(1))) struct NewestRunTests {
  @Test("after a wait in vain nobody waits for so long again, until work has ended sooner")
  func patience() throws {
    let run = NewestRun<Int>(limit: nil) {}
    let (patience, door) = (Duration.milliseconds(1), DispatchSemaphore(value: 0))
    #expect(!run.isWorthWaiting(patience))
    run.start { _ throws(SceneError) in
      door.wait()
      return 1
    }
    #expect(run.isWorthWaiting(patience))
    #expect(run.take(waiting: patience) == nil)
    #expect(!run.isWorthWaiting(patience) && run.isWorthWaiting(.seconds(60)) && run.isWorthWaiting(nil))
    // A newer one replaces it, which never ends.
    run.start { _ throws(SceneError) in 2 }
    #expect(!run.isWorthWaiting(patience))
    door.signal()
    #expect(try run.take(waiting: nil)?.get() == 2)
    // What ended counts, not the wait before it.
    run.start { _ throws(SceneError) in 3 }
    #expect(run.isWorthWaiting(.seconds(60)))
    #expect(try run.take(waiting: nil)?.get() == 3)
  }
}
