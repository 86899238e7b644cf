import Testing

@testable import Terminal

private let questions = "␛[?2026$p␛]11;?␛\\␛[c"
private let attributes = TerminalReply.deviceAttributes([62, 22])

private func negotiation(_ environment: [String: String], color: ColorChoice = .auto) -> TerminalNegotiation {
  TerminalNegotiation(color: color, environment: environment)
}

@Suite struct NegotiationTests {
  @Test func aModernTerminalIsAskedOnce() {
    var negotiation = negotiation(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    #expect(negotiation.begin().shown == questions && negotiation.awaitsReply)
    #expect(negotiation.begin().isEmpty)
    #expect(negotiation.receive(.mode(2026, .reset)).isEmpty)
    #expect(negotiation.receive(.color(11, TerminalColor(0xFDF6E3))).isEmpty)
    #expect(!negotiation.isOver)
    #expect(negotiation.receive(attributes).isEmpty)
    #expect(negotiation.isOver && !negotiation.awaitsReply)
    let expected = Capabilities(synchronizedOutput: true, titles: true, background: .light)
    #expect(negotiation.capabilities == expected)
    // What comes later changes nothing.
    _ = negotiation.receive(.mode(2026, .unknown))
    #expect(negotiation.capabilities == expected)
  }

  @Test func aTerminalThatSaysNoMoreThanWhatItIsIsNotWaitedFor() {
    var negotiation = negotiation(["TERM": "xterm", "COLORTERM": "truecolor"])
    _ = negotiation.begin()
    _ = negotiation.receive(attributes)
    #expect(negotiation.isOver && negotiation.capabilities == Capabilities(titles: true))
  }

  @Test func aTerminalThatIsSilentIsWhatTheEnvironmentSays() {
    var negotiation = negotiation(["TERM": "xterm-256color", "COLORFGBG": "15;0"])
    _ = negotiation.begin()
    negotiation.expire()
    #expect(negotiation.isOver && negotiation.awaitsReply)
    #expect(negotiation.capabilities == Capabilities(colorDepth: .ansi256, background: .dark))
    _ = negotiation.receive(.mode(2026, .set))
    _ = negotiation.receive(attributes)
    #expect(negotiation.capabilities == Capabilities(colorDepth: .ansi256, background: .dark))
    #expect(!negotiation.awaitsReply)
  }

  @Test(arguments: [
    (TerminalReply.Setting.unknown, false), (.set, true), (.reset, true), (.alwaysSet, false), (.alwaysReset, false),
  ])
  func onlyAModeThatCanBeSwitchedCounts(_ setting: TerminalReply.Setting, _ expected: Bool) {
    var negotiation = negotiation(["TERM": "xterm"])
    _ = negotiation.begin()
    _ = negotiation.receive(.mode(2026, setting))
    _ = negotiation.receive(.mode(1, .set))
    #expect(negotiation.capabilities.synchronizedOutput == expected)
  }

  @Test func moreColoursAreAskedForWhereTheEnvironmentIsSilent() {
    var negotiation = negotiation(["TERM": "xterm-256color"])
    _ = negotiation.begin()
    #expect(negotiation.receive(attributes).shown == "␛P+q524742␛\\␛[c")
    #expect(!negotiation.isOver && negotiation.awaitsReply)
    _ = negotiation.receive(.capability("RGB"))
    _ = negotiation.receive(attributes)
    #expect(negotiation.isOver && negotiation.capabilities.colorDepth == .truecolor)
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], .ansi16), (["TERM": "screen-256color"], .auto), (["TERM": "xterm", "NO_COLOR": "1"], .auto),
      (["TERM": "xterm"], .never),
    ] as [([String: String], ColorChoice)])
  func noColoursAreAskedForAgainstAWish(_ environment: [String: String], _ color: ColorChoice) {
    var negotiation = negotiation(environment, color: color)
    let depth = negotiation.capabilities.colorDepth
    _ = negotiation.begin()
    #expect(negotiation.receive(attributes).isEmpty && negotiation.isOver)
    #expect(negotiation.capabilities.colorDepth == depth)
  }

  @Test(arguments: [[:], ["TERM": "dumb"], ["TERM": "linux"]])
  func whatWouldPrintQuestionsIsNotAsked(_ environment: [String: String]) {
    var negotiation = negotiation(environment)
    #expect(negotiation.begin().isEmpty && negotiation.isOver && !negotiation.awaitsReply)
  }

  @Test(
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;7", .light), ("12;8", .dark), ("15;default", nil), ("", nil),
      ("7", .light), ("1;99", nil),
    ] as [(String, TerminalBackground?)])
  func theBackgroundByTheEnvironment(_ value: String, _ expected: TerminalBackground?) {
    #expect(Capabilities(environment: ["COLORFGBG": value], isTTY: true).background == expected)
  }

  @Test(
    arguments: [
      (0x000000, .dark), (0xFFFFFF, .light), (0x1E1E2E, .dark), (0xFDF6E3, .light), (0x0000FF, .dark),
      (0x00FF00, .light),
    ] as [(UInt32, TerminalBackground)])
  func theBackgroundByItsColour(_ hex: UInt32, _ expected: TerminalBackground) {
    #expect(TerminalBackground(TerminalColor(hex)) == expected)
  }
}
