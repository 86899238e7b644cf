import Marbles
import Operators

/// Every operator of the catalogue over long rows: in an immediate run, and, for operators without a clock, in a Swift
/// program on the global pool.
///
/// The benchmark runs the operator's sample, unless ``OperatorWorkload`` has a longer form.
enum OperatorBenchmark {
  private static let sizes = [1_000, 10_000, 30_000]
  /// A longer row is used if the shorter one took at most this time, because some operators take quadratic time.
  private static let timeout = Duration.milliseconds(120)
  private static let rounds = 3

  /// - Parameter names: the operators to run; all if empty.
  static func run(_ names: [String] = []) async throws {
    print("| operator | expression | events | events/s | pool |")
    print("|---|---|---|---|---|")
    try await report(
      "", OperatorWorkload({ _ in "a" }) { try await OperatorWorkload.count($0.a) }, unless: "")
    for called in Catalogue.standard.operators where names.isEmpty || names.contains(called.name) {
      try await report(
        called.name, OperatorWorkload.all[called.name] ?? OperatorWorkload { _ in called.sample.expression },
        unless: called.origin == .marbled ? "marbled's own" : called.category == .timing ? "it waits" : "no variant")
    }
  }

  /// One row of the table; `reason` says why the operator can't be compared.
  private static func report(_ name: String, _ workload: OperatorWorkload, unless reason: String) async throws {
    let clock = ContinuousClock()
    var run = try EngineRun(workload.expression, size: sizes[0])
    for size in sizes.dropFirst() {
      guard try clock.measure({ _ = try run.once() }) < timeout else { break }
      run = try EngineRun(workload.expression, size: size)
    }
    let result = try run.once()
    var times: [Duration] = []
    for _ in 0..<rounds {
      let start = clock.now
      let again = try run.once()
      times.append(start.duration(to: clock.now))
      precondition(again == result, "\(name): \(again), not \(result)")
    }
    let line = "| \(name) | `\(run.expression)` | \(result.events) |"
    guard result.events >= run.size else {
      // No figure for an operator that does not consume its rows.
      return say("\(line) | it ends at once: give it a form in OperatorWorkload |")
    }
    guard let pool = workload.pool else {
      return say("\(line) \(rate(result.events, times.median)) | —, \(workload.reason ?? reason) |")
    }
    var poolTimes: [Duration] = []
    for _ in 0..<rounds {
      let start = clock.now
      let emitted = try await pool(run.rows)
      poolTimes.append(start.duration(to: clock.now))
      precondition(!workload.isExact || emitted == result.emitted, "\(name): \(emitted) on the pool, not \(result)")
    }
    let ratio = ((poolTimes.median / times.median) * 10).rounded() / 10
    say("\(line) \(rate(result.events, times.median)) | \(ratio)× |")
  }

  private static func rate(_ events: Int, _ time: Duration) -> String {
    let thousands = Int((Double(events) / (time / .seconds(1)) / 1000).rounded())
    return thousands < 1000 ? "\(thousands),000" : "\(thousands / 1000).\(thousands % 1000 / 100) M"
  }
}
