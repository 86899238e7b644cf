import Expressions
import Marbles
import Operators
import Playback

/// `reduce` and `reductions` over growing numbers of values, each of which depends on all before it: the cost per value
/// must not grow.
enum LineageBenchmark {
  private static let sizes = [30_000, 300_000, 3_000_000]
  private static let rounds = 3

  static func run() throws {
    print("| what | median | per event | ratio |")
    print("|---|---|---|---|")
    for (name, expression) in [("reduce", "a.reduce(0, +)"), ("reductions", "a.reductions(0, +)")] {
      var first: Double?
      for size in sizes {
        let times = try (0..<rounds).map { _ in try ContinuousClock().measure { try once(expression, size) } }
        let each = times.median / .nanoseconds(1) / Double(size)
        report(
          "`\(name)` of \(size) values, what they came from read and let go", times.median, events: size,
          ratio: first.map { each / $0 })
        first = first ?? each
      }
    }
  }

  private static func once(_ expression: String, _ size: Int) throws {
    let plan = try Expression.parse(expression).plan
    let executor = PlaybackExecutor()
    let emissions = Emissions()
    let context = StreamContext(clock: executor.clock, step: .seconds(1), catalogue: .standard) { _ in
      TracedStream(Digits(count: size))
    }
    executor.start {
      do {
        for try await value in try plan.build(in: context) { emissions.lineages.append(value.sources) }
      } catch {
        preconditionFailure("\(error)")
      }
    }
    try executor.runImmediately()
    var walk = LineageWalk()
    var count = 0
    for lineage in emissions.lineages { walk.visit(lineage) { _ in count += 1 } }
    precondition(count >= size, "\(expression): \(count) of \(size)")
  }

  /// Repeated digits, each an event of one row.
  private struct Digits: AsyncSequence, Sendable {
    let count: Int

    struct Iterator: AsyncIteratorProtocol {
      let count: Int
      var index = 0

      mutating func next() async -> Traced? {
        guard index < count else { return nil }
        defer { index += 1 }
        let key = Lineage.one(EventKey(row: 0, index: index))
        return Traced(value: .int(index % 10), color: .red, from: key, sources: key)
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(count: count) }
  }

  /// @unchecked Sendable: used only by jobs of one immediate run, and afterwards, all on one thread.
  private final class Emissions: @unchecked Sendable {
    var lineages: [Lineage] = []
  }
}
