internal import Terminal

/// What a terminal is asked while it shows frames already, and what its answers change.
struct TerminalQuestions {
  /// How long a reply is waited for when playing ends right after it has begun, in wall nanoseconds.
  private static let replyPause: Int64 = 50_000_000

  private var negotiation: Negotiation
  private let clock: TerminalClock
  private var askedAt: Int64?

  init(_ negotiation: Negotiation, clock: TerminalClock) {
    self.negotiation = negotiation
    self.clock = clock
  }

  /// The first questions, after the first frame; nothing after that.
  mutating func begin() -> [UInt8] {
    guard askedAt == nil else { return [] }
    askedAt = clock.now()
    return negotiation.begin()
  }

  /// Takes a reply; once all is said, the terminal is drawn on accordingly.
  ///
  /// - Returns: the next questions, mostly none.
  mutating func receive(_ reply: Reply, on terminal: TerminalSession) -> [UInt8] {
    // Nothing wakes up for the end of the limit: it counts when a reply comes.
    if elapsed > Negotiation.limit { negotiation.expire() }
    let questions = negotiation.receive(reply)
    if negotiation.isOver, terminal.capabilities != negotiation.capabilities {
      terminal.capabilities = negotiation.capabilities
    }
    return questions
  }

  /// Reads a reply that is on its way, which the shell would take for typing.
  mutating func awaitReply(on terminal: TerminalSession, _ parser: inout InputParser) {
    let start = clock.now()
    guard askedAt != nil, elapsed < Negotiation.limit else { return }
    while negotiation.awaitsReply {
      let rest = Self.replyPause - clock.elapsed(since: start)
      guard rest > 0, clock.wait([terminal.input], [], rest).readable.contains(terminal.input),
        let bytes = terminal.read()
      else { return }
      for case .reply(let reply) in parser.feed(bytes, at: clock.now()) { _ = negotiation.receive(reply) }
    }
  }

  /// The wall nanoseconds since the first question.
  private var elapsed: Int64 { askedAt.map(clock.elapsed) ?? 0 }
}
