internal import Marbles
internal import Operators
internal import Playback

/// Asks a stream for elements only at the times that a diagram of dialect `asv` gives, as AsyncSequenceValidation's
/// test driver does, to show back-pressure.
///
/// It asks at zero and at each mark of the diagram; a `,` postpones the next request. A `;` cancels it, before anything
/// else at that instant. After the last mark it asks once more.
struct DemandConsumer: Sendable {
  /// The expected events, which also give the times of requests.
  let diagram: Diagram
  /// The executor of the consumer.
  let executor: PlaybackExecutor

  /// Consumes `stream` on the executor.
  ///
  /// - Parameter emit: receives each element; returns whether to continue.
  /// - Returns: whether the stream has finished; false when it had more elements than were requested.
  /// - Throws: the error of the stream, `CancellationError` when a `;` comes while no request is pending, and
  ///   ``EndViolation`` when the stream continues after its end.
  func consume(_ stream: TracedStream, _ emit: @escaping @Sendable (Traced) -> Bool) async throws -> Bool {
    guard let cancellation = diagram.cancellation else { return try await ask(stream, emit) }
    // Tasks of one group, so that the cancellation comes from inside and before the inputs' turn.
    let clock = PlaybackClock(executor: executor, rank: .min)
    return try await withThrowingTaskGroup(of: Bool?.self) { group in
      group.addTask { try await ask(stream, emit) }
      group.addTask {
        try? await clock.sleep(until: cancellation)
        return nil
      }
      var hasFinished: Bool?
      while let outcome = try await group.next() {
        group.cancelAll()
        hasFinished = hasFinished ?? outcome
      }
      return hasFinished ?? false
    }
  }

  private func ask(_ stream: TracedStream, _ emit: @Sendable (Traced) -> Bool) async throws -> Bool {
    let clock = PlaybackClock(executor: executor, rank: PlaybackClock.consumerRank)
    var iterator = stream.makeAsyncIterator()
    for time in diagram.demand {
      if time != clock.now { try await clock.sleep(until: time) }
      guard let element = try await iterator.next() else {
        try await checkEnd(of: &iterator)
        return true
      }
      guard emit(element) else { return false }
    }
    guard let surplus = try await iterator.next() else { return true }
    _ = emit(surplus)
    return false
  }

  /// Checks that an ended sequence stays ended.
  private func checkEnd(of iterator: inout TracedStream.Iterator) async throws {
    let late: Traced?
    do { late = try await iterator.next() } catch { throw EndViolation.failure(String(describing: error)) }
    if let late { throw EndViolation.value(late.value) }
  }
}

/// A stream continued after its end.
enum EndViolation: Error, Hashable, CustomStringConvertible {
  case value(Value)
  case failure(String)

  var description: String {
    switch self {
    case .value(let value): "after its end it gave \(value)"
    case .failure(let message): "after its end it failed: \(message)"
    }
  }
}

extension Scene {
  /// The diagram that gives the times of requests to `row`; nil for a row without such a diagram.
  func demand(of row: Row) -> Diagram? { dialect == .asv ? row.expectation?.diagram : nil }
}
