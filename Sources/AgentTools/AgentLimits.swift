public import Playground

/// The limits of a server for agents: what a client may ask for, and how much an answer has.
public struct AgentLimits: Hashable, Sendable {
  /// The maximum length of a message, in bytes.
  public var messageBytes = 1 << 20
  /// The maximum number of messages in a batch.
  public var batch = 50
  /// The maximum number of calls that run at the same time.
  public var running = 2
  /// The maximum number of calls that wait for others.
  public var waiting = 16
  /// The maximum time of a call, from its start.
  public var callTime = Duration.seconds(10)
  /// The maximum number of characters in a part of an answer; the rest is cut off, and the answer says so.
  public var answerCharacters = 40_000
  /// The maximum number of characters in an SVG, which can't be cut.
  public var svgCharacters = 400_000
  /// The maximum number of events in a recording to convert.
  public var recordedEvents = 1_000
  /// The limits of the run of a scene.
  public var run = RunLimits.standard

  /// Creates the standard limits.
  public init() {}
}
