import ArgumentParser
import AsyncAlgorithms
import MarbleTap

/// A small service with five streams, each with a tap: what a user types, what is searched for, prices, requests that are
/// retried, and a timer.
///
/// ```console
/// export MARBLED_TAP=$PWD/shop.sock
/// marbled play tap: &
/// swift run TapExample --seconds 30
/// ```
@main
struct TapExample: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a small service with five streams that marbled can show.",
    discussion: """
      The streams are keystrokes, search, prices, retries and timer. Set MARBLED_TAP to the socket of `marbled play tap:`, \
      or run a daemon. The same seed gives the same values.
      """)

  @Option(help: "How long to run, in seconds.")
  var seconds: Double = 30

  @Option(help: "The seed of what happens.")
  var seed: UInt64 = 1

  @Flag(help: "Give up after one attempt of a request, so that the service ends with the first error.")
  var impatient = false

  func validate() throws {
    guard (0...86_400).contains(seconds) else { throw ValidationError("--seconds: expected a number from 0 to 86400") }
  }

  func run() async throws {
    let service = Service(clock: ContinuousClock(), seed: seed, attempts: impatient ? .few : .normal)
    let limit = Duration.seconds(seconds)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await service.search() }
      group.addTask { await service.watchPrices() }
      group.addTask { try await service.sendOrders() }
      group.addTask { await service.tick() }
      group.addTask { try await Task.sleep(for: limit) }
      // Whichever ends first ends all: the time is over, or an order has failed.
      try await group.next()
      group.cancelAll()
    }
  }
}

/// The streams of the service, and the tasks that read them.
struct Service<C: Clock & Sendable>: Sendable where C.Duration == Duration {
  let clock: C
  let seed: UInt64
  let attempts: Attempts

  func search() async {
    let keystrokes = Words(seed: seed).typed(on: clock).marble("keystrokes")
    for await query in queries(keystrokes, clock: clock).marble("search") { _ = query }
  }

  func watchPrices() async {
    for await price in moves(RandomWalk(seed: seed).prices(on: clock), by: 0.5).marble("prices") { _ = price }
  }

  func sendOrders() async throws {
    var random = SeededRandom(seed: seed)
    for order in 1... where !Task.isCancelled {
      // The first orders succeed, so that there is time to watch.
      let failures = order <= 4 ? 0 : Int.random(in: 0...2, using: &random)
      let request = retrying(attempts: attempts.count, delay: .milliseconds(200), clock: clock) { attempt in
        if attempt <= failures { throw Unavailable(order: order, attempt: attempt) }
        return "order \(order)"
      }
      do {
        for try await answer in request.marble("retries") { _ = answer }
        try await clock.sleep(for: .milliseconds(700))
      } catch is CancellationError { return }
    }
  }

  func tick() async {
    let timer = AsyncTimerSequence(interval: .seconds(1), clock: clock)
    for await _ in timer.marble("timer", value: { _ in "tick" }) {}
  }
}

/// The server did not answer.
struct Unavailable: Error, CustomStringConvertible {
  var order: Int
  var attempt: Int

  var description: String { "order \(order): no answer to attempt \(attempt)" }
}
