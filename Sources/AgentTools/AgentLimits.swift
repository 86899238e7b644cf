public import Playground

/// The limits of a server for agents: what a client may ask for, and how much an answer has.
///
/// What a run may do is in ``RunLimits``, as for a public server: an agent may pass on the text of anyone.
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
  /// The maximum length of a part of an answer, in bytes of UTF-8: a picture of 160 columns and 100 lines has fewer. The rest is
  /// cut off, and the answer says so.
  public var answerBytes = 60_000
  /// The maximum length of an SVG, which can't be cut, in bytes of UTF-8.
  public var svgBytes = 400_000
  /// The maximum number of events in a recording to convert.
  public var recordedEvents = 1_000
  /// The limits of the run of a scene.
  public var run = RunLimits.standard

  /// Creates the standard limits.
  public init() {}
}
