/// Yields an element at every interval until it is cancelled.
///
/// Unlike `AsyncTimerSequence` it does not make up for missed ticks: a process that was stopped for an hour would send
/// 720 heartbeats to its viewers.
struct Ticks: AsyncSequence, Sendable {
  let interval: Duration
  let clock: any Clock<Duration>

  init(every interval: Duration, clock: any Clock<Duration>) {
    self.interval = interval
    self.clock = clock
  }

  struct Iterator: AsyncIteratorProtocol {
    let ticks: Ticks
    mutating func next() async -> Void? {
      do { return try await ticks.clock.sleep(for: ticks.interval) } catch { return nil }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(ticks: self) }
}
