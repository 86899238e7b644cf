/// Any asynchronous sequence of traced values: what expressions are made of.
public struct TracedStream: AsyncSequence, Sendable {
  /// A value and where it came from.
  public typealias Element = Traced
  /// Whatever an input fails with.
  public typealias Failure = any Error

  private let begin: @Sendable () -> () async throws -> Traced?

  /// Erases the type of `base`.
  public init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == Traced {
    begin = {
      var iterator = base.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Starts a pass of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(step: begin()) }

  /// One pass over the stream.
  public struct Iterator: AsyncIteratorProtocol {
    let step: () async throws -> Traced?

    /// Waits for the next value; nil at the end.
    public mutating func next() async throws -> Traced? { try await step() }
  }
}
