import Marbles
import Testing

@testable import Playback

/// Who wakes first, and what the cancelled cost.
@Suite struct TimerQueueTests {
  private typealias Sleeper = TimerQueue.Sleeper

  /// Calls `body` with a continuation that may stand in for any number of sleepers, as none of them is resumed.
  private func withContinuation(_ body: (UnsafeContinuation<Void, any Error>) -> Void) async throws {
    try await withUnsafeThrowingContinuation { continuation in
      body(continuation)
      continuation.resume()
    }
  }

  private func sleeper(_ continuation: UnsafeContinuation<Void, any Error>) -> Sleeper {
    let sleeper = Sleeper()
    sleeper.continuation = continuation
    return sleeper
  }

  @Test func anEmptyQueueHasNothingDue() {
    var queue = TimerQueue()
    #expect(queue.nextDue == nil)
    #expect(queue.pop(dueBy: .distantFuture) == nil)
    #expect(queue.count == 0)
    #expect(queue.dueTimes == [])
  }

  @Test func soonestFirstThenByRankThenBySequence() async throws {
    try await withContinuation { continuation in
      var queue = TimerQueue()
      let order: [(due: Int64, rank: Int)] = [(2, 0), (1, 5), (1, 0), (1, 5), (1, .max), (0, 9)]
      let sleepers = order.map { _ in sleeper(continuation) }
      for (sleeper, entry) in zip(sleepers, order) {
        queue.insert(sleeper, due: .seconds(entry.due), rank: entry.rank)
      }
      var woken: [Int] = []
      while queue.pop(dueBy: .seconds(10)) != nil {
        woken.append(sleepers.indices.first { sleepers[$0].continuation == nil && !woken.contains($0) }!)
      }
      #expect(woken == [5, 2, 1, 3, 4, 0])
    }
  }

  @Test func onlyWhatIsDueWakes() async throws {
    try await withContinuation { continuation in
      var queue = TimerQueue()
      queue.insert(sleeper(continuation), due: .seconds(2), rank: 0)
      #expect(queue.pop(dueBy: .milliseconds(1999)) == nil)
      #expect(queue.nextDue == .seconds(2))
      #expect(queue.pop(dueBy: .seconds(2)) != nil)
      #expect(queue.nextDue == nil)
    }
  }

  @Test func whoSleepsForeverIsAsleepAndNeverDue() async throws {
    try await withContinuation { continuation in
      var queue = TimerQueue()
      queue.insert(sleeper(continuation), due: .distantFuture, rank: 0)
      #expect(queue.nextDue == nil)
      #expect(queue.pop(dueBy: .distantFuture) == nil)
      #expect(queue.count == 1)
      #expect(queue.dueTimes == [.distantFuture])
    }
  }

  @Test func aCancelledSleeperIsGone() async throws {
    try await withContinuation { continuation in
      var queue = TimerQueue()
      let (first, second) = (sleeper(continuation), sleeper(continuation))
      queue.insert(first, due: .seconds(1), rank: 0)
      queue.insert(second, due: .seconds(2), rank: 0)
      #expect(queue.cancel(first) != nil)
      #expect(queue.cancel(first) == nil)
      #expect(queue.count == 1)
      #expect(queue.dueTimes == [.seconds(2)])
      #expect(queue.nextDue == .seconds(2))
      #expect(queue.pop(dueBy: .seconds(2)) != nil)
      #expect(queue.cancel(second) == nil)
      #expect(queue.count == 0)
    }
  }

  @Test func thousandsOfCancelledSleepersDoNotGrowTheHeap() async throws {
    try await withContinuation { continuation in
      var queue = TimerQueue()
      for time in 1...10 { queue.insert(sleeper(continuation), due: .seconds(Int64(time)), rank: 0) }
      var largest = 0
      for time in 0..<50_000 {
        let short = sleeper(continuation)
        queue.insert(short, due: .seconds(1000 + Int64(time)), rank: 0)
        _ = queue.cancel(short)
        largest = max(largest, queue.footprint)
      }
      #expect(largest < 50)
      #expect(queue.count == 10)
      #expect(queue.dueTimes == (1...10).map { .seconds($0) })
      var popped = 0
      while queue.pop(dueBy: .seconds(5000)) != nil { popped += 1 }
      #expect(popped == 10)
      #expect(queue.footprint == 0)
    }
  }

  @Test func aBatchWakesInItsOwnOrder() async throws {
    try await withContinuation { continuation in
      var queue = TimerQueue()
      let sleepers = (0..<5).map { _ in sleeper(continuation) }
      for (position, sleeper) in sleepers.enumerated() {
        queue.insert(sleeper, due: .seconds(position < 4 ? 1 : 2), rank: position)
      }
      #expect(queue.formBatch(dueBy: .seconds(1)) == 4)
      queue.arrangeBatch([2, 0, 3, 1])
      #expect(queue.nextDue == .seconds(2) && queue.count == 5)
      // Cancelled in the batch.
      #expect(queue.cancel(sleepers[0]) != nil)
      #expect(queue.count == 4)
      var woken: [Int] = []
      while queue.popFromBatch() != nil {
        woken.append(sleepers.indices.first { $0 > 0 && sleepers[$0].continuation == nil && !woken.contains($0) }!)
      }
      #expect(woken == [2, 3, 1] && queue.count == 1)
      // What a run leaves of a batch wakes with the others at its end.
      #expect(queue.formBatch(dueBy: .seconds(2)) == 1)
      queue.insert(sleeper(continuation), due: .seconds(3), rank: 0)
      #expect(queue.popAll().count == 2 && queue.count == 0 && queue.footprint == 0)
    }
  }
}
