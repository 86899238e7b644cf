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

extension AsyncThrowingStream.Continuation {
  /// Shows marbled the values that this continuation yields, those that the stream loses, and the error that ends it.
  ///
  /// - Parameters:
  ///   - name: the name of the tap, and of the row that shows it; at most 200 bytes.
  ///   - destination: where to report to.
  public func marble(
    _ name: String, to destination: MarbleDestination = .environment
  ) -> MarbleThrowingContinuation<Element, Failure> {
    MarbleThrowingContinuation(self, destination.tap(name))
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
    tap.report(value, yield: { base.yield($0) }) { result in
      switch result {
      case .enqueued(let remaining): .enqueued(remaining: remaining)
      case .dropped(let lost): .dropped(lost)
      case .terminated: .terminated
      @unknown default: .enqueued(remaining: .max)
      }
    }
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

/// A continuation of a stream that may fail, which reports what it yields; see `marble(_:to:)`.
public struct MarbleThrowingContinuation<Element, Failure: Error>: Sendable {
  /// The result of a yield.
  public typealias YieldResult = AsyncThrowingStream<Element, Failure>.Continuation.YieldResult

  /// The continuation of the stream. What it yields itself is not reported.
  public let base: AsyncThrowingStream<Element, Failure>.Continuation
  private let tap: Tap

  init(_ base: AsyncThrowingStream<Element, Failure>.Continuation, _ tap: Tap) { (self.base, self.tap) = (base, tap) }

  /// Yields a value, as the continuation does.
  @discardableResult
  public func yield(_ value: sending Element) -> YieldResult {
    tap.report(value, yield: { base.yield($0) }) { result in
      switch result {
      case .enqueued(let remaining): .enqueued(remaining: remaining)
      case .dropped(let lost): .dropped(lost)
      case .terminated: .terminated
      @unknown default: .enqueued(remaining: .max)
      }
    }
  }

  /// Ends the stream, as the continuation does.
  ///
  /// - Parameter error: the error that ends it; nil for its normal end.
  public func finish(throwing error: Failure? = nil) {
    base.finish(throwing: error)
    tap.send(error.map { .error(tap.text(of: $0)) } ?? .finish, iteration: 0)
  }

  /// Called when the stream has ended, as that of the continuation.
  public var onTermination: (@Sendable (AsyncThrowingStream<Element, Failure>.Continuation.Termination) -> Void)? {
    get { base.onTermination }
    nonmutating set { base.onTermination = newValue }
  }
}

/// What a stream does with a value that is yielded.
private enum YieldOutcome<Element> {
  /// It keeps the value, and has room for this number of others; `Int.max` without a limit.
  case enqueued(remaining: Int)
  /// It has lost a value, because its buffer was full.
  case dropped(Element)
  /// It had ended.
  case terminated
}

extension Tap {
  /// Yields a value, and reports it, with what the stream has done with it.
  fileprivate func report<Element, Result>(
    _ value: sending Element, yield: (sending Element) -> Result, outcome: (Result) -> YieldOutcome<Element>
  ) -> Result {
    guard channel.isListening, let ring = channel.ring, ring.hasRoom(leaving: EventRing.reserve) else {
      if channel.isListening { dropped.add(1, ordering: .relaxed) }
      return yield(value)
    }
    // Before it is sent away.
    let shown = self.value(of: value)
    let result = yield(value)
    switch outcome(result) {
    case .enqueued(let remaining):
      send(iteration: 0, through: ring) {
        remaining == .max ? .value(shown) : .detailed(TapDetail(shown, remaining: remaining))
      }
    case .dropped(let lost):
      send(iteration: 0, through: ring) { .detailed(TapDetail(shown, remaining: 0)) }
      send(wanted: .lost(TapDetail(self.value(of: lost))), .yield)
    case .terminated: send(wanted: .refused(TapDetail(shown)), .yield)
    }
    return result
  }
}
