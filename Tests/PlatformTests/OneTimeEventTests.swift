import Foundation
import Platform
import TestSupport
import Testing

/// An event that threads wait for, in virtual time.
@Suite struct OneTimeEventTests {
  @Test("a wait for an event that does not happen takes its time")
  func late() {
    let (event, time) = (OneTimeEvent(), VirtualClock())
    let start = time.now
    #expect(!event.wait(within: .seconds(2), clock: time.clock))
    #expect(time.now - start == 2_000_000_000)
    event.happen()
    #expect(event.wait(within: .seconds(2), clock: time.clock))
    #expect(time.now - start == 2_000_000_000)
  }

  @Test("an event ends a wait, and what only interrupts it does not")
  func inTime() {
    let (event, time) = (OneTimeEvent(), VirtualClock())
    let clock = MonotonicClock(now: { time.now }) { readable, writable, nanoseconds in
      // A signal of the process.
      if nanoseconds == 2_000_000_000 {
        time.advance(by: 500_000_000)
        return Wait.Ready()
      }
      Thread.detachNewThread { event.happen() }
      return Wait.until(readable: readable, writable: writable, nanoseconds: nil)
    }
    let start = time.now
    #expect(event.wait(within: .seconds(2), clock: clock))
    #expect(time.now - start == 500_000_000)
  }
}
