import AsyncAlgorithms
import Dispatch
import Observation
import Synchronization

// A small app as people write it, without a thought of tests but for the clock, which is a parameter.

/// Who is signed in.
enum Session {
  @TaskLocal static var user = "nobody"
}

// MARK: Models of views

/// The search field, and what it shows.
@MainActor @Observable final class SearchModel<C: Clock<Duration>> {
  private(set) var results: [String] = []
  private(set) var isSearching = false
  private var search: Task<Void, Never>?
  private let clock: C
  private let find: @Sendable (String) async throws -> [String]

  init(clock: C, find: @escaping @Sendable (String) async throws -> [String]) {
    (self.clock, self.find) = (clock, find)
  }

  /// A key was pressed: waits for a pause, and then searches.
  func textChanged(to text: String) {
    search?.cancel()
    search = Task(name: "search") {
      do {
        try await clock.sleep(for: .milliseconds(300))
        isSearching = true
        defer { isSearching = false }
        let found = try await find(text)
        try Task.checkCancellation()
        results = found
      } catch {}
    }
  }
}

/// Counts seconds while its view is shown: the first example of swift-clocks.
@MainActor final class TimerModel {
  private(set) var seconds = 0

  func run(clock: some Clock<Duration>) async {
    while !Task.isCancelled {
      do { try await clock.sleep(for: .seconds(1)) } catch { return }
      seconds += 1
    }
  }
}

/// A basket that views observe.
@Observable final class Basket: Sendable {
  private let stored = Mutex<[String]>([])
  var items: [String] {
    access(keyPath: \.items)
    return stored.withLock { $0 }
  }

  func add(_ item: String) {
    withMutation(keyPath: \.items) { stored.withLock { $0.append(item) } }
  }
}

// MARK: Orders

struct Purchase: Sendable, Equatable {
  var id: Int
  var isPaid = false
}

enum PaymentError: Error {
  case declined
}

/// Pays orders, and tries again.
actor Cashier<C: Clock<Duration>> {
  private let clock: C
  private var failures: Int
  private(set) var paid: [Purchase] = []

  init(clock: C, failures: Int = 0) { (self.clock, self.failures) = (clock, failures) }

  func pay(_ order: Purchase) async throws -> Purchase {
    try await clock.sleep(for: .milliseconds(500))
    if failures > 0 {
      failures -= 1
      throw PaymentError.declined
    }
    let result = Purchase(id: order.id, isPaid: true)
    paid.append(result)
    return result
  }
}

struct PurchasePipeline<C: Clock<Duration>>: Sendable {
  let clock: C
  let cashier: Cashier<C>

  /// Pays an order, up to three times, with a growing pause.
  func pay(_ order: Purchase) async throws -> Purchase {
    for attempt in 1...2 {
      do { return try await cashier.pay(order) } catch PaymentError.declined {
        try await Task.sleep(for: .seconds(attempt), clock: clock)
      }
    }
    return try await cashier.pay(order)
  }

  /// Pays orders one by one, and passes them on when the shop asks for them.
  func run(_ orders: some AsyncSequence<Purchase, any Error> & Sendable, into paid: AsyncChannel<Purchase>) async throws
  {
    for try await order in orders { await paid.send(try await pay(order)) }
    paid.finish()
  }
}

/// The total price, asked from several services at once.
@concurrent func total(_ prices: [Int], clock: some Clock<Duration>) async throws -> Int {
  try await withThrowingTaskGroup(of: Int.self) { group in
    for price in prices {
      group.addTask {
        try await clock.sleep(for: .milliseconds(100 * price))
        await Task.yield()
        return price
      }
    }
    return try await group.reduce(0, +)
  }
}

// MARK: What is not made for tests

/// A printer with a thread.
actor Printer {
  private final class Thread: SerialExecutor {
    private let queue = DispatchQueue(label: "printer")
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
  private let thread = Thread()
  private var pages = 0
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func print(_ text: String) -> String {
    pages += 1
    return "\(text)\(pages)"
  }
}

/// A store of before `async`, which calls back on a queue.
struct LegacyStore: Sendable {
  let queue = DispatchQueue(label: "store")

  func load(_ key: String, completion: @escaping @Sendable (String) -> Void) {
    queue.async { completion(key.uppercased()) }
  }

  func load(_ key: String) async -> String {
    await withCheckedContinuation { continuation in load(key) { continuation.resume(returning: $0) } }
  }
}
