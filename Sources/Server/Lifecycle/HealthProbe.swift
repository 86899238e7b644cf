internal import Synchronization

/// Asks whether all threads that could hang respond, within a second.
///
/// While a question is unanswered, no other is asked: requests to a program that hangs leave nothing behind.
final class HealthProbe: Sendable {
  private struct State {
    var isAsking = false
    var waiting: [Int: AsyncStream<Bool>.Continuation] = [:]
    var requests = 0
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>
  private let ask: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// How long to wait for an answer.
  static let limit = Duration.seconds(1)

  /// - Parameter ask: calls its argument once all threads that could hang have responded.
  init(
    clock: any Clock<Duration> = ContinuousClock(),
    ask: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    (self.clock, self.ask) = (clock, ask)
  }

  /// Whether they respond in time.
  func isAlive() async -> Bool {
    let (answers, answer) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let (id, isFirst) = state.withLock { state in
      defer { state.isAsking = true }
      state.requests += 1
      state.waiting[state.requests] = answer
      return (state.requests, !state.isAsking)
    }
    let timer = Task { [clock] in
      if (try? await clock.sleep(for: Self.limit)) != nil { answer.yield(false) }
    }
    defer {
      timer.cancel()
      state.withLock { _ = $0.waiting.removeValue(forKey: id) }
    }
    if isFirst { ask { [self] in answered() } }
    for await isAlive in answers { return isAlive }
    return false
  }

  private func answered() {
    let waiting = state.withLock { state in
      state.isAsking = false
      return state.waiting.values.map { $0 }
    }
    for answer in waiting { answer.yield(true) }
  }
}
