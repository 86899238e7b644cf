/// Finds out what a terminal can do: flags and environment first, then what it answers within a time limit.
///
/// It does no I/O: it says what to send, and is given what comes back.
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
/// The last question of each round is one that every terminal answers (DA1), so that a terminal that leaves out the
/// others is not waited for. One that answers nothing at all is taken for what flags and environment say.
public struct Negotiation: Sendable {
  /// How long replies are waited for, in nanoseconds; those that come later change nothing.
  public static let limit: Int64 = 1_000_000_000

  /// What is known so far; final when ``isOver``.
  public private(set) var capabilities: Capabilities
  /// Whether all is said.
  public var isOver: Bool { stage == .over }
  /// Whether a question has been sent whose reply may still come.
  public private(set) var awaitsReply = false

  private enum Stage: Hashable { case unasked, basics, colors, over }
  private var stage: Stage
  private let asksForColors: Bool

  /// What flags and environment say of a terminal, and whether to ask it for more.
  ///
  /// - Parameters:
  ///   - color: the value of `--color`.
  ///   - ascii: whether `--ascii` is given.
  ///   - environment: the process environment.
  public init(color: ColorChoice = .auto, ascii: Bool = false, environment: [String: String]) {
    capabilities = Capabilities(color: color, ascii: ascii, environment: environment, isTTY: true)
    // The Linux console takes questions for text, and nothing that it could answer helps.
    let term = environment["TERM"] ?? ""
    stage = ["", "dumb", "linux", "unknown"].contains(term) ? .over : .unasked
    // GNU screen hands the question on to the terminal around it.
    asksForColors = [.auto, .always].contains(color) && !term.hasPrefix("screen")
  }

  /// The first questions.
  public mutating func begin() -> [UInt8] {
    guard stage == .unasked else { return [] }
    stage = .basics
    awaitsReply = true
    // DECRQM of synchronized output, the background (xterm ctlseqs, OSC 11), DA1.
    return Array("\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  }

  /// Takes a reply.
  ///
  /// - Returns: the next questions, mostly none.
  public mutating func receive(_ reply: Reply) -> [UInt8] {
    if case .deviceAttributes = reply { awaitsReply = false }
    guard stage == .basics || stage == .colors else { return [] }
    switch reply {
    case .mode(2026, let setting): capabilities.synchronizedOutput = setting == .set || setting == .reset
    case .color(11, let color): capabilities.background = Background(color)
    case .capability("RGB"): capabilities.colorDepth = .truecolor
    case .deviceAttributes: return endRound()
    default: break
    }
    return []
  }

  /// Ends it: what has not been answered by now is not waited for.
  public mutating func expire() { stage = .over }

  private mutating func endRound() -> [UInt8] {
    // What answers is no emulator of the barest kind, and knows XTWINOPS or passes it over.
    capabilities.titles = true
    guard stage == .basics, asksForColors, [.ansi16, .ansi256].contains(capabilities.colorDepth) else {
      stage = .over
      return []
    }
    stage = .colors
    awaitsReply = true
    // XTGETTCAP of RGB. Not in the first round: terminals that answer nothing may print it.
    return Array("\u{1B}P+q524742\u{1B}\\\u{1B}[c".utf8)
  }
}
