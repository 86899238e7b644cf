internal import AsyncAlgorithms
internal import DequeModule
internal import Marbles
internal import Playback

extension TracedStream {
  /// The stream that emits first; the others are read to their end, so that each value that lost is noted.
  static func race(_ streams: [TracedStream], _ notes: OperatorNotes) -> TracedStream {
    let signals = streams.enumerated().map { AnySignals($1.signals(as: $0)) }
    let all = signals.dropFirst(2).reduce(AnySignals(merge(signals[0], signals[1]))) { AnySignals(merge($0, $1)) }
    return TracedStream(generating: {
      let iterator = all.makeAsyncIterator()
      var winner: Int?
      return {
        while let signal = await iterator.next() {
          guard signal.stream == winner ?? signal.stream else {
            if case .value(let element, stream: _) = signal { notes.drop(element, .lost) }
            continue
          }
          winner = signal.stream
          switch signal {
          case .value(let element, stream: _): return element
          case .finish: return nil
          case .failure(let error, stream: _): throw error
          }
        }
        return nil
      }
    })
  }

  /// The first value with each key, as far as ``RecentValues`` remembers the keys.
  func withoutRepeats(by key: @escaping @Sendable (Value) throws -> Value) -> TracedStream {
    TracedStream(generating: {
      var iterator = makeAsyncIterator()
      var seen = RecentValues()
      return {
        while let element = try await iterator.next() {
          if seen.insert(try key(element.value)) { return element }
        }
        return nil
      }
    })
  }

  /// A stream that restarts when it has finished, `count` times in all; forever without a count.
  static func repeating(
    _ make: @escaping @Sendable () throws -> TracedStream, count: Int?, clock: PlaybackClock
  ) -> TracedStream {
    TracedStream(generating: {
      var rounds = 0
      var iterator: Iterator?
      return {
        while true {
          if iterator == nil {
            if let count, rounds >= count { return nil }
            rounds += 1
            // The runaway guard must see a round that takes no time.
            await clock.yield()
            iterator = try make().makeAsyncIterator()
          }
          if let element = try await iterator?.next() { return element }
          if Task.isCancelled || clock.executor.isCancelled { return nil }
          iterator = nil
        }
      }
    })
  }

  /// A stream that restarts when it fails, up to `count` times, after a `pause` each time; it ends when that is cancelled.
  static func retrying(
    _ make: @escaping @Sendable () throws -> TracedStream, count: Int, clock: PlaybackClock,
    _ notes: OperatorNotes, pause: (@Sendable () async throws -> Void)? = nil
  ) -> TracedStream {
    TracedStream(generating: {
      var failures = 0
      var iterator: Iterator?
      return {
        while true {
          do {
            if iterator == nil { iterator = try make().makeAsyncIterator() }
            return try await iterator?.next()
          } catch {
            failures += 1
            if failures > count || clock.executor.isCancelled { throw error }
            if !Task.isCancelled { notes.report(.restarted(message: String(describing: error))) }
            iterator = nil
            await clock.yield()
            if let pause {
              do { try await pause() } catch { return nil }
            }
          }
        }
      }
    })
  }

  /// The elements; after a failure those of the stream that `handler` creates for the error's message.
  func catching(
    _ notes: OperatorNotes, _ handler: @escaping @Sendable (Traced) throws -> TracedStream
  ) -> TracedStream {
    TracedStream(generating: {
      var iterator = makeAsyncIterator()
      var isHandled = false
      return {
        do { return try await iterator.next() } catch {
          guard !isHandled else { throw error }
          isHandled = true
          let message = String(describing: error)
          if !Task.isCancelled { notes.report(.switched(message: message)) }
          iterator = try handler(Traced(made: .string(message))).makeAsyncIterator()
          return try await iterator.next()
        }
      }
    })
  }
}

/// The most recent distinct values within a memory limit: a live scene may run for weeks.
struct RecentValues {
  /// The maximum number of parts of all values; a number is one part, and so are 64 bytes of text.
  static let maximumParts = 250_000

  private let limit: Int
  private var values: Set<Value> = []
  /// The values, oldest first.
  private var order: Deque<Value> = []
  private var parts = 0

  init(limit: Int = RecentValues.maximumParts) { self.limit = limit }

  /// Remembers `value` and evicts the oldest ones beyond the limit; false when it is known already.
  mutating func insert(_ value: Value) -> Bool {
    guard values.insert(value).inserted else { return false }
    order.append(value)
    parts += Self.parts(of: value)
    while parts > limit, order.count > 1, let oldest = order.popFirst() {
      values.remove(oldest)
      parts -= Self.parts(of: oldest)
    }
    return true
  }

  private static func parts(of value: Value) -> Int { value.parts ?? Value.maximumParts }
}

/// Signals of a stream of any type.
private struct AnySignals: AsyncSequence, Sendable {
  typealias Element = TracedSignal

  private let begin: @Sendable () -> () async -> TracedSignal?

  init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == TracedSignal, Base.Failure == Never {
    begin = {
      var iterator = base.makeAsyncIterator()
      return { await iterator.next(isolation: nil) }
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    let step: () async -> TracedSignal?

    func next() async -> TracedSignal? { await step() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(step: begin()) }
}
