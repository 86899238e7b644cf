import Platform
import TestSupport
import Testing

@testable import RedisClient

/// Waits of the threads that use a connection, in virtual time.
@Suite struct RedisLinkTests {
  @Test func aWaitTakesItsTimeUnlessItsThreadIsWokenOrStopped() {
    let time = VirtualClock()
    let stopper = RedisStopper(clock: time.clock)
    let start = time.now
    stopper.wait(.seconds(5))
    #expect(time.now - start == 5_000_000_000)
    stopper.wake()
    stopper.wake()
    stopper.wait(.seconds(5))
    #expect(time.now - start == 5_000_000_000, "woken before the wait")
    stopper.wait(.seconds(1))
    #expect(time.now - start == 6_000_000_000, "two wakes end one wait")
    stopper.stop()
    stopper.wait(.seconds(5))
    #expect(time.now - start == 6_000_000_000)
  }

  #if Redis
    @Test func aServerThatIsGoneIsAskedAfterWaitsThatGrow() throws {
      let time = VirtualClock()
      let stopper = RedisStopper(clock: time.clock)
      let start = time.now
      var waits: [Duration] = []
      // Port 1: nothing listens there.
      let url = try RedisStreamURL(parsing: "redis://127.0.0.1:1/s", allowed: [])
      let link = RedisLink(to: url.address, stopper: stopper) { state in
        guard case .waiting(let wait, _) = state else { return }
        waits.append(wait)
        // Later waits are as long, so they are no new state.
        if wait == .seconds(5) { stopper.stop() }
      }
      #expect(try link.perform { _ in 1 } == nil)
      #expect(waits == [100, 200, 400, 800, 1600, 3200, 5000].map { .milliseconds($0) })
      #expect(time.now - start == 6_300_000_000)
    }
  #endif
}
