internal import Marbles

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Delivers the elements of this sequence on `clock`: at the time when it wakes for the time of their arrival, and with
  /// its animation.
  ///
  /// On a plain clock nothing is late; on ``JitteredClock`` things are, in order. Elements are asked for as they come and
  /// wait without bound, so a slow consumer holds up nobody. The end, too, is delivered on the clock. Cancelling the task
  /// that iterates, or letting go of the iterator, ends it.
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
  /// An element, and how it appears.
  public typealias Element = Delivered<Base.Element>
  /// What the base fails with.
  public typealias Failure = Base.Failure

  /// What is delivered.
  let base: Base
  /// What it is delivered on.
  let clock: C

  /// Starts a pass of its own at the first element that is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(base: base, clock: clock) }

  /// What the base did, and when.
  fileprivate struct Arrival: Sendable {
    var time: C.Instant
    /// Nil for the end.
    var result: Result<Base.Element, Failure>?
  }

  /// One pass.
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

    /// Whether `clock` woke for `time`, rather than because of a cancellation.
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
