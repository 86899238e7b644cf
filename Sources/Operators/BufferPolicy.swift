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
}
