/// A frame that was given to a terminal.
public struct DrawnFrame: Hashable, Sendable {
  /// How many bytes it is.
  public var bytes: Int
  /// How long after its time it was there; nil for what had no time of its own, such as an answer to a key.
  public var lateness: Duration?

  /// Creates a frame.
  public init(bytes: Int, lateness: Duration?) {
    self.bytes = bytes
    self.lateness = lateness
  }
}
