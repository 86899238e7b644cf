internal import Marbles

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Delivers the elements of this sequence on `clock`: each when the clock wakes for its arrival time, with the
  /// animation of the clock.
  ///
  /// A plain clock delivers without delay; a ``JitteredClock`` delivers late, but in order. The buffer is unbounded, so
  /// a slow consumer does not delay the base. The end is delivered on the clock, too. Cancelling the task that
  /// iterates, or releasing the iterator, ends the delivery.
  ///
  /// ```swift
  /// for await delivered in movies.receive(on: clock.animation(.slide)) {
  ///   list.show(delivered.value, animated: delivered.animation)
  /// }
  /// ```
  public func receive<C: Clock>(on clock: C) -> AsyncDeliverySequence<Self, C> {
    AsyncDeliverySequence(base: self, clock: clock)
  }
}

/// The elements of a sequence, delivered on a clock.
public struct AsyncDeliverySequence<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Element: Sendable {
  /// An element with its animation.
  public typealias Element = Delivered<Base.Element>
  /// The error of the base.
  public typealias Failure = Base.Failure

  /// The sequence to deliver.
  let base: Base
  /// The clock that times the deliveries.
  let clock: C

  /// Starts an independent pass with the first call of `next`.
  public func makeAsyncIterator() -> Iterator { Iterator(base: base, clock: clock) }

  /// An element or the end of the base, and its arrival time.
  fileprivate struct Arrival: Sendable {
    var time: C.Instant
    /// Nil when the base finished.
    var result: Result<Base.Element, Failure>?
  }

  /// One pass over the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    private let base: Base
    private let clock: C
    private let animation: Animation?
    private var arrivals: AsyncStream<Arrival>.Iterator?
    private var isOver = false

    fileprivate init(base: Base, clock: C) {
      self.base = base
      self.clock = clock
      animation = clock.animationOfDeliveries
    }

    /// Waits for the next element; nil at the end, or when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      guard !isOver else { return nil }
      if arrivals == nil { arrivals = AsyncDeliverySequence.arrivals(of: base, on: clock).makeAsyncIterator() }
      guard let arrival = await arrivals?.next(isolation: actor), await Self.reaches(arrival.time, by: clock),
        let result = arrival.result
      else {
        end()
        return nil
      }
      do throws(Failure) {
        return Delivered(try result.get(), animation: animation)
      } catch {
        end()
        throw error
      }
    }

    /// Whether `clock` woke because of `time`, rather than because of a cancellation.
    private static func reaches(_ time: C.Instant, by clock: C) async -> Bool {
      do {
        try await clock.sleep(until: time, tolerance: nil)
        return true
      } catch {
        return false
      }
    }

    private mutating func end() {
      isOver = true
      arrivals = nil
    }
  }

  private static func arrivals(of base: Base, on clock: C) -> AsyncStream<Arrival> {
    AsyncStream { continuation in
      let task = Task {
        do throws(Failure) {
          var iterator = base.makeAsyncIterator()
          while let element = try await iterator.next(isolation: nil) {
            continuation.yield(Arrival(time: clock.now, result: .success(element)))
          }
          continuation.yield(Arrival(time: clock.now))
        } catch {
          continuation.yield(Arrival(time: clock.now, result: .failure(error)))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
