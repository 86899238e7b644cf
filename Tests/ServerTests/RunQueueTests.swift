import Dispatch
import NIOCore
import Playback
import Synchronization
import Testing

@testable import Server

/// Runs at a time, waiting runs, time limits and rates.
@Suite(.timeLimit(.minutes(30))) struct RunQueueTests {
  @Test("jobs beyond the width and the short one wait, and those beyond the depth are refused")
  func depth() async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    let gates = try await Gates(filling: queue)
    let second = Task { try await queue.perform { _ in 2 } }
    while queue.waitingCount == 0 { await Task.yield() }
    await #expect(throws: RunQueue.Refusal.overload) { try await queue.perform { _ in 3 } }
    gates.first.open()
    #expect(try await second.value == 2)
    gates.second.open()
    try await gates.end()
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
    let gate = Gate()
    let (first, second) = (Cancellation(), Cancellation())
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    var starts = started.makeAsyncIterator()
    let running = Task {
      try await queue.perform(first) { cancellation in
        start.yield()
        while !cancellation.isSet {}
        return cancellation.cause
      }
    }
    _ = await starts.next()
    let filling = Task {
      try await queue.perform(for: Client(address: "other")) { _ in
        start.yield()
        gate.wait()
      }
    }
    _ = await starts.next()
    let waiting = Task { try await queue.perform(second) { _ in true } }
    while queue.waitingCount == 0 { await Task.yield() }
    await #expect(throws: RunQueue.Refusal.overload) { try await queue.perform { _ in true } }
    second.cancel()
    let third = Task { try await queue.perform { _ in 3 } }
    await #expect(throws: RunQueue.Refusal.stopped) { try await waiting.value }
    first.cancel()
    #expect(try await running.value == .cancelled)
    #expect(try await third.value == 3)
    gate.open()
    try await filling.value
  }

  @Test("a job whose client goes while the queue looks for such jobs is answered, too")
  func goneMeanwhile() async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    let gates = try await Gates(filling: queue)
    // The queue reads the flag as the job comes, twice, and as the next one comes.
    let flag = Cancellation(atRead: 4) { $0.cancel() }
    let waiting = Task { try await queue.perform(flag) { _ in true } }
    while queue.waitingCount == 0 { await Task.yield() }
    await #expect(throws: RunQueue.Refusal.overload) { try await queue.perform { _ in true } }
    gates.first.open()
    gates.second.open()
    try await gates.end()
    await #expect(throws: RunQueue.Refusal.stopped) { try await waiting.value }
  }

  @Test("the end of a server stops what runs, drops what waits, and refuses the rest")
  func end() async throws {
    let queue = RunQueue(width: 1, depth: 1, watchdog: Watchdog { _, _ in })
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    var starts = started.makeAsyncIterator()
    var running: [Task<Cancellation.Cause?, any Error>] = []
    for number in 0..<2 {
      running.append(
        Task {
          try await queue.perform(for: Client(address: "\(number)")) { cancellation in
            start.yield()
            while !cancellation.isSet {}
            return cancellation.cause
          }
        })
      _ = await starts.next()
    }
    let waiting = Task { try await queue.perform { _ in true } }
    while queue.waitingCount == 0 { await Task.yield() }
    queue.stop()
    for running in running { #expect(try await running.value == .cancelled) }
    await #expect(throws: RunQueue.Refusal.ending) { try await waiting.value }
    await #expect(throws: RunQueue.Refusal.ending) { try await queue.perform { _ in true } }
  }

  @Test("addresses take turns, and one with many jobs displaces none of another")
  func fairness() async throws {
    let queue = RunQueue(width: 1, depth: 4, budget: .untimed, watchdog: Watchdog { _, _ in })
    let gates = try await Gates(filling: queue)
    let order = Order()
    var tasks: [Task<Bool, Never>] = []
    func task(_ address: String) -> Task<Bool, Never> {
      Task {
        let done: Void? = try? await queue.perform(for: Client(address: address)) { _ in
          order.names.withLock { $0.append(address) }
        }
        return done != nil
      }
    }
    for count in 1...4 {
      tasks.append(task("greedy"))
      while queue.waitingCount < count { await Task.yield() }
    }
    // Each takes the place of the newest job of the address with the most: the last of itself.
    for (address, refused) in [("modest", 3), ("other", 2), ("modest", 6)] {
      tasks.append(task(address))
      #expect(await tasks[refused].value == false)
    }
    gates.first.open()
    for index in [0, 1, 4, 5] { #expect(await tasks[index].value) }
    gates.second.open()
    try await gates.end()
    #expect(order.names.withLock { $0 } == ["modest", "other", "greedy", "greedy"])
  }

  @Test("an address that waits for one job comes before new ones that have sent many, though it has used a little")
  func newcomers() async throws {
    let queue = RunQueue(width: 1, budget: .untimed, watchdog: Watchdog { _, _ in })
    let gates = try await Gates(filling: queue)
    queue.budget.charge(Client(address: "visitor"), 50_000_000)
    queue.budget.charge(Client(address: "busy"), 150_000_000)
    let order = Order()
    var tasks: [Task<Void, any Error>] = []
    for address in ["new", "new", "busy", "visitor"] {
      let count = tasks.count
      tasks.append(
        Task {
          try await queue.perform(for: Client(address: address)) { _ in order.names.withLock { $0.append(address) } }
        })
      while queue.waitingCount <= count { await Task.yield() }
    }
    gates.first.open()
    for task in tasks { try await task.value }
    gates.second.open()
    try await gates.end()
    #expect(order.names.withLock { $0 } == ["visitor", "new", "new", "busy"])
  }

  @Test("the runs of a page are in order, whichever of its connections they come by, and leave threads to other pages")
  func order() async throws {
    let queue = RunQueue(width: 2, budget: .untimed, watchdog: Watchdog { _, _ in })
    let (started, start) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let order = Order()
    let page = Client(address: "a", page: "1")
    let first = Task {
      try await queue.perform(for: page) { _ in
        start.yield()
        gate.wait()
        order.names.withLock { $0.append("1") }
      }
    }
    for await _ in started { break }
    var later: [Task<Void, any Error>] = []
    for name in ["2", "3"] {
      later.append(Task { try await queue.perform(for: page) { _ in order.names.withLock { $0.append(name) } } })
      while queue.waitingCount < later.count { await Task.yield() }
    }
    try await queue.perform(for: Client(address: "a", page: "2")) { _ in order.names.withLock { $0.append("other") } }
    gate.open()
    for task in [first] + later { try await task.value }
    #expect(order.names.withLock { $0 } == ["other", "1", "2", "3"])
  }

  @Test("the address that has used least is next, and there the page that has")
  func leastUsed() async throws {
    let queue = RunQueue(width: 1, budget: .untimed, watchdog: Watchdog { _, _ in })
    let gates = try await Gates(filling: queue)
    let clients = [
      Client(address: "much"), Client(address: "some", page: "1"), Client(address: "some", page: "2"),
      Client(address: "none"),
    ]
    for (client, seconds) in zip(clients, [9, 3, 1] as [Int64]) { queue.budget.charge(client, seconds * 1_000_000_000) }
    let order = Order()
    var tasks: [Task<Void, any Error>] = []
    for (index, client) in clients.enumerated() {
      tasks.append(
        Task { try await queue.perform(for: client) { _ in order.names.withLock { $0.append("\(index)") } } })
      while queue.waitingCount <= index { await Task.yield() }
    }
    gates.first.open()
    for task in tasks { try await task.value }
    gates.second.open()
    try await gates.end()
    #expect(order.names.withLock { $0 } == ["3", "2", "1", "0"])
  }

  @Test("a long job on the thread for short ones gives way to another address, and is done again where long jobs are")
  func slices() async throws {
    let timers = Mutex<[@Sendable () -> Void]>([])
    let watchdog = Watchdog { duration, body in if duration == RunQueue.slice { timers.withLock { $0.append(body) } } }
    let queue = RunQueue(width: 1, budget: .untimed, watchdog: watchdog)
    let order = Order()
    let (started, start) = AsyncStream<Void>.makeStream()
    var starts = started.makeAsyncIterator()
    let gate = Gate()
    let heavy = Task {
      try await queue.perform(for: Client(address: "heavy")) { _ in
        start.yield()
        gate.wait()
      }
    }
    _ = await starts.next()
    let long = Task {
      try await queue.perform(for: Client(address: "long")) { cancellation in
        let isFirst = order.names.withLock { runs in
          runs.append("long")
          return runs.count == 1
        }
        start.yield()
        while isFirst, !cancellation.isSet {}
        return cancellation.cause
      }
    }
    _ = await starts.next()
    // It may use the thread as long as nobody else needs it.
    timers.withLock { $0[0] }()
    #expect(queue.waitingCount == 0)
    let short = Task {
      try await queue.perform(for: Client(address: "short")) { _ in order.names.withLock { $0.append("short") } }
    }
    try await short.value
    #expect(queue.waitingCount == 1)
    gate.open()
    try await heavy.value
    #expect(try await long.value == nil)
    #expect(order.names.withLock { $0 } == ["long", "short", "long"])
  }

  @Test("a long job that can't be stopped keeps the thread for short ones until its end, and is done once")
  func unstoppable() async throws {
    let timers = Mutex<[@Sendable () -> Void]>([])
    let watchdog = Watchdog { duration, body in if duration == RunQueue.slice { timers.withLock { $0.append(body) } } }
    let queue = RunQueue(width: 1, budget: .untimed, watchdog: watchdog)
    let order = Order()
    let (started, start) = AsyncStream<Void>.makeStream()
    var starts = started.makeAsyncIterator()
    let (heavyGate, gate) = (Gate(), Gate())
    let heavy = Task {
      try await queue.perform(for: Client(address: "heavy")) { _ in
        start.yield()
        heavyGate.wait()
      }
    }
    _ = await starts.next()
    let picture = Task {
      try await queue.perform(for: Client(address: "picture"), stops: false) { _ in
        let runs = order.names.withLock { runs in
          runs.append("picture")
          return runs.count
        }
        start.yield()
        if runs == 1 { gate.wait() }
      }
    }
    _ = await starts.next()
    timers.withLock { $0[0] }()
    let short = Task {
      try await queue.perform(for: Client(address: "short")) { _ in order.names.withLock { $0.append("short") } }
    }
    while queue.waitingCount == 0 { await Task.yield() }
    gate.open()
    try await short.value
    heavyGate.open()
    try await heavy.value
    try await picture.value
    #expect(order.names.withLock { $0 } == ["picture", "short"])
  }

  @Test("an address that has used much has no place among the short jobs, and none at all while others wait")
  func exhausted() async throws {
    let now = Mutex<Int64>(0)
    let budget = WorkBudget(now: { now.withLock { $0 } }, processorTime: { 0 })
    let queue = RunQueue(width: 1, budget: budget, watchdog: Watchdog { _, _ in })
    let greedy = Client(address: "greedy")
    budget.charge(greedy, 35_000_000_000)
    #expect(queue.refusal(of: greedy) == nil)
    #expect(try await queue.perform(for: greedy) { _ in 1 } == 1)
    let gates = try await Gates(filling: queue)
    let waiting = Task { try await queue.perform(for: Client(address: "other")) { _ in 2 } }
    while queue.waitingCount == 0 { await Task.yield() }
    #expect(queue.refusal(of: greedy) == .exhausted)
    await #expect(throws: RunQueue.Refusal.exhausted) { try await queue.perform(for: greedy) { _ in 3 } }
    #expect(queue.refusal(of: Client(address: "modest")) == nil)
    now.withLock { $0 = 60_000_000_000 }
    #expect(queue.refusal(of: greedy) == nil)
    gates.first.open()
    gates.second.open()
    try await gates.end()
    #expect(try await waiting.value == 2)
  }

  @Test("work is charged to its client and to the address, and half of it is forgotten each minute")
  func charges() {
    let times = Mutex<(now: Int64, processor: Int64)>((0, 0))
    let budget = WorkBudget(now: { times.withLock { $0.now } }, processorTime: { times.withLock { $0.processor } })
    let (one, other) = (Client(address: "a", page: "1"), Client(address: "a", page: "2"))
    for (client, seconds) in [(one, 2), (other, 3)] {
      budget.charging(client) { times.withLock { $0.processor += Int64(seconds) * 1_000_000_000 } }
    }
    #expect(budget.seconds(of: "a") == 5 && budget.seconds(of: "b") == 0)
    #expect(budget.seconds(of: [one, other]).mapValues(\.own) == [one: 2, other: 3])
    times.withLock { $0.now = 60_000_000_000 }
    #expect(budget.seconds(of: "a") == 2.5)
    #expect(budget.seconds(of: [one, other]).mapValues(\.own) == [one: 1, other: 1.5])
  }

  @Test("no more addresses are remembered than there is room for: those that have used most")
  func manyAddresses() {
    let budget = WorkBudget(now: { 0 }, processorTime: { 0 })
    budget.charge(Client(address: "greedy"), 1_000_000_000)
    for number in 0..<3 * WorkBudget.maximumCount { budget.charge(Client(address: "\(number)"), 1000) }
    #expect(budget.addressCount <= WorkBudget.maximumCount)
    #expect(budget.seconds(of: "greedy") == 1)
  }

  @Test(
    "addresses as they are counted",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
      ("2001:db8::6", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"),
    ])
  func names(address: String, name: String) throws {
    #expect(Client.name(of: try SocketAddress(ipAddress: address, port: 80)) == name)
    #expect(Client.name(of: nil) == "local")
  }

  /// Jobs that keep both threads of a queue of width 1 until their gates are opened.
  private struct Gates {
    let first = Gate()
    let second = Gate()
    private let jobs: [Task<Void, any Error>]

    init(filling queue: RunQueue) async throws {
      let (started, start) = AsyncStream<Void>.makeStream()
      var starts = started.makeAsyncIterator()
      var jobs: [Task<Void, any Error>] = []
      for (number, gate) in [first, second].enumerated() {
        jobs.append(
          Task {
            try await queue.perform(for: Client(address: "gate \(number)")) { _ in
              start.yield()
              gate.wait()
            }
          })
        _ = await starts.next()
      }
      self.jobs = jobs
    }

    func end() async throws { for job in jobs { try await job.value } }
  }

  /// The names of the jobs that have run.
  private final class Order: Sendable { let names = Mutex<[String]>([]) }

  /// Holds a thread until it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    func wait() { semaphore.wait() }
  }
}

extension WorkBudget {
  /// A budget in which work takes no time and nothing is forgiven.
  static var untimed: WorkBudget { WorkBudget(now: { 0 }, processorTime: { 0 }) }
}
