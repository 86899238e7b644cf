import Platform
import RedisClient
import Scenes
import TestSupport
import Testing

@testable import Inputs

/// How long the end of a row waits for threads that don't end, in virtual time and without a server.
@Suite(.timeLimit(.minutes(30))) struct RedisRowTests {
  private let time = VirtualClock()

  /// A row whose threads have not begun, so they don't end.
  private func row(_ query: String = "?group=g", clock: MonotonicClock? = nil) throws -> RedisRow {
    let handlers = LiveSource.Handlers(
      onLine: { _, _ in true }, onErrorLine: { _ in }, onUpdate: { _ in }, onEnd: { _ in })
    return RedisRow(
      try RedisSource(parsing: "redis://h/orders\(query)"), LineSettings(), handlers, clock: clock ?? time.clock)
  }

  @Test("the last acknowledgements have as long as they are given")
  func finish() throws {
    let start = time.now
    let row = try row()
    row.finish(within: .seconds(2), handingBack: true)
    #expect(time.now - start == 2_000_000_000 && row.keeperStopper.isStopped)
  }

  @Test("without a group there is nothing to wait for")
  func noGroup() throws {
    let start = time.now
    try row("").finish(within: .seconds(2), handingBack: true)
    #expect(time.now == start)
  }

  @Test("entries are handed back after the reader has ended, or not at all")
  func reader() throws {
    let start = time.now
    #expect(try !row().waitForReader())
    #expect(time.now - start == 1_000_000_000)
  }

  @Test("a stop returns at once, and ends the last acknowledgements after two seconds")
  func stop() throws {
    let start = time.now
    let row = try row(
      clock: MonotonicClock(now: { [time] in time.now }) { [time] readable, writable, nanoseconds in
        // That of this test is real, and without a limit.
        time.clock.wait(readable, writable, nanoseconds == 2_000_000_000 ? nanoseconds : nil)
      })
    row.stop()
    while !row.keeperStopper.isStopped { row.keeperStopper.wait(.seconds(60)) }
    #expect(time.now - start == 2_000_000_000)
  }
}
