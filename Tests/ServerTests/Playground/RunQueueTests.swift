import Dispatch
import NIOCore
import Playback
import Synchronization
import Testing

@testable import Server

/// Runs at a time, waiting runs, time limits and rates.
@Suite(.timeLimit(.minutes(1))) struct RunQueueTests {
  @Test("jobs beyond the width wait, and those beyond the depth are refused")
  func depth() async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    let (started, start) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let first = Task {
      try await queue.perform { _ in
        start.yield()
        gate.wait()
        return 1
      }
    }
    for await _ in started { break }
    let second = Task { try await queue.perform { _ in 2 } }
    while queue.waitingCount == 0 { await Task.yield() }
    await #expect(throws: RunQueue.Refusal.overload) { try await queue.perform { _ in 3 } }
    gate.open()
    #expect(try await first.value == 1)
    #expect(try await second.value == 2)
    #expect(try await queue.perform { _ in 4 } == 4)
  }

  @Test("a job whose time is up is stopped")
  func limit() async throws {
    let timers = Mutex<[@Sendable () -> Void]>([])
    let watchdog = Watchdog { duration, body in
      #expect(duration == .seconds(7))
      timers.withLock { $0.append(body) }
    }
    let queue = RunQueue(width: 1, limit: .seconds(7), watchdog: watchdog)
    let causes = try await queue.perform { cancellation in
      let before = cancellation.cause
      timers.withLock { $0 }.last?()
      return [before, cancellation.cause]
    }
    #expect(causes == [nil, .outOfTime])
  }

  @Test("a job whose client has gone is stopped, or gives its place in the queue to another")
  func gone() async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    let (first, second) = (Cancellation(), Cancellation())
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let running = Task {
      try await queue.perform(first) { cancellation in
        start.finish()
        while !cancellation.isSet {}
        return cancellation.cause
      }
    }
    for await _ in started {}
    let waiting = Task { try await queue.perform(second) { _ in true } }
    while queue.waitingCount == 0 { await Task.yield() }
    await #expect(throws: RunQueue.Refusal.overload) { try await queue.perform { _ in true } }
    second.cancel()
    let third = Task { try await queue.perform { _ in 3 } }
    await #expect(throws: RunQueue.Refusal.stopped) { try await waiting.value }
    first.cancel()
    #expect(try await running.value == .cancelled)
    #expect(try await third.value == 3)
  }

  @Test("a job whose client goes while the queue looks for such jobs is answered, too")
  func goneMeanwhile() async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate()
    let running = Task {
      try await queue.perform { _ in
        start.finish()
        gate.wait()
      }
    }
    for await _ in started {}
    // The queue reads the flag as the job comes, and as the next one comes.
    let flag = Cancellation(atRead: 3) { $0.cancel() }
    let waiting = Task { try await queue.perform(flag) { _ in true } }
    while queue.waitingCount == 0 { await Task.yield() }
    await #expect(throws: RunQueue.Refusal.overload) { try await queue.perform { _ in true } }
    gate.open()
    try await running.value
    await #expect(throws: RunQueue.Refusal.stopped) { try await waiting.value }
  }

  @Test("the end of a server stops what runs, drops what waits, and refuses the rest")
  func end() async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let running = Task {
      try await queue.perform { cancellation in
        start.finish()
        while !cancellation.isSet {}
        return cancellation.cause
      }
    }
    for await _ in started {}
    let waiting = Task { try await queue.perform { _ in true } }
    while queue.waitingCount == 0 { await Task.yield() }
    queue.stop()
    #expect(try await running.value == .cancelled)
    await #expect(throws: RunQueue.Refusal.ending) { try await waiting.value }
    await #expect(throws: RunQueue.Refusal.ending) { try await queue.perform { _ in true } }
  }

  @Test("clients take turns, and one with many jobs displaces none of another")
  func fairness() async throws {
    let queue = RunQueue(width: 1, depth: 4, watchdog: Watchdog { _, _ in })
    let (started, start) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let order = Order()
    let first = Task {
      try await queue.perform(for: "greedy") { _ in
        start.yield()
        gate.wait()
      }
    }
    for await _ in started { break }
    var tasks: [Task<Bool, Never>] = []
    func task(_ client: String) -> Task<Bool, Never> {
      Task {
        let done: Void? = try? await queue.perform(for: client) { _ in order.clients.withLock { $0.append(client) } }
        return done != nil
      }
    }
    for count in 1...4 {
      tasks.append(task("greedy"))
      while queue.waitingCount < count { await Task.yield() }
    }
    // Each takes the place of the newest job of the client with the most: the last of itself.
    for (client, refused) in [("modest", 3), ("other", 2), ("modest", 6)] {
      tasks.append(task(client))
      #expect(await tasks[refused].value == false)
    }
    gate.open()
    try await first.value
    for index in [0, 1, 4, 5] { #expect(await tasks[index].value) }
    #expect(order.clients.withLock { $0 } == ["modest", "other", "greedy", "greedy"])
  }

  @Test("an address has a burst, then a rate")
  func rate() {
    let now = Mutex<Int64>(0)
    let limiter = RateLimiter(rate: 2, burst: 3, now: { now.withLock { $0 } })
    #expect((0..<4).map { _ in limiter.take("a") } == [nil, nil, nil, 1])
    #expect(limiter.take("b") == nil)
    now.withLock { $0 = 500_000_000 }
    #expect((0..<2).map { _ in limiter.take("a") } == [nil, 1])
    now.withLock { $0 = 60_000_000_000 }
    #expect((0..<4).map { _ in limiter.take("a") } == [nil, nil, nil, 1])
  }

  @Test("no more addresses are remembered than there is room for")
  func manyAddresses() {
    let limiter = RateLimiter(rate: 1, burst: 1, now: { 0 })
    for number in 0..<RateLimiter.maximumAddresses + 100 { _ = limiter.take("\(number)") }
    #expect(limiter.addressCount == RateLimiter.maximumAddresses)
    // Not for each of the new ones.
    #expect(limiter.sweeps == 1)
  }

  @Test(
    "addresses as they are counted",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
      ("2001:db8::6", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"),
    ])
  func names(address: String, name: String) throws {
    #expect(RateLimiter.name(of: try SocketAddress(ipAddress: address, port: 80)) == name)
    #expect(RateLimiter.name(of: nil) == "local")
  }

  /// The clients of the jobs that have run.
  private final class Order: Sendable { let clients = Mutex<[String]>([]) }

  /// Holds a thread until it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    func wait() { semaphore.wait() }
  }
}
