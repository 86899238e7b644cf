import Marbles
import Operators
import Playback
import Testing

@testable import Expressions

/// Tries to refute what operators say about their demand: a consumer asks once, and never again.
@Suite struct DemandContract {
  private static let probes = [
    ["a": "12345678901234567890|", "b": "-xyzxyzxyzxyzxyzxyzx|", "c": "-p-q-r-s-t|", "d": "r--|"],
    ["a": "1--2--3--4--5--6--7|", "b": "-x--y--z--w--x--y|", "c": "p---|", "d": "r|"],
  ]

  /// Forms that no probe tests, as they emit nothing before their input ends.
  private static let unproven: Set = [
    "ignoreElements 0", "max 0", "max 1", "min 0", "min 1", "reduce 0",
  ]
  /// Forms that may read ahead, and do so in no probe.
  private static let neverAhead: Set = ["chunks 1"]

  @Test(arguments: SemanticsContract.calls.map(\.expression))
  func itReadsNoFurther(expression: String) throws {
    guard case .call(let call) = try Expression.parse(expression).plan else { return }
    for rows in Self.probes {
      let reads = try Reads(of: expression, over: rows)
      for input in call.inputs {
        guard case .row(let row, _) = input.plan else { continue }
        let ahead = reads.ahead(row)
        switch input.semantics.demand {
        case .consumer: #expect(ahead == 0, "\(row)")
        case .ahead(let limit): #expect(ahead <= limit, "\(row)")
        case .unbounded: #expect(ahead > 1, "\(row)")
        }
        if input.semantics.reading != .again { #expect(reads.iterations[row, default: 0] <= 1, "\(row)") }
      }
    }
  }

  @Test func whatNoProbeTestsIsListed() throws {
    var (stopped, ahead): (Set<String>, Set<String>) = ([], [])
    for (expression, call) in SemanticsContract.calls {
      for rows in Self.probes {
        let reads = try Reads(of: expression, over: rows)
        let names = call.inputs.compactMap { if case .row(let name, _) = $0.plan { name } else { nil } }
        let form = "\(call.name) \(call.form)"
        if names.contains(where: { reads.before[$0, default: 0] < reads.total[$0]! }) { stopped.insert(form) }
        if names.contains(where: { reads.ahead($0) > 0 }) { ahead.insert(form) }
      }
    }
    let forms = Set(SemanticsContract.calls.map { "\($0.call.name) \($0.call.form)" })
    #expect(forms.subtracting(stopped) == Self.unproven)
    let may = SemanticsContract.calls.filter { $0.call.inputs.contains { $0.semantics.demand != .consumer } }
    #expect(Set(may.map { "\($0.call.name) \($0.call.form)" }).subtracting(ahead) == Self.neverAhead)
  }

  @Test("race reads the streams that lost to their end")
  func race() throws {
    let rows = ["a": "-1-2-3|", "b": "x-y-z|"]
    let played = try play([("a", try timeline("-1-2-3|")), ("b", try timeline("x-y-z|"))], "race(a, b)")
    #expect(played.timeline.events.map(\.value) == ["x", "y", "z"])
    #expect(try Reads(of: "race(a, b)", over: rows, asking: .max).after == ["a": 3, "b": 3])
  }

  private func timeline(_ diagram: String) throws -> Timeline { try Diagram.parse(diagram, row: "row").timeline }
}

/// How often each row is iterated, and how many of its values are read.
private struct Reads {
  var iterations: [String: Int] = [:]
  /// When the consumer has got the last value that it asks for.
  var before: [String: Int] = [:]
  /// When all inputs have ended.
  var after: [String: Int] = [:]
  /// How many values each row has.
  let total: [String: Int]

  /// How many values of a row were read after the consumer had asked for the last time.
  func ahead(_ row: String) -> Int { after[row, default: 0] - before[row, default: 0] }

  /// - Parameter count: how often the consumer asks; it stops at the end.
  init(of expression: String, over rows: [String: String], asking count: Int = 1) throws {
    let plan = try Expression.parse(expression).plan
    let executor = PlaybackExecutor()
    let counts = Counts()
    let timelines = try rows.mapValues { try Diagram.parse($0, row: "row").timeline }
    let context = StreamContext(clock: executor.clock, step: .seconds(1), catalogue: .standard) { name in
      let rank = Int(name.utf8.first! - UInt8(ascii: "a"))
      let clock = PlaybackClock(executor: executor, rank: rank)
      return TracedStream(
        CountedSequence(
          base: timelines[name]!.replay(on: clock).map { event in
            let key = Lineage.one(EventKey(row: rank, index: 0))
            return Traced(value: event.value, color: event.color, from: key, sources: key)
          }, name: name, counts: counts))
    }
    let clock = executor.clock
    executor.start {
      guard var iterator = try? plan.build(in: context).makeAsyncIterator() else { return }
      for _ in 0..<count { if (try? await iterator.next()) == nil { break } }
      counts.before = counts.values
      try? await clock.sleep(for: .seconds(100))
      counts.after = counts.values
      withExtendedLifetime(iterator) {}
    }
    try executor.runImmediately(until: .seconds(200))
    total = timelines.mapValues(\.events.count)
    (iterations, before, after) = (counts.iterations, counts.before, counts.after)
  }
}

/// @unchecked Sendable: used by jobs of one executor, and after its run on the same thread.
private final class Counts: @unchecked Sendable {
  var iterations: [String: Int] = [:]
  var values: [String: Int] = [:]
  var before: [String: Int] = [:]
  var after: [String: Int] = [:]
}

private struct CountedSequence<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  typealias Element = Base.Element

  let base: Base
  let name: String
  let counts: Counts

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let name: String
    let counts: Counts

    mutating func next() async throws -> Element? {
      let element = try await base.next()
      if element != nil { counts.values[name, default: 0] += 1 }
      return element
    }
  }

  func makeAsyncIterator() -> Iterator {
    counts.iterations[name, default: 0] += 1
    return Iterator(base: base.makeAsyncIterator(), name: name, counts: counts)
  }
}
