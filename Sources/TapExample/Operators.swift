import AsyncAlgorithms

/// The texts of a search field that are worth a search: those that stay for 300 ms, and are not the same as before.
func queries<Texts: AsyncSequence & Sendable, C: Clock>(
  _ texts: Texts, clock: C
) -> AsyncRemoveDuplicatesSequence<AsyncDebounceSequence<Texts, C>>
where Texts.Element == String, C.Duration == Duration {
  texts.debounce(for: .milliseconds(300), clock: clock).removeDuplicates()
}

/// Prices at least `distance` away from the last emitted price.
func moves<Prices: AsyncSequence>(
  _ prices: Prices, by distance: Double
) -> AsyncRemoveDuplicatesSequence<Prices> where Prices.Element == Double {
  prices.removeDuplicates { abs($1 - $0) < distance }
}

/// How often a request is sent at most.
enum Attempts {
  case normal
  /// For `--impatient`: to see what the first error does.
  case few

  /// The number, from 1.
  var count: Int {
    switch self {
    case .normal: 3
    case .few: 1
    }
  }
}

/// The result of a request, which is sent again after an error: after `delay`, then after twice that, and so on.
///
/// - Parameters:
///   - attempts: how often the request is sent at most, from 1 on; the last error ends the stream.
///   - delay: the time before the second attempt.
///   - clock: what to wait on.
///   - request: sends the request; gets the number of the attempt, from 1.
func retrying<Answer: Sendable, C: Clock & Sendable>(
  attempts: Int, delay: Duration, clock: C, request: @escaping @Sendable (Int) async throws -> Answer
) -> RetrySequence<Answer, C> where C.Duration == Duration {
  RetrySequence(attempts: attempts, delay: delay, clock: clock, request: request)
}

/// See `retrying(attempts:delay:clock:request:)`.
struct RetrySequence<Answer: Sendable, C: Clock & Sendable>: AsyncSequence, Sendable where C.Duration == Duration {
  let attempts: Int
  let delay: Duration
  let clock: C
  let request: @Sendable (Int) async throws -> Answer

  struct Iterator: AsyncIteratorProtocol {
    let sequence: RetrySequence
    var isOver = false

    mutating func next() async throws -> Answer? {
      guard !isOver else { return nil }
      isOver = true
      var delay = sequence.delay
      for attempt in 1..<sequence.attempts {
        if let answer = try? await sequence.request(attempt) { return answer }
        try await sequence.clock.sleep(for: delay)
        delay = delay * 2
      }
      return try await sequence.request(sequence.attempts)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }
}
