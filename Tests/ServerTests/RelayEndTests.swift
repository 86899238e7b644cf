import Logging
import Playback
import RedisClient
import Synchronization
import TestSupport
import Testing

@testable import Server

/// How long the end of a daemon waits for a Redis server, in virtual time and without one.
@Suite struct RelayEndTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private var url: RedisStreamURL {
    get throws { try RedisStreamURL(parsing: "redis://localhost/show", allowed: []) }
  }

  @Test("a relay waits a second for its thread")
  func relay() async throws {
    let time = VirtualClock()
    let start = time.now
    // Its thread has not begun, so it does not end.
    await Relay(of: try url, settings: .gatheringNothing, logger, clock: time.clock).stop()
    #expect(time.now - start == 1_000_000_000)
  }

  @Test("a publisher has 0.4 s for the end of the stream")
  func publisher() throws {
    let alarms = Mutex<[(limit: Duration, fire: @Sendable () -> Void)]>([])
    let watchdog = Watchdog { limit, fire in alarms.withLock { $0.append((limit, fire)) } }
    let publisher = Publisher(
      StateStore(settings: .gatheringNothing, run: "r"), to: try url, logger, watchdog: watchdog)
    publisher.stopSoon()
    let set = alarms.withLock { $0 }
    #expect(set.map(\.limit) == [.milliseconds(400)] && !publisher.stopper.isStopped)
    set.first?.fire()
    #expect(publisher.stopper.isStopped)
  }
}
