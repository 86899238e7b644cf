/// Determines the capabilities of a terminal from flags, environment, and its replies within a time limit.
///
/// It does no I/O: it returns the bytes to send, and receives the replies.
///
/// ```swift
/// var negotiation = Negotiation(environment: environment)
/// send(negotiation.begin())
/// // … for each reply that is read:
/// send(negotiation.receive(reply))
/// // … after Negotiation.limit:
/// negotiation.expire()
/// ```
///
/// The last query of each round is DA1, which every terminal answers, so that queries that a terminal ignores cost no
/// time. For a terminal that answers nothing, flags and environment decide.
public struct TerminalNegotiation: Sendable {
  /// The time to wait for replies, in nanoseconds; later replies have no effect.
  public static let limit: Int64 = 1_000_000_000

  /// The capabilities so far; final when ``isOver``.
  public private(set) var capabilities: Capabilities
  /// Whether the negotiation has ended.
  public var isOver: Bool { stage == .over }
  /// Whether a reply to a query may still arrive.
  public private(set) var awaitsReply = false

  private enum Stage: Hashable { case unasked, basics, colors, over }
  private var stage: Stage
  private let asksForColors: Bool

  /// Starts with flags and environment, and decides whether to query the terminal.
  ///
  /// - Parameters:
  ///   - color: the value of `--color`.
  ///   - ascii: whether `--ascii` is given.
  ///   - environment: the process environment.
  public init(color: ColorChoice = .auto, ascii: Bool = false, environment: [String: String]) {
    capabilities = Capabilities(color: color, ascii: ascii, environment: environment, isTTY: true)
    // The Linux console prints queries as text, and none of its replies would help.
    let term = environment["TERM"] ?? ""
    stage = ["", "dumb", "linux", "unknown"].contains(term) ? .over : .unasked
    // GNU screen passes the query on to the outer terminal.
    asksForColors = [.auto, .always].contains(color) && !term.hasPrefix("screen")
  }

  /// Returns the first queries.
  public mutating func begin() -> [UInt8] {
    guard stage == .unasked else { return [] }
    stage = .basics
    awaitsReply = true
    // DECRQM of synchronized output, the background (xterm ctlseqs, OSC 11), DA1.
    return Array("\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  }

  /// Processes a reply.
  ///
  /// - Returns: the next queries, usually none.
  public mutating func receive(_ reply: TerminalReply) -> [UInt8] {
    if case .deviceAttributes = reply { awaitsReply = false }
    guard stage == .basics || stage == .colors else { return [] }
    switch reply {
    case .mode(2026, let setting): capabilities.synchronizedOutput = setting == .set || setting == .reset
    case .color(11, let color): capabilities.background = TerminalBackground(color)
    case .capability("RGB"): capabilities.colorDepth = .truecolor
    case .deviceAttributes: return endRound()
    default: break
    }
    return []
  }

  /// Ends the negotiation without waiting for further replies.
  public mutating func expire() { stage = .over }

  private mutating func endRound() -> [UInt8] {
    // A terminal that answers supports XTWINOPS or ignores it.
    capabilities.titles = true
    guard stage == .basics, asksForColors, [.ansi16, .ansi256].contains(capabilities.colorDepth) else {
      stage = .over
      return []
    }
    stage = .colors
    awaitsReply = true
    // XTGETTCAP of RGB. Not in the first round, because terminals that answer nothing may print it.
    return Array("\u{1B}P+q524742\u{1B}\\\u{1B}[c".utf8)
  }
}
