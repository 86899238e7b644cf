internal import AsyncAlgorithms

/// The policy of a buffer, as in `AsyncBufferSequencePolicy`.
public enum BufferPolicy: Hashable, Sendable {
  /// The source waits while the buffer holds this many values.
  case bounded(Int)
  /// The buffer has no limit.
  case unbounded
  /// A full buffer drops its oldest value.
  case bufferingLatest(Int)
  /// A full buffer drops new values.
  case bufferingOldest(Int)

  /// The most values that the buffer holds.
  var capacity: Int {
    switch self {
    case .bounded(let count), .bufferingLatest(let count), .bufferingOldest(let count): count
    case .unbounded: .max
    }
  }
}

extension AsyncBufferSequencePolicy {
  /// The policy of AsyncAlgorithms.
  init(_ policy: BufferPolicy) {
    switch policy {
    case .bounded(let count): self = .bounded(count)
    case .unbounded: self = .unbounded
    case .bufferingLatest(let count): self = .bufferingLatest(count)
    case .bufferingOldest(let count): self = .bufferingOldest(count)
    }
  }
}
