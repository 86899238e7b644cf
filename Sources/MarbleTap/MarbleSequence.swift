extension AsyncSequence {
  /// Shows marbled what happens in each iteration of this sequence.
  ///
  /// Elements, errors, the end and cancellation pass through unchanged, on the same actor and task. Without a listener,
  /// an element costs two atomic loads: one when it is asked for, and one when it comes.
  ///
  /// ```swift
  /// for await order in orders.marble("orders") { try await ship(order) }
  /// ```
  ///
  /// marbled shows numbers, strings, flags, arrays, dictionaries and optionals as they are, structures by their properties,
  /// and other values by their description. A value of more than 8 KiB is cut. An element that is `Sendable` is described on
  /// the thread that sends it; another one on the task that iterates.
  ///
  /// - Parameters:
  ///   - name: the name of the tap, and of the row that shows it; at most 200 bytes. Sequences may share a name.
  ///   - destination: where to report to.
  ///   - fileID: the file of this call, which marbled shows.
  ///   - line: the line of this call.
  public func marble(
    _ name: String, to destination: MarbleDestination = .environment, fileID: StaticString = #fileID, line: Int = #line
  ) -> MarbleSequence<Self> {
    MarbleSequence(self, destination, name, TapSite(file: fileID, line: line), isSendable: false)
  }

  /// Shows marbled what happens in each iteration of this sequence, with a part of each element.
  ///
  /// ```swift
  /// for await order in orders.marble("orders", value: { $0.total }) { try await ship(order) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the tap, and of the row that shows it; at most 200 bytes. Sequences may share a name.
  ///   - destination: where to report to.
  ///   - fileID: the file of this call, which marbled shows.
  ///   - line: the line of this call.
  ///   - value: makes the value to show. It is called on the task that iterates, only while there is a listener, and not
  ///     for elements that are lost because the listener is slow.
  public func marble<Value>(
    _ name: String, to destination: MarbleDestination = .environment, fileID: StaticString = #fileID, line: Int = #line,
    value: @escaping @Sendable (Element) -> Value
  ) -> MarbleSequence<Self> {
    MarbleSequence(self, destination, name, TapSite(file: fileID, line: line), isSendable: false) {
      TapValue(value($0))
    }
  }

  /// Shows a part of each element, as the other function does. The part is described on the thread that sends it.
  public func marble<Value: Sendable>(
    _ name: String, to destination: MarbleDestination = .environment, fileID: StaticString = #fileID, line: Int = #line,
    value: @escaping @Sendable (Element) -> Value
  ) -> MarbleSequence<Self> {
    MarbleSequence(self, destination, name, TapSite(file: fileID, line: line), isSendable: false) {
      TapValue(value($0), isSendable: true)
    }
  }
}

extension AsyncSequence where Element: Sendable {
  /// Shows the elements, as the other function does. They are described on the thread that sends them.
  public func marble(
    _ name: String, to destination: MarbleDestination = .environment, fileID: StaticString = #fileID, line: Int = #line
  ) -> MarbleSequence<Self> {
    MarbleSequence(self, destination, name, TapSite(file: fileID, line: line), isSendable: true)
  }
}

/// A sequence that reports its iterations; see `marble(_:to:)`.
public struct MarbleSequence<Base: AsyncSequence>: AsyncSequence {
  /// The elements of the base.
  public typealias Element = Base.Element
  /// The errors of the base.
  public typealias Failure = Base.Failure

  @usableFromInline let base: Base
  @usableFromInline let tap: Tap
  @usableFromInline let site: TapSite
  /// Whether elements may be described on another thread.
  @usableFromInline let isSendable: Bool
  @usableFromInline let value: (@Sendable (Element) -> TapValue)?

  init(
    _ base: Base, _ destination: MarbleDestination, _ name: String, _ site: TapSite, isSendable: Bool,
    value: (@Sendable (Element) -> TapValue)? = nil
  ) {
    (self.base, self.tap, self.site, self.isSendable) = (base, destination.tap(name), site, isSendable)
    let types: @Sendable (Element) -> TapValue = { .type(of: $0) }
    self.value = tap.isRedacted ? types : value
  }

  /// Begins an iteration of the base, and reports it.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(base.makeAsyncIterator(), TapIteration(tap, site), isSendable, value)
  }

  /// An iterator of the base that reports what it returns.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var base: Base.AsyncIterator
    @usableFromInline let iteration: TapIteration
    @usableFromInline let isSendable: Bool
    @usableFromInline let value: (@Sendable (Element) -> TapValue)?

    @inlinable
    init(
      _ base: Base.AsyncIterator, _ iteration: TapIteration, _ isSendable: Bool,
      _ value: (@Sendable (Element) -> TapValue)?
    ) { (self.base, self.iteration, self.isSendable, self.value) = (base, iteration, isSendable, value) }

    /// The next element of the base; nil at its end.
    ///
    /// - Parameter actor: the actor on which the base runs.
    @inlinable @inline(__always)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
      if iteration.channel.isWanted(.request) { iteration.request() }
      do throws(Base.Failure) {
        guard let element = try await base.next(isolation: actor) else {
          iteration.finish()
          return nil
        }
        if iteration.channel.isListening { report(element) }
        return element
      } catch {
        iteration.fail(error)
        throw error
      }
    }

    @inlinable
    func report(_ element: Base.Element) {
      iteration.send { value?(element) ?? TapValue(element, isSendable: isSendable) }
    }
  }
}

extension MarbleSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension MarbleSequence.Iterator: Sendable {}
