package import Marbles

/// Asks a stream for elements only at the times that a diagram of dialect `asv` gives, as AsyncSequenceValidation's
/// test driver does, to show back-pressure.
///
/// It asks at zero and at each mark of the diagram; a `,` postpones the next request. A `;` cancels it, before anything
/// else at that instant. After the last mark it asks once more.
package struct DemandConsumer: Sendable {
  /// The expected events, which also give the times of requests.
  let diagram: Diagram
  /// The executor of the consumer.
  let executor: PlaybackExecutor

  /// Creates a consumer that runs on `executor`.
  package init(diagram: Diagram, executor: PlaybackExecutor) {
    self.diagram = diagram
    self.executor = executor
  }

  /// Consumes a stream on the executor.
  ///
  /// - Parameters:
  ///   - begin: makes an iterator of the stream, as its `next`, in the task that calls it.
  ///   - describe: the text of an element, for errors.
  ///   - emit: receives each element; returns whether to continue.
  /// - Returns: whether the stream has finished; false when it had more elements than were requested.
  /// - Throws: the error of the stream, `CancellationError` when a `;` comes while no request is pending, and
  ///   ``EndViolation`` when the stream continues after its end.
  package func consume<Element>(
    _ begin: @escaping @Sendable () async throws -> () async throws -> Element?,
    describedBy describe: @escaping @Sendable (Element) -> String,
    _ emit: @escaping @Sendable (Element) -> Bool
  ) async throws -> Bool {
    guard let cancellation = diagram.cancellation else { return try await ask(begin(), describe, emit) }
    // Tasks of one group, so that the cancellation comes from inside and before the inputs' turn.
    let clock = PlaybackClock(executor: executor, rank: .min)
    return try await withThrowingTaskGroup(of: Bool?.self) { group in
      group.addTask { try await ask(begin(), describe, emit) }
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

  private func ask<Element>(
    _ next: () async throws -> Element?, _ describe: (Element) -> String, _ emit: (Element) -> Bool
  ) async throws -> Bool {
    let clock = PlaybackClock(executor: executor, rank: PlaybackClock.consumerRank)
    for time in diagram.demand {
      if time != clock.now { try await clock.sleep(until: time) }
      guard let element = try await next() else {
        try await checkEnd(next, describe)
        return true
      }
      guard emit(element) else { return false }
    }
    guard let surplus = try await next() else { return true }
    _ = emit(surplus)
    return false
  }

  /// Checks that an ended sequence stays ended.
  private func checkEnd<Element>(
    _ next: () async throws -> Element?, _ describe: (Element) -> String
  ) async throws {
    let late: Element?
    do { late = try await next() } catch { throw EndViolation.failure(String(describing: error)) }
    if let late { throw EndViolation.value(describe(late)) }
  }
}

/// A stream continued after its end.
package enum EndViolation: Error, Hashable, CustomStringConvertible {
  /// It emitted a value with this text.
  case value(String)
  /// It threw an error with this text.
  case failure(String)

  /// The violation as a sentence.
  package var description: String {
    switch self {
    case .value(let value): "after its end it gave \(value)"
    case .failure(let message): "after its end it failed: \(message)"
    }
  }
}
