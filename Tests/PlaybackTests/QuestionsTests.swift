import Synchronization
import Testing

@testable import Playback

/// Whether the thread of a run hangs.
@Suite struct QuestionsTests {
  @Test("a question is answered before all that waits, outside of the executor")
  func order() throws {
    let executor = PlaybackExecutor()
    let order = Mutex<[String]>([])
    executor.arrive { [executor] in
      order.withLock { $0.append("first") }
      executor.ask { [executor] in order.withLock { $0.append(executor.isCurrent ? "inside" : "answer") } }
    }
    executor.arrive { order.withLock { $0.append("second") } }
    try RealTimeDrive(executor: executor).run()
    #expect(order.withLock { $0 } == ["first", "answer", "second"])
  }

  @Test("a question is answered while nothing happens")
  func waiting() throws {
    let executor = PlaybackExecutor()
    let drive = RealTimeDrive(
      executor: executor,
      wall: WallClock(now: { 0 }) { _, _ in
        // The thread waits, and another one asks.
        executor.ask { executor.closeInput() }
      })
    executor.openInput()
    try drive.run()
    #expect(!executor.hasOpenInputs)
  }
}
