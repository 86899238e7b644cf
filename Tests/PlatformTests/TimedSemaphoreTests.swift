import Foundation
import Testing

@testable import Platform

@Suite struct TimedSemaphoreTests {
  @Test("Signals are counted, and a wait without one ends when its time is over")
  func counted() {
    let semaphore = TimedSemaphore()
    #expect(!semaphore.wait(nanoseconds: 0))
    for _ in 0..<3 { semaphore.signal() }
    for _ in 0..<2 { #expect(semaphore.wait(nanoseconds: .max)) }
    semaphore.wait()
    #expect(!semaphore.wait(nanoseconds: -1))
    let start = MonotonicClock.system.now()
    #expect(!semaphore.wait(nanoseconds: 3_000_000))
    #expect(MonotonicClock.system.elapsed(since: start) >= 3_000_000)
  }

  @Test("Each signal ends one wait of another thread, also when several wait", arguments: [Int64?.none, .max])
  func threads(limit: Int64?) {
    let (semaphore, ends) = (TimedSemaphore(), TimedSemaphore())
    for _ in 0..<8 {
      Thread.detachNewThread {
        if let limit { #expect(semaphore.wait(nanoseconds: limit)) } else { semaphore.wait() }
        ends.signal()
      }
    }
    for _ in 0..<8 {
      semaphore.signal()
      ends.wait()
    }
    #expect(!ends.wait(nanoseconds: 0) && !semaphore.wait(nanoseconds: 0))
  }
}
