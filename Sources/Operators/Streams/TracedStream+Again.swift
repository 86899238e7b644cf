internal import AsyncAlgorithms
internal import Marbles

extension TracedStream {
  /// Whichever of `streams` does something first; the others are not heard any more.
  static func race(_ streams: [TracedStream]) -> TracedStream {
    let signals = streams.enumerated().map { AnySignals($1.signals(as: $0)) }
    let all = signals.dropFirst(2).reduce(AnySignals(merge(signals[0], signals[1]))) { AnySignals(merge($0, $1)) }
    return TracedStream(generating: {
      let iterator = all.makeAsyncIterator()
      var winner: Int?
      return {
        while let signal = await iterator.next() {
          guard signal.stream == winner ?? signal.stream else { continue }
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

  /// Each value only the first time that it comes.
  func withoutRepeats() -> TracedStream {
    TracedStream(generating: {
      var iterator = makeAsyncIterator()
      var seen: Set<Value> = []
      return {
        while let element = try await iterator.next() {
          if seen.insert(element.value).inserted { return element }
        }
        return nil
      }
    })
  }

  /// A stream, and a new one whenever it has finished, `count` in all; for ever without a count.
  static func repeating(_ make: @escaping @Sendable () throws -> TracedStream, count: Int?) -> TracedStream {
    TracedStream(generating: {
      var rounds = 0
      var iterator: Iterator?
      return {
        while true {
          if iterator == nil {
            if let count, rounds >= count { return nil }
            rounds += 1
            // A round that takes no time must be seen by the guard against runaways.
            await Task.yield()
            iterator = try make().makeAsyncIterator()
          }
          if let element = try await iterator?.next() { return element }
          if Task.isCancelled { return nil }
          iterator = nil
        }
      }
    })
  }

  /// A stream, and a new one when it fails, up to `count` times.
  static func retrying(_ make: @escaping @Sendable () throws -> TracedStream, count: Int) -> TracedStream {
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
            if failures > count { throw error }
            iterator = nil
            await Task.yield()
          }
        }
      }
    })
  }

  /// The elements, and when it fails those of the stream that `handler` makes of the error's message.
  func catching(_ handler: @escaping @Sendable (Traced) throws -> TracedStream) -> TracedStream {
    TracedStream(generating: {
      var iterator = makeAsyncIterator()
      var isHandled = false
      return {
        do { return try await iterator.next() } catch {
          guard !isHandled else { throw error }
          isHandled = true
          iterator = try handler(Traced(made: .string(String(describing: error)))).makeAsyncIterator()
          return try await iterator.next()
        }
      }
    })
  }
}

/// Signals of any source.
private struct AnySignals: AsyncSequence, Sendable {
  typealias Element = Signal

  private let begin: @Sendable () -> () async -> Signal?

  init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == Signal, Base.Failure == Never {
    begin = {
      var iterator = base.makeAsyncIterator()
      return { await iterator.next(isolation: nil) }
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    let step: () async -> Signal?

    func next() async -> Signal? { await step() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(step: begin()) }
}
