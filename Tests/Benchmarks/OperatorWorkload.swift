import AsyncAlgorithms
import Marbles

/// The workload of an operator: an expression that consumes its rows, and the same in plain Swift.
struct OperatorWorkload: Sendable {
  /// The expression for rows of this many events.
  var expression: @Sendable (Int) -> String
  /// Runs the same on the global pool, and returns the number of emitted events.
  var pool: (@Sendable (LongRows) async throws -> Int)?
  /// Whether the number of emitted events is the same for any order of simultaneous events, and therefore also on
  /// the pool.
  var isExact = true
  /// Why the operator can't be compared, if its category does not say it.
  var reason: String?

  init(
    _ expression: @escaping @Sendable (Int) -> String, isExact: Bool = true, reason: String? = nil,
    pool: (@Sendable (LongRows) async throws -> Int)? = nil
  ) {
    self.expression = expression
    self.isExact = isExact
    self.reason = reason
    self.pool = pool
  }

  private init(
    _ expression: String, isExact: Bool = true, reason: String? = nil,
    pool: (@Sendable (LongRows) async throws -> Int)? = nil
  ) {
    self.init({ _ in expression }, isExact: isExact, reason: reason, pool: pool)
  }

  /// Consumes a sequence on the pool.
  @concurrent
  static func count<Base: AsyncSequence & Sendable>(_ base: Base) async throws -> Int {
    var count = 0
    for try await _ in base { count += 1 }
    return count
  }

  /// A single result, which requires the whole stream.
  @concurrent
  private static func single<Result>(_ result: @Sendable () async throws -> Result?) async throws -> Int {
    try await result() == nil ? 0 : 1
  }

  /// Workloads by name; operators without one run their sample, without a comparison.
  static let all: [String: OperatorWorkload] = combining.merging(choosing) { $1 }.merging(others) { $1 }

  private static let combining: [String: OperatorWorkload] = [
    "chain": OperatorWorkload("chain(a, b)") { try await count(chain($0.a, $0.b)) },
    "combineLatest": OperatorWorkload("combineLatest(a, b)", isExact: false) {
      try await count(combineLatest($0.a, $0.b))
    },
    "interspersed": OperatorWorkload("a.interspersed(with: 0)") {
      try await count($0.a.interspersed(with: $0.first.events[0]))
    },
    "joined": OperatorWorkload("[a, b].async.joined()") { try await count([$0.a, $0.b].async.joined()) },
    "merge": OperatorWorkload("merge(a, b)") { try await count(merge($0.a, $0.b)) },
    "zip": OperatorWorkload("zip(a, b)") { try await count(zip($0.a, $0.b)) },
  ]

  private static let choosing: [String: OperatorWorkload] = [
    "allSatisfy": OperatorWorkload("a.allSatisfy { $0 < 10 }") { rows in
      try await single { try await rows.a.allSatisfy { $0.number < 10 } }
    },
    "compactMap": OperatorWorkload("a.compactMap { $0 > 1 ? $0 * 10 : nil }") {
      try await count($0.a.compactMap { $0.number > 1 ? $0.number * 10 : nil })
    },
    "compacted": OperatorWorkload("a.compacted()") { try await count($0.a.map { Optional($0) }.compacted()) },
    "contains": OperatorWorkload("a.contains(10)") { rows in
      try await single { try await rows.a.contains { $0.number == 10 } }
    },
    "drop": OperatorWorkload("a.drop(while: { $0 < 10 })") { try await count($0.a.drop { $0.number < 10 }) },
    "dropFirst": OperatorWorkload("a.dropFirst(2)") { try await count($0.a.dropFirst(2)) },
    "filter": OperatorWorkload("a.filter { $0.isMultiple(of: 2) }") {
      try await count($0.a.filter { $0.number.isMultiple(of: 2) })
    },
    "first": OperatorWorkload("a.first(where: { $0 > 9 })") { rows in
      try await single { try await rows.a.first { $0.number > 9 } }
    },
    "max": OperatorWorkload("a.max()") { rows in try await single { try await rows.a.max { $0.number < $1.number } } },
    "min": OperatorWorkload("a.min()") { rows in try await single { try await rows.a.min { $0.number < $1.number } } },
    "prefix": OperatorWorkload({ "a.prefix(\($0))" }) { try await count($0.a.prefix($0.first.events.count)) },
    "reduce": OperatorWorkload("a.reduce(0, +)") { rows in
      try await single { try await rows.a.reduce(0) { $0 + $1.number } }
    },
    "removeDuplicates": OperatorWorkload("a.removeDuplicates()") {
      try await count($0.a.removeDuplicates { $0.value == $1.value })
    },
  ]

  private static let others: [String: OperatorWorkload] = [
    "AsyncTimerSequence": OperatorWorkload(
      { "AsyncTimerSequence(interval: .milliseconds(1)).prefix(\($0))" }, reason: "it waits"),
    "adjacentPairs": OperatorWorkload("a.adjacentPairs()") { try await count($0.a.adjacentPairs()) },
    "buffer": OperatorWorkload("a.buffer(policy: .bounded(2))") { try await count($0.a.buffer(policy: .bounded(2))) },
    "chunked": OperatorWorkload("a.chunked(by: { $0 <= $1 })") {
      try await count($0.a.chunked { $0.number <= $1.number })
    },
    "chunks": OperatorWorkload("a.chunks(ofCount: 2)") { try await count($0.a.chunks(ofCount: 2)) },
    "flatMap": OperatorWorkload("a.flatMap { [$0].async }") { try await count($0.a.flatMap { [$0].async }) },
    // On the pool, the loop had not returned after most of a minute, with an idle process. On more than one thread,
    // AsyncAlgorithms 1.1.4 can lose the end: `startInnerTask` stores a task outside of the lock, possibly after that
    // task has finished, and then waits for it. On one thread it always stores the task first.
    "flatMapLatest": OperatorWorkload("a.flatMapLatest { [$0].async }", reason: "it did not end there"),
    "map": OperatorWorkload("a.map { $0 * 10 }") { try await count($0.a.map { $0.number * 10 }) },
    "mapError": OperatorWorkload("a.mapError { \"lost: \\($0)\" }") {
      try await count($0.a.mapError { (never: Never) -> CancellationError in })
    },
    "reductions": OperatorWorkload("a.reductions(0, +)") {
      try await count($0.a.reductions(0) { $0 + $1.number })
    },
    "repeated": OperatorWorkload({ "\"x-y|\".repeated(\($0 / 2))" }),
    "retry": OperatorWorkload("a.retry(2)"),
    "share": OperatorWorkload("a.share()") { try await count($0.a.share()) },
  ]
}

extension Event {
  /// The value in Swift closures.
  fileprivate var number: Int { if case .int(let number) = value { number } else { 0 } }
}
