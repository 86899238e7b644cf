internal import Marbles
internal import Synchronization

/// Any asynchronous sequence of traced values: what expressions are made of.
public struct TracedStream: AsyncSequence, Sendable {
  /// A value and where it came from.
  public typealias Element = Traced
  /// Whatever an input or an operator fails with.
  public typealias Failure = any Error

  private let begin: @Sendable () -> () async throws -> Traced?

  /// Erases the type of `base`.
  public init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == Traced {
    begin = {
      var iterator = base.makeAsyncIterator()
      return {
        guard let element = try await iterator.next() else { return nil }
        if element.value.parts == nil { throw OversizedValue() }
        return element
      }
    }
  }

  /// A stream whose iterators are functions that give the next element.
  init(generating begin: @escaping @Sendable () -> () async throws -> Traced?) { self.begin = begin }

  /// A stream that fails at once.
  init(failing error: any Error) {
    begin = { { throw error } }
  }

  /// What `base` emits, until a closure that `base` can't let throw has failed.
  init<Base: AsyncSequence & Sendable>(_ base: Base, failing failures: FailureBox) where Base.Element == Traced {
    begin = {
      var iterator = base.makeAsyncIterator()
      return {
        let element = try await iterator.next()
        try failures.check()
        return element
      }
    }
  }

  /// One value, when it is known; none when there is none.
  init(single value: @escaping @Sendable () async throws -> Traced?) {
    begin = {
      var isDone = false
      return {
        guard !isDone else { return nil }
        isDone = true
        return try await value()
      }
    }
  }

  /// Whether `base` has an element that passes `test`: at the first that does, else at the end.
  init(
    answer base: TracedStream, isNegated: Bool = false, test: @escaping @Sendable (Traced) throws -> Bool
  ) {
    self.init(single: {
      var last: Traced?
      for try await element in base {
        last = element
        if try test(element) { return element.with(.bool(!isNegated)) }
      }
      return (last ?? Traced(made: .null)).with(.bool(isNegated))
    })
  }

  /// Begins a pass of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(step: begin()) }

  /// One pass over the stream.
  public struct Iterator: AsyncIteratorProtocol {
    let step: () async throws -> Traced?

    /// The next element; nil when the stream has ended.
    public mutating func next() async throws -> Traced? { try await step() }
  }
}

/// What a stream fails with that made a value of too many parts, such as a tuple of tuples of tuples.
public struct OversizedValue: Error, Hashable, CustomStringConvertible {
  /// How large it may be.
  public var description: String {
    "a value of more than \(Value.maximumParts) parts, or nested more than \(Value.nestingLimit) levels deep"
  }
}

/// The first failure of a closure that an operator can't let throw.
final class FailureBox: Sendable {
  private let failure = Mutex<(any Error)?>(nil)

  /// The result of `body`, or `fallback` when it fails.
  func attempt<Result>(else fallback: Result, _ body: () throws -> Result) -> Result {
    do { return try body() } catch {
      failure.withLock { $0 = $0 ?? error }
      return fallback
    }
  }

  /// Throws the failure, when there is one.
  func check() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
