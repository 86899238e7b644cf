internal import Marbles
internal import Synchronization

/// A type-erased asynchronous sequence of traced values; expressions are built from these.
public struct TracedStream: AsyncSequence, Sendable {
  /// A value and where it came from.
  public typealias Element = Traced
  /// Any error of an input or an operator.
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

  /// A stream from a function that makes an iterator, which is itself a function.
  init(generating begin: @escaping @Sendable () -> () async throws -> Traced?) { self.begin = begin }

  /// A stream that fails at once.
  init(failing error: any Error) {
    begin = { { throw error } }
  }

  /// The elements of `base`, until a closure that can't throw through `base` has failed.
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

  /// One value, or none for nil.
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

  /// Whether an element of `base` passes `test`: decided at the first that does, else at the end.
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

  /// Starts an independent iteration.
  public func makeAsyncIterator() -> Iterator { Iterator(step: begin()) }

  /// An iteration of the stream.
  public struct Iterator: AsyncIteratorProtocol {
    let step: () async throws -> Traced?

    /// The next element; nil when the stream has ended.
    public mutating func next() async throws -> Traced? { try await step() }
  }
}

/// A stream failed because a value has too many parts, such as deeply nested tuples.
public struct OversizedValue: Error, Hashable, CustomStringConvertible {
  /// The message, with the limit.
  public var description: String {
    "a value of more than \(Value.maximumParts) parts, or nested more than \(Value.nestingLimit) levels deep"
  }
}

/// Stores the first error thrown in a closure that the operator requires to be non-throwing.
final class FailureBox: Sendable {
  private let failure = Mutex<(any Error)?>(nil)

  /// The result of `body`, or `fallback` when it throws.
  func attempt<Result>(else fallback: Result, _ body: () throws -> Result) -> Result {
    do { return try body() } catch {
      failure.withLock { $0 = $0 ?? error }
      return fallback
    }
  }

  /// Throws the stored error, if any.
  func check() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
