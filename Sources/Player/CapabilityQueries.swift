internal import Platform
internal import Terminal

/// Queries the terminal while frames are shown, and applies the replies.
struct CapabilityQueries {
  /// How long to wait for replies when playing ends right after the start, in wall nanoseconds.
  private static let replyPause: Int64 = 50_000_000

  private var negotiation: TerminalNegotiation
  private let clock: MonotonicClock
  private var askedAt: Int64?

  init(_ negotiation: TerminalNegotiation, clock: MonotonicClock) {
    self.negotiation = negotiation
    self.clock = clock
  }

  /// The first queries, after the first frame; empty after that.
  mutating func begin() -> [UInt8] {
    guard askedAt == nil else { return [] }
    askedAt = clock.now()
    return negotiation.begin()
  }

  /// Processes a reply; at the end of the negotiation, applies the capabilities to the terminal.
  ///
  /// - Returns: the next queries, usually none.
  mutating func receive(_ reply: TerminalReply, on terminal: TerminalSession) -> [UInt8] {
    // The player does not wake up at the time limit; it is checked when a reply arrives.
    if elapsed > TerminalNegotiation.limit { negotiation.expire() }
    let questions = negotiation.receive(reply)
    if negotiation.isOver, terminal.capabilities != negotiation.capabilities {
      terminal.capabilities = negotiation.capabilities
    }
    return questions
  }

  /// Reads a pending reply, which the shell would take for typing.
  mutating func awaitReply(on terminal: TerminalSession, _ parser: inout InputParser) {
    let start = clock.now()
    guard askedAt != nil, elapsed < TerminalNegotiation.limit else { return }
    while negotiation.awaitsReply {
      let rest = Self.replyPause - clock.elapsed(since: start)
      guard rest > 0, clock.wait([terminal.input], [], rest).readable.contains(terminal.input),
        let bytes = terminal.read()
      else { return }
      for case .reply(let reply) in parser.feed(bytes, at: clock.now()) { _ = negotiation.receive(reply) }
    }
  }

  /// The wall nanoseconds since the first query.
  private var elapsed: Int64 { askedAt.map(clock.elapsed) ?? 0 }
}
