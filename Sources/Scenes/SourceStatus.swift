public import Marbles

/// What is known about the source of a live row, or about the timer of an output.
public struct SourceStatus: Hashable, Sendable {
  /// The state of the command or the connection that feeds a row.
  public enum Phase: Hashable, Sendable, CustomStringConvertible {
    /// The command is being started, or the connection is being made.
    case starting
    /// The command runs, or the connection works.
    case running
    /// There is no connection, with the reason; another attempt follows after this time.
    case reconnecting(after: SceneTime, String)
    /// The command has ended and will be started again after this time; with the reason of its end.
    case restarting(after: SceneTime, String)
    /// The command has ended, or the server has refused, and stays so; with the reason: `ended with status 0`.
    case ended(String)
    /// The values of a timer are late by this time: they come faster than they are taken.
    case late(by: SceneTime)

    /// `running`, `ended with status 2, starts again after 0.5 s`
    public var description: String {
      switch self {
      case .starting: "starting"
      case .running: "running"
      case .restarting(let wait, let end): "\(end), starts again after \(wait.inMilliseconds) s"
      case .reconnecting(let wait, let reason): "\(reason), tries again after \(wait.inMilliseconds) s"
      case .ended(let end): end
      case .late(let time): "\(time) s late: its timer is faster than its values are taken"
      }
    }
  }

  /// The state of the row's command or connection; nil for another source.
  public var phase: Phase?
  /// What is left in the stream of a server; nil for another source.
  public var stream: StreamStatus?
  /// How many times the command was started again, or the connection was lost or could not be made.
  public var restarts = 0
  /// The newest lines of the command's standard error, at most ``errorLinesKept``.
  public private(set) var errorLines: [String] = []
  /// The number of values that wait for the scene.
  public var queued = 0
  /// How long before its arrival the newest value happened, as the source says; nil when it does not say.
  public var delay: SceneTime?
  /// The number of values that are older than one before them, by the time at the source.
  public private(set) var outOfOrder = 0
  /// By how much, at most.
  public private(set) var greatestDisorder = SceneTime.zero
  /// The number of values whose time at the source can't be read.
  public var untimed = 0
  /// What the loop over a stream of another program does; nil for another source.
  public var loop: LoopStatus?

  /// The newest time at the source.
  private var newest: SceneTime?

  /// The maximum number of ``errorLines``.
  public static let errorLinesKept = 20
  /// The maximum length of one of ``errorLines``, in characters.
  static let errorLineLength = 500

  /// Creates the status of a source that has sent nothing.
  public init() {}

  /// Whether the row is fed by a connection to a server rather than by a command.
  public var isConnection: Bool {
    if case .reconnecting = phase { true } else { stream != nil }
  }

  /// Keeps a line of the command's standard error, and forgets the oldest when there are too many.
  public mutating func note(errorLine line: String) {
    if errorLines.count == Self.errorLinesKept { errorLines.removeFirst() }
    errorLines.append(String(line.prefix(Self.errorLineLength)))
  }

  /// Compares the time at the source with those of earlier values.
  mutating func note(_ arrival: Arrival) {
    guard let time = arrival.sourceTime else { return }
    delay = arrival.delay
    guard let newest, time < newest else {
      newest = time
      return
    }
    outOfOrder += 1
    greatestDisorder = max(greatestDisorder, newest - time)
  }
}
