/// A frame that was written to a terminal.
public struct DrawnFrame: Hashable, Sendable {
  /// The size of the frame in bytes.
  public var bytes: Int
  /// The delay after the scheduled time; nil for a frame without a schedule, such as a reaction to a key.
  public var lateness: Duration?

  /// Creates a record of a frame.
  public init(bytes: Int, lateness: Duration?) {
    self.bytes = bytes
    self.lateness = lateness
  }
}
