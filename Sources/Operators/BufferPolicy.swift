/// How a buffer is bounded, as `AsyncBufferSequencePolicy` has it.
public enum BufferPolicy: Hashable, Sendable {
  /// The source waits when this many are held.
  case bounded(Int)
  /// Everything is held.
  case unbounded
  /// When this many are held, the oldest is dropped.
  case bufferingLatest(Int)
  /// When this many are held, new ones are dropped.
  case bufferingOldest(Int)
}
