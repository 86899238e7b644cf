internal import AsyncAlgorithms
internal import Synchronization

extension TracedStream {
  /// One iteration of `base` for all consumers: `share` of AsyncAlgorithms, whose task ends with its last consumer.
  static func sharing(_ base: TracedStream, bufferingPolicy: AsyncBufferSequencePolicy) -> TracedStream {
    let source = SharedSource()
    let shared = SharedSequence(source.gated(base).share(bufferingPolicy: bufferingPolicy), of: source)
    return TracedStream(generating: {
      let iteration = shared.iteration()
      return { try await iteration.next() }
    })
  }
}

/// Owns a sequence of `share`, and lets its task end.
///
/// In AsyncAlgorithms 1.1.4 that task sleeps forever, with all that it holds, when the sequence goes before its last
/// iterator, or while the buffer is full and has no consumer. So iterations keep the sequence, and its last owner empties
/// the buffer.
private final class SharedSequence<Base: AsyncSequence & Sendable>: Sendable where Base.Element == Traced {
  private let base: Base
  private let source: SharedSource

  init(_ base: Base, of source: SharedSource) { (self.base, self.source) = (base, source) }

  func iteration() -> SharedIteration<Base> { SharedIteration(of: base, keeping: self) }

  deinit {
    guard source.close() else { return }
    let rest = SharedIteration(of: base, keeping: base)
    Task { while try await rest.next() != nil {} }
  }
}

/// One consumer: its iterator goes before what it keeps.
///
/// @unchecked Sendable: it has one consumer at a time.
private final class SharedIteration<Base: AsyncSequence>: @unchecked Sendable where Base.Element == Traced {
  private let owner: any Sendable
  private var iterator: Base.AsyncIterator?

  init(of base: Base, keeping owner: any Sendable) {
    self.owner = owner
    iterator = base.makeAsyncIterator()
  }

  deinit { iterator = nil }

  func next() async throws -> Traced? { try await iterator?.next() }
}

/// The source of `share`, which ends when the sequence has lost its last owner.
private final class SharedSource: Sendable {
  private struct State {
    var isRead = false
    var isPending = false
    var isClosed = false
  }
  private let state = Mutex(State())

  func gated(_ base: TracedStream) -> TracedStream {
    TracedStream(generating: { [self] in
      var iterator = base.makeAsyncIterator()
      return { [self] in
        guard begin() else { return nil }
        defer { state.withLock { $0.isPending = false } }
        let element = try await iterator.next()
        return state.withLock { $0.isClosed } ? nil : element
      }
    })
  }

  private func begin() -> Bool {
    state.withLock { state in
      (state.isRead, state.isPending) = (true, !state.isClosed)
      return !state.isClosed
    }
  }

  /// Ends the source; true when the task of `share` may wait for a consumer.
  func close() -> Bool {
    state.withLock { state in
      state.isClosed = true
      return state.isRead && !state.isPending
    }
  }
}
