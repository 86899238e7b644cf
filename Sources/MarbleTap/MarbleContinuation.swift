internal import Synchronization

extension AsyncStream.Continuation {
  /// Shows marbled the values that this continuation yields, and those that the stream loses.
  ///
  /// ```swift
  /// let (orders, continuation) = AsyncStream.makeStream(of: Order.self, bufferingPolicy: .bufferingNewest(2))
  /// let incoming = continuation.marble("incoming")
  /// incoming.yield(order)
  /// ```
  ///
  /// The row has each value that is yielded. Its panel counts the values that were lost because the buffer was full, shows
  /// the newest of them, and how many more the buffer holds.
  ///
  /// - Parameters:
  ///   - name: the name of the tap, and of the row that shows it; at most 200 bytes.
  ///   - destination: where to report to.
  public func marble(_ name: String, to destination: MarbleDestination = .environment) -> MarbleContinuation<Element> {
    MarbleContinuation(self, destination.tap(name))
  }
}

/// A continuation that reports what it yields; see `marble(_:to:)`.
public struct MarbleContinuation<Element>: Sendable {
  /// The result of a yield.
  public typealias YieldResult = AsyncStream<Element>.Continuation.YieldResult

  /// The continuation of the stream. What it yields itself is not reported.
  public let base: AsyncStream<Element>.Continuation
  private let tap: Tap

  init(_ base: AsyncStream<Element>.Continuation, _ tap: Tap) { (self.base, self.tap) = (base, tap) }

  /// Yields a value, as the continuation does.
  @discardableResult
  public func yield(_ value: sending Element) -> YieldResult {
    guard tap.channel.isListening, let ring = tap.channel.ring, ring.hasRoom(leaving: EventRing.reserve) else {
      if tap.channel.isListening { tap.dropped.add(1, ordering: .relaxed) }
      return base.yield(value)
    }
    // Before it is sent away.
    let shown = tap.value(of: value)
    let result = base.yield(value)
    switch result {
    case .enqueued(let remaining):
      tap.send(iteration: 0, through: ring) {
        // The buffer has no limit.
        remaining == .max ? .value(shown) : .detailed(TapDetail(shown, remaining: remaining))
      }
    case .dropped(let lost):
      tap.send(iteration: 0, through: ring) { .detailed(TapDetail(shown, remaining: 0)) }
      tap.send(wanted: .lost(TapDetail(tap.value(of: lost))), .yield)
    case .terminated: tap.send(wanted: .refused(TapDetail(shown)), .yield)
    @unknown default: tap.send(iteration: 0, through: ring) { shown }
    }
    return result
  }

  /// Ends the stream, as the continuation does.
  public func finish() {
    base.finish()
    tap.send(.finish, iteration: 0)
  }

  /// Called when the stream has ended, as that of the continuation.
  public var onTermination: (@Sendable (AsyncStream<Element>.Continuation.Termination) -> Void)? {
    get { base.onTermination }
    nonmutating set { base.onTermination = newValue }
  }
}
